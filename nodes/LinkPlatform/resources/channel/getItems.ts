import type { Endpoint } from '../../operation/operation';
import { paging } from '../fields';
import { channelId } from './fields';

/** `GET /api/channel/:id` of v3; items of different types may share an id (document 1, Channels). */
export const getItems: Endpoint = {
	route: 'GET legacy:/api/channel/{channelId}',
	fields: [channelId, ...paging],
	answer: { as: 'list', collections: ['items'] },
};
