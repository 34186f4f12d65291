import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { reorder } from './reorder';
import { update } from './update';

/** The blocks that a bio page is made of (current API, Bio profiles). */
export const bioBlock: Resource = {
	option: { name: 'Bio Block', value: 'bioBlock', description: 'Blocks of a bio page' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create bio block',
			description: 'Add a block, such as a link or a text, to a bio page',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update bio block',
			description: 'Change the content of a block on a bio page',
		},
		{
			name: 'Reorder',
			value: 'reorder',
			action: 'Reorder bio blocks',
			description: 'Change the order of the blocks on a bio page',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete bio block permanently',
			description: 'Permanently delete a block from a bio page',
		},
	]),
	operations: { create, delete: remove, reorder, update },
};
