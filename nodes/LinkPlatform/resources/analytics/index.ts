import type { Resource } from '../../runner/operation';
import { getCampaignSummary } from './getCampaignSummary';
import { getLinkActivity } from './getLinkActivity';
import { getLinkBrowsers } from './getLinkBrowsers';
import { getLinkClicks } from './getLinkClicks';
import { getLinkCountries } from './getLinkCountries';
import { getLinkPlatforms } from './getLinkPlatforms';
import { getLinkReferrers } from './getLinkReferrers';
import { getLinkSummary } from './getLinkSummary';
import { getLinkVariants } from './getLinkVariants';
import { getReport } from './getReport';

export const analytics: Resource = {
	name: 'Analytics',
	value: 'analytics',
	description: 'Click statistics',
	operations: {
		getLinkSummary,
		getLinkClicks,
		getLinkCountries,
		getLinkReferrers,
		getLinkBrowsers,
		getLinkPlatforms,
		getLinkVariants,
		getLinkActivity,
		getCampaignSummary,
		getReport,
	},
};
