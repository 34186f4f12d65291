import type { RequestOperation } from '../../operations/operation';
import { channelName, color, description, starred } from './fields';

/** `POST /api/channel/add` of the legacy API (Channels). */
export const create: RequestOperation = {
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
	body: (input) => ({ name: input.string('name'), ...input.collection('additionalFields') }),
};
