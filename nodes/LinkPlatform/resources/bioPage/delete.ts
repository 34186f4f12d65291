import type { RequestOperation } from '../../operations/operation';
import { bioPageId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/bio/{bioPageId}/delete',
	fields: [bioPageId],
	response: { as: 'deleted' },
};
