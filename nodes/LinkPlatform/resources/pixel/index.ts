import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Tracking pixels of advertising and analytics providers (legacy API, Pixels). */
export const pixel: Resource = {
	option: { name: 'Pixel', value: 'pixel', description: 'Tracking pixels of ad networks' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create pixel',
			description: 'Add a tracking pixel of an advertising or analytics provider',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many pixels',
			description: 'Get the tracking pixels of the account',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update pixel',
			description: 'Change the tag or name of a tracking pixel',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete pixel permanently',
			description: 'Permanently delete a tracking pixel',
		},
	]),
	operations: { create, delete: remove, getAll, update },
};
