import type { Endpoint } from '../../operation/operation';
import { campaignName, rotator } from './fields';
import { campaignOf } from './record';

/** `POST /api/campaign/add` of v3, where even the name is optional (document 1, Campaigns). */
export const create: Endpoint = {
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
	body: (input) => input.group('additionalFields'),
	answer: { as: 'record', row: campaignOf },
};
