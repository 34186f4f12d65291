import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../runner/fields';

export const legacyCampaignId = locator({
	displayName: 'Campaign',
	name: 'legacyCampaignId',
	searchListMethod: 'searchLegacyCampaigns',
});

export const campaignName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Summer sale',
};

/** The settings of the public rotator page. */
export const rotator: INodeProperties[] = [
	{
		displayName: 'Public',
		name: 'public',
		type: 'boolean',
		default: false,
		description: 'Whether the campaign is public',
	},
	{
		displayName: 'Rotator Alias',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description: 'The last part of the URL of the rotator page',
	},
];
