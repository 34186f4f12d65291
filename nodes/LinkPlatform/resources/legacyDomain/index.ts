import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Branded domains with their redirects, which only the legacy API can set (Branded domains). */
export const legacyDomain: Resource = {
	option: {
		name: 'Domain (Legacy)',
		value: 'legacyDomain',
		description: 'Branded domains in the legacy API',
	},
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create legacy domain',
			description: 'Add a branded domain with its redirects',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many legacy domains',
			description: 'Get the branded domains of the account with their redirects',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update legacy domain',
			description: 'Change the redirects of a branded domain',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete legacy domain permanently',
			description: 'Permanently delete a branded domain. Short links on it may stop working.',
		},
	]),
	operations: { create, delete: remove, getAll, update },
};
