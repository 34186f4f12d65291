import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from '../bioPage/fields';
import { blockKey } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/bio/{bioPageId}/block/{blockKey}',
	fields: [bioPageId, blockKey],
	response: { as: 'deleted' },
};
