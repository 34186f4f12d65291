import type { RequestOperation } from '../../runner/operation';
import { channelId } from './fields';

/** `DELETE /api/channel/:id/delete` of the legacy API, which also unassigns the items (Channels). */
export const remove: RequestOperation = {
	name: 'Delete',
	action: 'Delete channel permanently',
	description: 'Permanently delete a channel, keeping its items',
	route: 'DELETE legacy:/api/channel/{channelId}/delete',
	fields: [channelId],
	response: { as: 'deleted' },
};
