import type { INodeProperties } from 'n8n-workflow';
import { flag, locator, text } from '../../runner/fields';

export const legacyCampaignId = locator({
	displayName: 'Campaign',
	name: 'legacyCampaignId',
	searchListMethod: 'searchLegacyCampaigns',
});

export const campaignName: INodeProperties = text('Name', 'name', {
	placeholder: 'e.g. Summer sale',
});

/** The settings of the public rotator page. */
export const rotator: INodeProperties[] = [
	flag('Public', 'public', { description: 'Whether the campaign is public' }),
	text('Rotator Alias', 'slug', {
		placeholder: 'e.g. summer-sale',
		description: 'The last part of the URL of the rotator page',
	}),
];
