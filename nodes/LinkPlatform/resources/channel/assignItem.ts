import { choice } from '../../runner/fields';
import type { Field, RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { shownFor } from '../fields';
import { linkId } from '../link/fields';
import { qrCodeId } from '../qrCode/fields';
import { channelId } from './fields';

/** Assigns an item to a channel: `POST /api/channel/:channelid/assign/:type/:itemid` (legacy API, Channels). */
export const assignItem: RequestOperation = {
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

/**
 * Returns the field for items of one type. The field isn't marked as required: an empty ID is rejected when the URL
 * path is built.
 */
function item(itemType: string, locator: Field): Field {
	const description = "The link, QR code or bio page, depending on 'Item Type'";
	return shownFor('itemType', itemType, { ...locator, name: 'itemId', description });
}
