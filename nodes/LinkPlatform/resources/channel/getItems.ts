import { getMany } from '../getMany';
import { channelId } from './fields';

/** Items of different types may share an id (legacy API, Channels). */
export const getItems = getMany(
	{ route: 'GET legacy:/api/channel/{channelId}', collections: ['items'] },
	{
		name: 'Get Items',
		action: 'Get channel items',
		description: 'Get the links, bio pages and QR codes in a channel',
		parent: channelId,
	},
);
