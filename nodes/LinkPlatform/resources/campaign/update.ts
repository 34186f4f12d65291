import type { RequestOperation } from '../../runner/operation';
import { updateFields } from '../../runner/updateFields';
import { campaignId, description, name } from './fields';

export const update: RequestOperation = {
	action: 'Update campaign',
	description: 'Change the name or description of a campaign',
	route: 'PUT /api/campaign/{campaignId}/update',
	fields: [campaignId, ...updateFields([description, name], ['description'])],
};
