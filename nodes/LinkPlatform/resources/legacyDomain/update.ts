import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { legacyDomainId, redirects, redirectsBody } from './fields';

/** `PUT /api/domain/:id/update` of the legacy API (Branded domains). */
export const update: RequestOperation = {
	name: 'Update',
	action: 'Update legacy domain',
	description: 'Change the redirects of a branded domain',
	route: 'PUT legacy:/api/domain/{legacyDomainId}/update',
	fields: [legacyDomainId, collection('Update Fields', redirects)],
	body: (input) => redirectsBody(input.nonEmptyCollection('updateFields')),
};
