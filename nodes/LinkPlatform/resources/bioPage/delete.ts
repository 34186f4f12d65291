import type { Endpoint } from '../../operation/operation';
import { bioPageId } from './fields';

export const remove: Endpoint = {
	route: 'DELETE /api/bio/{bioPageId}/delete',
	fields: [bioPageId],
	answer: { as: 'deleted' },
};
