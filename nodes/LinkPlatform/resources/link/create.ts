import type { RequestOperation } from '../../operations/operation';
import { includeInputFields } from '../../operations/inputFields';
import { alias, linkBody, linkSettings, targetUrl } from './fields';

export const create: RequestOperation = {
	route: 'POST /api/url/add',
	fields: [
		targetUrl,
		includeInputFields,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [alias, ...linkSettings],
		},
	],
	body: (input) => linkBody({ url: input.string('url'), ...input.collection('additionalFields') }),
};
