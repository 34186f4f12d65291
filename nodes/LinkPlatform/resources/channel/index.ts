import type { Resource } from '../../operations/operation';
import { assignItem } from './assignItem';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { getItems } from './getItems';
import { update } from './update';

/** Labelled groups of links, bio pages and QR codes (legacy API, Channels). */
export const channel: Resource = {
	option: { name: 'Channel', value: 'channel' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Assign Item',
				value: 'assignItem',
				action: 'Assign item to channel',
				description: 'Put a link, bio page or QR code into a channel',
			},
			{
				name: 'Create',
				value: 'create',
				action: 'Create channel',
				description: 'Make a channel to group links, bio pages and QR codes',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete channel',
				description: 'Delete a channel for good; its items stay, and belong to it no more',
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
		],
		default: 'create',
	},
	operations: { assignItem, create, delete: remove, getAll, getItems, update },
};
