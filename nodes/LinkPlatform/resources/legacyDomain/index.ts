import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Branded domains with their redirects, which only the legacy API can set (Branded domains). */
export const legacyDomain: Resource = {
	option: { name: 'Legacy Domain', value: 'legacyDomain' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create legacy domain',
				description: 'Add a branded domain with its redirects, with the legacy API',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete legacy domain',
				description: 'Remove a branded domain for good: short links on it stop working',
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
				description: 'Change where visitors of a branded domain go without a short link',
			},
		],
		default: 'create',
	},
	operations: { create, delete: remove, getAll, update },
};
