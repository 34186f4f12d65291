import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';

export const domain: Resource = {
	option: { name: 'Domain', value: 'domain' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create domain',
				description: 'Add a domain of your own, and get the DNS records that verify it',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete domain',
				description: 'Remove a domain from the account: all links that use it stop working',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get domain',
				description: 'Get one domain with the state of its DNS records',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many domains',
				description: 'Get the domains of the account and those of the service',
			},
		],
		default: 'create',
	},
	operations: { create, delete: remove, get, getAll },
};
