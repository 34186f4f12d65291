import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';

export const domain: Resource = {
	option: { name: 'Domain', value: 'domain', description: 'Branded domains' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create domain',
			description: 'Add a domain of your own, and get the DNS records that verify it',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get domain',
			description: 'Get one domain with the status of its DNS records',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many domains',
			description: 'Get the domains of the account and those provided by Link Platform',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete domain permanently and break its links',
			description: 'Permanently remove a domain. All links that use it stop working.',
		},
	]),
	operations: { create, delete: remove, get, getAll },
};
