import type { Endpoint } from '../../operation/operation';
import { channelId } from './fields';

/** `DELETE /api/channel/:id/delete` of v3, which also unassigns the items (document 1, Channels). */
export const remove: Endpoint = {
	route: 'DELETE legacy:/api/channel/{channelId}/delete',
	fields: [channelId],
	answer: { as: 'deleted' },
};
