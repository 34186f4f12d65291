import type { RequestOperation } from '../../operations/operation';
import { channelId, channelName, color, description, starred } from './fields';

/** `PUT /api/channel/:id/update` of the legacy API; some deployments answer with the record (Channels). */
export const update: RequestOperation = {
	route: 'PUT legacy:/api/channel/{channelId}/update',
	fields: [
		channelId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [color, description, channelName, starred],
		},
	],
	body: (input) => input.nonEmptyCollection('updateFields'),
};
