import { collection, optional } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { campaignId, description, name } from './fields';

export const update: RequestOperation = {
	name: 'Update',
	action: 'Update campaign',
	description: 'Change the name or description of a campaign',
	route: 'PUT /api/campaign/{campaignId}/update',
	fields: [campaignId, collection('Update Fields', [description, optional(name)])],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
