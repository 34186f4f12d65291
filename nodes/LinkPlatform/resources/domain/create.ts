import type { RequestOperation } from '../../operations/operation';

export const create: RequestOperation = {
	route: 'POST /api/domain/add',
	fields: [
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. go.example.com',
			description: 'Name of the domain, without https://',
		},
	],
	body: (input) => ({ domain: input.string('domain') }),
};
