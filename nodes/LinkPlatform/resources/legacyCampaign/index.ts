import type { Resource } from '../../operations/operation';
import { assignLink } from './assignLink';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Campaigns with their public rotator page, which only the legacy API knows (Campaigns). */
export const legacyCampaign: Resource = {
	option: { name: 'Legacy Campaign', value: 'legacyCampaign' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Assign Link',
				value: 'assignLink',
				action: 'Assign link to legacy campaign',
				description: 'Put a short link into a campaign',
			},
			{
				name: 'Create',
				value: 'create',
				action: 'Create legacy campaign',
				description: 'Make a campaign, with a public rotator page if wanted',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete legacy campaign',
				description: 'Delete a campaign and its rotator page for good; its links stay',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many legacy campaigns',
				description: 'Get the campaigns with the addresses of their public pages',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update legacy campaign',
				description: 'Change the name of a campaign, or its rotator page',
			},
		],
		default: 'create',
	},
	operations: { assignLink, create, delete: remove, getAll, update },
};
