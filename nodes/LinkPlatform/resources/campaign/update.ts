import { clearFields, getChanges } from '../../runner/clearFields';
import { collection, optional } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { campaignId, description, name } from './fields';

const fields = [description, optional(name)];

export const update: RequestOperation = {
	action: 'Update campaign',
	description: 'Change the name or description of a campaign',
	route: 'PUT /api/campaign/{campaignId}/update',
	fields: [campaignId, collection('Update Fields', fields), clearFields(fields, ['description'])],
	body: (input) => getChanges(input, fields),
};
