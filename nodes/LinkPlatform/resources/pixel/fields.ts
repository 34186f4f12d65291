import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../runner/fields';

export const pixelId = locator({
	displayName: 'Pixel',
	name: 'pixelId',
	searchListMethod: 'searchPixels',
});

export const pixelName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Shop visitors',
};

export const tag: INodeProperties = {
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. GTM-ABC123',
	description: 'Tag or ID of the pixel at its provider',
};
