import { flag, locator, text } from '../../runner/fields';
import { assertAlias } from '../alias';

export const legacyCampaignId = locator('Campaign', 'legacyCampaignId', 'searchLegacyCampaigns');

export const campaignName = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Summer sale',
});

/** The fields for a campaign's public rotator page. */
export const rotator = [
	flag('Public', 'public', { description: 'Whether the campaign is public' }),
	text('Rotator Alias', 'slug', {
		check: assertAlias,
		placeholder: 'e.g. summer-sale',
		description: "Last part of the rotator page's URL",
	}),
];
