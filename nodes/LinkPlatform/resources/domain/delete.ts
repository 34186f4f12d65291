import type { RequestOperation } from '../../operations/operation';
import { domainId } from './fields';

export const remove: RequestOperation = {
	route: 'DELETE /api/domain/{domainId}/delete',
	fields: [domainId],
	response: { as: 'deleted' },
};
