import { clearFields, getChanges } from '../../runner/clearFields';
import { collection, optional } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { alias, linkBody, linkId, linkSettings, targetUrl, withAlias } from './fields';

const fields = [
	{ ...alias, description: 'Part of the short URL after the slash' },
	...linkSettings,
	optional(targetUrl),
];
const clearable = clearFields(fields, ['password', 'expiry', 'maxClicks', 'campaignId']);

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update link',
	description: 'Change the target or the settings of a link',
	route: 'PUT /api/url/{linkId}/update',
	fields: [linkId, collection('Update Fields', fields), clearable],
	response: {
		as: 'record',
		toItem: (record, input, context) =>
			withAlias(record, input.collection('updateFields').alias, context),
	},
	body: (input) => linkBody(getChanges(input, fields, clearable)),
};
