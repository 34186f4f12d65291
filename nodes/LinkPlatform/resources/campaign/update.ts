import type { RequestOperation } from '../../operations/operation';
import { optional } from '../fields';
import { campaignId, description, name } from './fields';

export const update: RequestOperation = {
	route: 'PUT /api/campaign/{campaignId}/update',
	fields: [
		campaignId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [description, optional(name)],
		},
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
