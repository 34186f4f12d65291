import type { RequestOperation } from '../../runner/operation';
import { legacyDomainId } from './fields';

/** Deletes a branded domain: `DELETE /api/domain/:id/delete` (legacy API, Branded domains). */
export const remove: RequestOperation = {
	action: 'Delete legacy domain permanently',
	description: 'Permanently delete a branded domain. Short links on it may stop working.',
	route: 'DELETE legacy:/api/domain/{legacyDomainId}/delete',
	fields: [legacyDomainId],
};
