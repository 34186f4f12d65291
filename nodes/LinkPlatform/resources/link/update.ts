import { collection, optional } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { alias, linkBody, linkId, linkSettings, targetUrl } from './fields';

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update link',
	description: 'Change the target or the settings of a link',
	route: 'PUT /api/url/{linkId}/update',
	fields: [
		linkId,
		collection('Update Fields', [
			{ ...alias, description: 'Part of the short URL after the slash' },
			...linkSettings,
			optional(targetUrl),
		]),
	],
	body: (input) => linkBody(input.nonEmptyCollection('updateFields')),
};
