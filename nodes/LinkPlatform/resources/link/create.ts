import type { Endpoint } from '../../operation/operation';
import { alias, linkBody, linkSettings, targetUrl } from './fields';

export const create: Endpoint = {
	route: 'POST /api/url/add',
	fields: [
		targetUrl,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [alias, ...linkSettings],
		},
	],
	body: (input) => linkBody({ url: input.text('url'), ...input.group('additionalFields') }),
};
