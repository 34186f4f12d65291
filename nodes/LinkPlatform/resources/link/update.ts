import type { RequestOperation } from '../../operations/operation';
import { byLabel, optional } from '../fields';
import { alias, linkBody, linkId, linkSettings, targetUrl } from './fields';

export const update: RequestOperation = {
	route: 'PUT /api/url/{linkId}/update',
	fields: [
		linkId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: byLabel([
				{ ...alias, description: 'Part of the short URL after the slash' },
				...linkSettings,
				optional(targetUrl),
			]),
		},
	],
	body: (input) => linkBody(input.nonEmptyCollection('updateFields')),
};
