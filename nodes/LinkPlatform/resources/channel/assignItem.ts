import { choice } from '../../runner/fields';
import type { Field, RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { shownFor } from '../fields';
import { linkId } from '../link/fields';
import { qrCodeId } from '../qrCode/fields';
import { channelId } from './fields';

/** `POST /api/channel/:channelid/assign/:type/:itemid` of the legacy API (Channels). */
export const assignItem: RequestOperation = {
	name: 'Assign Item',
	action: 'Assign item to channel',
	description: 'Put a link, bio page or QR code into a channel',
	route: 'POST legacy:/api/channel/{channelId}/assign/{itemType}/{itemId}',
	fields: [
		channelId,
		choice(
			'Item Type',
			'itemType',
			[
				{ name: 'Link', value: 'links' },
				{ name: 'QR Code', value: 'qr' },
				{ name: 'Bio Page', value: 'bio' },
			],
			{ required: true },
		),
		item('links', linkId),
		item('qr', qrCodeId),
		item('bio', bioPageId),
	],
};

/** The field for items of one type. An empty ID is refused when the path is made of it. */
function item(itemType: string, locator: Field): Field {
	const description = "The link, QR code or bio page, depending on 'Item Type'";
	return shownFor('itemType', itemType, { ...locator, name: 'itemId', description });
}
