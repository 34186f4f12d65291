import type { Endpoint } from '../../operation/operation';
import { channelName, color, description, starred } from './fields';

/** `POST /api/channel/add` of v3 (document 1, Channels). */
export const create: Endpoint = {
	route: 'POST legacy:/api/channel/add',
	fields: [
		{ ...channelName, required: true },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [color, description, starred],
		},
	],
	body: (input) => ({ name: input.text('name'), ...input.group('additionalFields') }),
};
