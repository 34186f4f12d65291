import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const campaign: Resource = {
	option: { name: 'Campaign', value: 'campaign' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create campaign',
				description: 'Make a campaign, a group of links whose clicks are counted together',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete campaign',
				description: 'Delete a campaign for good; its links stay, and belong to none',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get campaign',
				description: 'Get one campaign',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many campaigns',
				description: 'Get the campaigns of the account',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update campaign',
				description: 'Change the name or description of a campaign',
			},
		],
		default: 'create',
	},
	operations: { create, delete: remove, get, getAll, update },
};
