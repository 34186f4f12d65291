import type { RequestOperation } from '../../runner/operation';
import { getChanges, updateFields } from '../../runner/updateFields';
import { legacyDomainId, redirects, redirectsBody } from './fields';

/** Updates a branded domain: `PUT /api/domain/:id/update` (legacy API, Branded domains). */
export const update: RequestOperation = {
	action: 'Update legacy domain',
	description: 'Change the redirects of a branded domain',
	route: 'PUT legacy:/api/domain/{legacyDomainId}/update',
	fields: [legacyDomainId, ...updateFields(redirects, ['redirectRoot', 'redirect404'])],
	body: (input) => redirectsBody(getChanges(input)),
};
