import type { Endpoint } from '../../operation/operation';

export const create: Endpoint = {
	route: 'POST /api/domain/add',
	fields: [
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. go.example.com',
			description: 'The name of the domain, without https://',
		},
	],
	body: (input) => ({ domain: input.text('domain') }),
};
