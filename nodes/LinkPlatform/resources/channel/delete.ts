import type { RequestOperation } from '../../operations/operation';
import { channelId } from './fields';

/** `DELETE /api/channel/:id/delete` of v3, which also unassigns the items (document 1, Channels). */
export const remove: RequestOperation = {
	route: 'DELETE legacy:/api/channel/{channelId}/delete',
	fields: [channelId],
	response: { as: 'deleted' },
};
