import { deletion } from '../deletion';
import { channelId } from './fields';

/** `DELETE /api/channel/:id/delete` of the legacy API, which also unassigns the items (Channels). */
export const remove = deletion({
	action: 'Delete channel permanently',
	description: 'Permanently delete a channel, keeping its items',
	route: 'DELETE legacy:/api/channel/{channelId}/delete',
	fields: [channelId],
});
