import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createOnce } from './createOnce';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const link: Resource = {
	option: { name: 'Link', value: 'link', description: 'Short links' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create link',
			description: 'Create a short link',
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			action: 'Create or update link',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
		},
		{
			name: 'Create Once',
			value: 'createOnce',
			action: 'Create link once',
			description: 'Create a short link only once, even if the run is repeated',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get link',
			description: 'Get one link with its clicks',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many links',
			description: 'Get the links of the account',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update link',
			description: 'Change the target or the settings of a link',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete link permanently',
			description: 'Permanently delete a link. Its short URL stops working.',
		},
	]),
	operations: { create, createOnce, upsert, delete: remove, get, getAll, update },
};
