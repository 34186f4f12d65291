import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../runner/fields';

export const channelId = locator({
	displayName: 'Channel',
	name: 'channelId',
	searchListMethod: 'searchChannels',
});

export const channelName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Instagram',
};

export const color: INodeProperties = {
	displayName: 'Color',
	name: 'color',
	type: 'color',
	default: '#4F46E5',
	description: 'Hex value such as #4F46E5',
};

export const description: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Everything we post there',
};

export const starred: INodeProperties = {
	displayName: 'Starred',
	name: 'starred',
	type: 'boolean',
	default: false,
	description: 'Whether the channel is marked with a star',
};
