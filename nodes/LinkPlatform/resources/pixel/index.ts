import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

/** Tracking pixels of advertising and analytics providers (legacy API, Pixels). */
export const pixel: Resource = {
	option: { name: 'Pixel', value: 'pixel' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create pixel',
				description: 'Add a tracking pixel of an advertising or analytics provider',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete pixel',
				description: 'Delete a pixel for good: links that use it stop reporting to its provider',
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
				description: 'Change the tag or name of a pixel',
			},
		],
		default: 'create',
	},
	operations: { create, delete: remove, getAll, update },
};
