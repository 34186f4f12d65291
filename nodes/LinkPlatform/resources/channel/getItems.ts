import type { RequestOperation } from '../../runner/operation';
import { paging } from '../fields';
import { getMany } from '../getMany';
import { channelId } from './fields';

/** Items of different types may share an id (legacy API, Channels). */
export const getItems: RequestOperation = {
	name: 'Get Items',
	action: 'Get channel items',
	description: 'Get the links, bio pages and QR codes in a channel',
	...getMany({ route: 'GET legacy:/api/channel/{channelId}', collections: ['items'] }),
	fields: [channelId, ...paging],
};
