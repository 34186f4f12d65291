import { getMany } from '../getMany';
import { channelId } from './fields';

/** Gets the items of a channel. Items of different types may have the same ID (legacy API, Channels). */
export const getItems = getMany(
	{ route: 'GET legacy:/api/channel/{channelId}', collections: ['items'] },
	{
		name: 'Get Items',
		action: 'Get channel items',
		description: 'Get the links, bio pages and QR codes in a channel',
		parent: channelId,
	},
);
