import type { RequestOperation } from '../../operations/operation';
import { campaignName, rotator } from './fields';
import { toCampaign } from './record';

/** `POST /api/campaign/add` of the legacy API, where even the name is optional (Campaigns). */
export const create: RequestOperation = {
	route: 'POST legacy:/api/campaign/add',
	fields: [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [campaignName, ...rotator],
		},
	],
	body: (input) => input.collection('additionalFields'),
	response: { as: 'record', toItem: toCampaign },
};
