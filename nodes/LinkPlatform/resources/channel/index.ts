import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { assignItem } from './assignItem';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { getItems } from './getItems';
import { update } from './update';

/** Labeled groups of links, bio pages and QR codes (legacy API, Channels). */
export const channel: Resource = {
	option: { name: 'Channel', value: 'channel', description: 'Collections of records' },
	operationField: operationMenu('create', [
		{
			name: 'Create',
			value: 'create',
			action: 'Create channel',
			description: 'Create a channel to group links, bio pages and QR codes',
		},
		{
			name: 'Assign Item',
			value: 'assignItem',
			action: 'Assign item to channel',
			description: 'Put a link, bio page or QR code into a channel',
		},
		{
			name: 'Get Items',
			value: 'getItems',
			action: 'Get channel items',
			description: 'Get the links, bio pages and QR codes in a channel',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many channels',
			description: 'Get the channels of the account',
		},
		{
			name: 'Update',
			value: 'update',
			action: 'Update channel',
			description: 'Change the name, description, badge or star of a channel',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete channel permanently',
			description: 'Permanently delete a channel, keeping its items',
		},
	]),
	operations: { assignItem, create, delete: remove, getAll, getItems, update },
};
