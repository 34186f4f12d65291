import type { RequestOperation } from '../../operations/operation';
import { campaignId } from '../campaign/fields';
import { period, getPeriod } from './fields';

export const getCampaignSummary: RequestOperation = {
	route: 'GET /api/campaign/{campaignId}/stats',
	fields: [campaignId, period],
	query: getPeriod,
	response: {
		as: 'record',
		toItem: (record, input) => ({ campaignId: input.id('campaignId'), ...record }),
	},
};
