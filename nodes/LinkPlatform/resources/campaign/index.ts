import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const campaign: Resource = {
	option: { name: 'Campaign', value: 'campaign', description: 'Groups of links' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create campaign',
			description: 'Create a campaign, a group of links whose clicks are counted together',
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
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete campaign permanently',
			description: 'Permanently delete a campaign, keeping its links',
		},
	]),
	operations: { create, delete: remove, get, getAll, update },
};
