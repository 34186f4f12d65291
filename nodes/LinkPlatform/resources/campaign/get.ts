import type { RequestOperation } from '../../operations/operation';
import { campaignId } from './fields';

export const get: RequestOperation = {
	route: 'GET /api/campaign/{campaignId}',
	fields: [campaignId],
};
