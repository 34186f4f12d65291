import type { INodeProperties } from 'n8n-workflow';

export const pixelId: INodeProperties = {
	displayName: 'Pixel',
	name: 'pixelId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The tracking pixel to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchPixels', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 42' },
	],
};

export const pixelName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Shop visitors',
	description: 'What the pixel is called in the account',
};

export const tag: INodeProperties = {
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. GTM-ABC123',
	description: 'The tag or ID that the provider gave to the pixel',
};
