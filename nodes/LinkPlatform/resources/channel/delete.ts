import type { RequestOperation } from '../../runner/operation';
import { channelId } from './fields';

/**
 * Deletes a channel: `DELETE /api/channel/:id/delete` (legacy API, Channels). Its items are unassigned, not
 * deleted.
 */
export const remove: RequestOperation = {
	action: 'Delete channel permanently',
	description: 'Permanently delete a channel. Its items are kept.',
	route: 'DELETE legacy:/api/channel/{channelId}/delete',
	fields: [channelId],
};
