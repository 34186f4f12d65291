import type { Resource } from '../../operations/operation';
import { create } from './create';
import { createOnce } from './createOnce';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const link: Resource = {
	option: { name: 'Link', value: 'link' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create link',
				description: 'Make a short link for an address',
			},
			{
				name: 'Create Once',
				value: 'createOnce',
				action: 'Create link once',
				description: 'Make a short link that a repeated run does not make again',
			},
			{
				name: 'Create or Update',
				value: 'upsert',
				action: 'Create or update link',
				description: 'Create a new record, or update the current one if it already exists (upsert)',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete link',
				description: 'Delete a link for good: its short URL stops working',
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
				description: 'Change where a link leads, or its settings',
			},
		],
		default: 'create',
	},
	operations: { create, createOnce, upsert, delete: remove, get, getAll, update },
};
