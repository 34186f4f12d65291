import type { RequestOperation } from '../../operations/operation';
import { redirects, redirectsBody } from './fields';

/** `POST /api/domain/add` of the legacy API (Branded domains). */
export const create: RequestOperation = {
	route: 'POST legacy:/api/domain/add',
	fields: [
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://go.example.com',
			description:
				"The domain with http:// or https://. It must already point to Link Platform's server.",
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: redirects,
		},
	],
	body: (input) => ({
		domain: input.string('domain'),
		...redirectsBody(input.collection('additionalFields')),
	}),
};
