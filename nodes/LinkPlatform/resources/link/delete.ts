import type { RequestOperation } from '../../operations/operation';
import { linkId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/url/{linkId}/delete',
	fields: [linkId],
	response: { as: 'deleted' },
};
