import type { Resource } from '../../operations/operation';
import { getCampaignSummary } from './getCampaignSummary';
import { getLinkActivity } from './getLinkActivity';
import { getLinkBrowsers } from './getLinkBrowsers';
import { getLinkClicks } from './getLinkClicks';
import { getLinkCountries } from './getLinkCountries';
import { getLinkPlatforms } from './getLinkPlatforms';
import { getLinkReferrers } from './getLinkReferrers';
import { getLinkSummary } from './getLinkSummary';
import { getLinkVariants } from './getLinkVariants';

export const analytics: Resource = {
	option: { name: 'Analytics', value: 'analytics' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Get Campaign Summary',
				value: 'getCampaignSummary',
				action: 'Get campaign summary',
				description: 'Get the totals of all links of a campaign, in one item',
			},
			{
				name: 'Get Link Activity',
				value: 'getLinkActivity',
				action: 'Get link activity',
				description: 'Get each single click of a link, with browser, country and referrer',
			},
			{
				name: 'Get Link Browsers',
				value: 'getLinkBrowsers',
				action: 'Get link browsers',
				description: 'Get the clicks of a link by browser, one item for each',
			},
			{
				name: 'Get Link Clicks',
				value: 'getLinkClicks',
				action: 'Get link clicks over time',
				description: 'Get the clicks of a link per hour, day, week or month, one item for each',
			},
			{
				name: 'Get Link Countries',
				value: 'getLinkCountries',
				action: 'Get link countries',
				description: 'Get the clicks of a link by country, one item for each',
			},
			{
				name: 'Get Link Platforms',
				value: 'getLinkPlatforms',
				action: 'Get link platforms',
				description: 'Get the clicks of a link by operating system, one item for each',
			},
			{
				name: 'Get Link Referrers',
				value: 'getLinkReferrers',
				action: 'Get link referrers',
				description: 'Get the clicks of a link by the site they came from, one item for each',
			},
			{
				name: 'Get Link Summary',
				value: 'getLinkSummary',
				action: 'Get link summary',
				description: 'Get total clicks, visitors, top country, referrer and browser of a link',
			},
			{
				name: 'Get Link Variants',
				value: 'getLinkVariants',
				action: 'Get link variants',
				description: 'Get the clicks of a link by A/B variant, one item for each',
			},
		],
		default: 'getLinkSummary',
	},
	operations: {
		getCampaignSummary,
		getLinkActivity,
		getLinkBrowsers,
		getLinkClicks,
		getLinkCountries,
		getLinkPlatforms,
		getLinkReferrers,
		getLinkSummary,
		getLinkVariants,
	},
};
