import type { RequestOperation } from '../../operations/operation';
import { campaignId } from '../campaign/fields';
import { timeSpan, getTimeSpan } from './fields';

export const getCampaignSummary: RequestOperation = {
	route: 'GET /api/campaign/{campaignId}/stats',
	fields: [campaignId, timeSpan],
	query: getTimeSpan,
	response: {
		as: 'record',
		toItem: (record, input) => ({ campaignId: input.id('campaignId'), ...record }),
	},
};
