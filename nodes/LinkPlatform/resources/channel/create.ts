import { collection } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { badgeColor, channelName, description, starred } from './fields';

/** Creates a channel: `POST /api/channel/add` (legacy API, Channels). */
export const create: RequestOperation = {
	action: 'Create channel',
	description: 'Create a channel to group links, bio pages and QR codes',
	route: 'POST legacy:/api/channel/add',
	fields: [channelName, collection('Additional Fields', [badgeColor, description, starred])],
};
