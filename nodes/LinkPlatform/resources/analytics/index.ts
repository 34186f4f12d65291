import type { Resource } from '../../runner/operation';
import { breakdowns } from './breakdowns';
import { getCampaignSummary } from './getCampaignSummary';
import { getLinkActivity } from './getLinkActivity';
import { getLinkClicks } from './getLinkClicks';
import { getLinkSummary } from './getLinkSummary';
import { getReport } from './getReport';

export const analytics: Resource = {
	value: 'analytics',
	description: 'Click statistics',
	operations: {
		getLinkSummary,
		getLinkClicks,
		...breakdowns,
		getLinkActivity,
		getCampaignSummary,
		getReport,
	},
};
