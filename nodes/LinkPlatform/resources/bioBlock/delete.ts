import type { Endpoint } from '../../operation/operation';
import { bioPageId } from '../bioPage/fields';
import { blockKey } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey],
	answer: { as: 'deleted' },
};
