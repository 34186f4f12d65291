import type { RequestOperation } from '../../runner/operation';
import { campaignId } from '../campaign/fields';
import { timeSpan, getTimeSpan } from './fields';

export const getCampaignSummary: RequestOperation = {
	action: 'Get campaign summary',
	description: 'Get the totals of all links of a campaign',
	route: 'GET /api/campaign/{campaignId}/stats',
	fields: [campaignId, timeSpan],
	query: getTimeSpan,
	toItem: (record, input) => ({ campaignId: input.id('campaignId'), ...record }),
};
