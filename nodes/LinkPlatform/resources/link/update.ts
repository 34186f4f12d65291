import type { Endpoint } from '../../operation/operation';
import { byLabel, optional } from '../fields';
import { alias, linkBody, linkId, linkSettings, targetUrl } from './fields';

export const update: Endpoint = {
	route: 'PUT /api/url/{linkId}/update',
	fields: [
		linkId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: byLabel([alias, ...linkSettings, optional(targetUrl)]),
		},
	],
	body: (input) => linkBody(input.changes('updateFields')),
};
