import type { RequestOperation } from '../../operations/operation';
import { legacyDomainId, redirects, redirectsBody } from './fields';

/** `PUT /api/domain/:id/update` of the legacy API (Branded domains). */
export const update: RequestOperation = {
	route: 'PUT legacy:/api/domain/{legacyDomainId}/update',
	fields: [
		legacyDomainId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: redirects,
		},
	],
	body: (input) => redirectsBody(input.nonEmptyCollection('updateFields')),
};
