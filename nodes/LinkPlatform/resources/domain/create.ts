import type { RequestOperation } from '../../runner/operation';
import { text } from '../../runner/fields';

export const create: RequestOperation = {
	action: 'Create domain',
	description: 'Add a domain of your own, and get the DNS records that verify it',
	route: 'POST /api/domain/add',
	fields: [
		text('Domain', 'domain', {
			required: true,
			placeholder: 'e.g. go.example.com',
			description: 'Name of the domain, without https://',
		}),
	],
};
