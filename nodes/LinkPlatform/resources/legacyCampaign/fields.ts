import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../operations/locator';

export const legacyCampaignId = locator({
	displayName: 'Campaign',
	name: 'legacyCampaignId',
	description: 'The campaign to work on',
	searchListMethod: 'searchLegacyCampaigns',
});

export const campaignName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Summer sale',
	description: 'What the campaign is called',
};

/** The settings of the public rotator page. */
export const rotator: INodeProperties[] = [
	{
		displayName: 'Public',
		name: 'public',
		type: 'boolean',
		default: false,
		description: 'Whether anyone may open the rotator page of the campaign',
	},
	{
		displayName: 'Slug',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description:
			"The last part of the rotator page's address, which sends each visitor to one of the links",
	},
];
