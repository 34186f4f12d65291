import type { RequestOperation } from '../../runner/operation';
import { campaignId } from './fields';

export const get: RequestOperation = {
	action: 'Get campaign',
	description: 'Retrieve a campaign',
	route: 'GET /api/campaign/{campaignId}',
	fields: [campaignId],
};
