import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { assignLink } from './assignLink';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Campaigns with their public rotator page, which only the legacy API knows (Campaigns). */
export const legacyCampaign: Resource = {
	option: {
		name: 'Campaign (Legacy)',
		value: 'legacyCampaign',
		description: 'Rotators of the legacy API',
	},
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create legacy campaign',
			description: 'Create a campaign, with an optional public rotator page',
		},
		{
			name: 'Assign Link',
			value: 'assignLink',
			action: 'Assign link to legacy campaign',
			description: 'Put a short link into a campaign',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many legacy campaigns',
			description: 'Get the campaigns with the URLs of their rotator pages',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update legacy campaign',
			description: 'Change the name or rotator page of a campaign',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete legacy campaign permanently',
			description: 'Permanently delete a campaign of the legacy API',
		},
	]),
	operations: { assignLink, create, delete: remove, getAll, update },
};
