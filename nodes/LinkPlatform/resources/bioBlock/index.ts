import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { reorder } from './reorder';
import { update } from './update';

/** The blocks that a bio page is made of (current API, Bio profiles). */
export const bioBlock: Resource = {
	option: { name: 'Bio Block', value: 'bioBlock' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create bio block',
				description: 'Add a block, such as a link or a text, to a bio page',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete bio block',
				description: 'Remove a block from a bio page for good',
			},
			{
				name: 'Reorder',
				value: 'reorder',
				action: 'Reorder bio blocks',
				description: 'Put the blocks of a bio page into another order',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update bio block',
				description: 'Give a block of a bio page new content',
			},
		],
		default: 'create',
	},
	operations: { create, delete: remove, reorder, update },
};
