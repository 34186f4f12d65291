import type { RequestOperation } from '../../operations/operation';
import { legacyDomainId } from './fields';

/** `DELETE /api/domain/:id/delete` of the legacy API (Branded domains). */
export const remove: RequestOperation = {
	route: 'DELETE legacy:/api/domain/{legacyDomainId}/delete',
	fields: [legacyDomainId],
	response: { as: 'deleted' },
};
