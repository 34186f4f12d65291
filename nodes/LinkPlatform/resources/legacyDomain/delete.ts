import type { Endpoint } from '../../operation/operation';
import { legacyDomainId } from './fields';

/** `DELETE /api/domain/:id/delete` of v3 (document 1, Branded domains). */
export const remove: Endpoint = {
	route: 'DELETE legacy:/api/domain/{legacyDomainId}/delete',
	fields: [legacyDomainId],
	answer: { as: 'deleted' },
};
