import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { badgeColor, channelId, channelName, description, starred } from './fields';

/**
 * Updates a channel: `PUT /api/channel/:id/update` (legacy API, Channels). Only some deployments return the
 * record.
 */
export const update: RequestOperation = {
	action: 'Update channel',
	description: 'Change the name, description, color or star of a channel',
	route: 'PUT legacy:/api/channel/{channelId}/update',
	fields: [channelId, collection('Update Fields', [badgeColor, description, channelName, starred])],
};
