import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../runner/fields';

/** The bio page that an operation works on, also for blocks and subscribers (current API, Bio profiles). */
export const bioPageId = locator({
	displayName: 'Bio Page',
	name: 'bioPageId',
	searchListMethod: 'searchBioPages',
});

export const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Ada Lovelace',
	description: 'Heading of the page',
};

export const slug: INodeProperties = {
	displayName: 'Alias',
	name: 'slug',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. ada',
	description: "The last part of the page's URL. It must be unique.",
};

/** What can be set on a bio page besides its name and slug. */
export const pageSettings: INodeProperties[] = [
	{
		displayName: 'Avatar',
		name: 'avatar',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/ada.png',
		description: 'URL of the image at the top of the page',
	},
	{
		displayName: 'Bio',
		name: 'bio',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Writes about engines and numbers',
		description: 'Text below the name',
	},
];

export const theme: INodeProperties = {
	displayName: 'Theme',
	name: 'theme',
	type: 'string',
	default: '',
	placeholder: 'e.g. midnight',
	description: 'Name of a theme in Link Platform',
};
