import type { Endpoint } from '../../operation/operation';
import { campaignId } from '../campaign/fields';
import { period, periodOf } from './fields';

export const getCampaignSummary: Endpoint = {
	route: 'GET /api/campaign/{campaignId}/stats',
	fields: [campaignId, period],
	query: periodOf,
	answer: {
		as: 'record',
		row: (record, input) => ({ campaignId: input.id('campaignId'), ...record }),
	},
};
