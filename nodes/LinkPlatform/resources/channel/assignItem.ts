import type { RequestOperation } from '../../operations/operation';
import { channelId } from './fields';

/** `POST /api/channel/:channelid/assign/:type/:itemid` of the legacy API (Channels). */
export const assignItem: RequestOperation = {
	route: 'POST legacy:/api/channel/{channelId}/assign/{itemType}/{itemId}',
	fields: [
		channelId,
		{
			displayName: 'Item Type',
			name: 'itemType',
			type: 'options',
			default: 'links',
			required: true,
			description: 'What is put into the channel',
			options: [
				{ name: 'Bio Page', value: 'bio' },
				{ name: 'Link', value: 'links' },
				{ name: 'QR Code', value: 'qr' },
			],
		},
		{
			displayName: 'Item ID',
			name: 'itemId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 42',
			description: 'The ID of the link, bio page or QR code',
		},
	],
};
