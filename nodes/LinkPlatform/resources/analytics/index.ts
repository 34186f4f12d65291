import { operationMenu } from '../../operations/operationMenu';
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
	option: { name: 'Analytics', value: 'analytics', description: 'Click statistics' },
	operationField: operationMenu('getLinkSummary', [
		{
			name: 'Get Link Summary',
			value: 'getLinkSummary',
			action: 'Get link summary',
			description: 'Get total clicks, visitors, top country, website and browser of a link',
		},
		{
			name: 'Get Clicks Over Time',
			value: 'getLinkClicks',
			action: 'Get link clicks over time',
			description: 'Get the clicks of a link per hour, day, week or month, one item for each',
		},
		{
			name: 'Get Clicks by Country',
			value: 'getLinkCountries',
			action: 'Get link clicks by country',
			description: 'Get the clicks of a link by country, one item for each',
		},
		{
			name: 'Get Clicks by Referring Website',
			value: 'getLinkReferrers',
			action: 'Get link clicks by referring website',
			description: 'Get the clicks of a link by the website they came from, one item for each',
		},
		{
			name: 'Get Clicks by Browser',
			value: 'getLinkBrowsers',
			action: 'Get link clicks by browser',
			description: 'Get the clicks of a link by browser, one item for each',
		},
		{
			name: 'Get Clicks by Operating System',
			value: 'getLinkPlatforms',
			action: 'Get link clicks by operating system',
			description: 'Get the clicks of a link by operating system, one item for each',
		},
		{
			name: 'Get Clicks by Variant',
			value: 'getLinkVariants',
			action: 'Get link clicks by variant',
			description: 'Get the clicks of a link by A/B variant, one item for each',
		},
		{
			name: 'Get Each Click',
			value: 'getLinkActivity',
			action: 'Get each link click',
			description: 'Get every click on a link, with browser, country and the website it came from',
			builderHint: { propertyHint: 'For a run at each click use the Link Platform Trigger' },
		},
		{
			name: 'Get Campaign Summary',
			value: 'getCampaignSummary',
			action: 'Get campaign summary',
			description: 'Get the totals of all links of a campaign, in one item',
		},
	]),
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
