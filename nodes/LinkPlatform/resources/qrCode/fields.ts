import { toShortUrlKey } from '../../api/identity';
import { byId, color, locator, text, url, whole } from '../../runner/fields';
import { findByShortUrl } from './qrCodeLookup';

export const qrCodeId = locator(
	'QR Code',
	'qrCodeId',
	'searchQrCodes',
	[
		byId,
		{
			displayName: 'By Short URL',
			name: 'url',
			placeholder: 'e.g. https://go.example.com/poster',
		},
	],
	{
		url: findByShortUrl,
		// Users often enter the short URL from a printed QR code as its ID.
		id: async (given, account) =>
			toShortUrlKey(given) === '' ? given : await findByShortUrl(given, account),
	},
);

export const name = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Poster, main entrance',
	description: 'Also the default name of the image file',
});

export const targetUrl = url('URL', 'url', {
	required: true,
	placeholder: 'e.g. https://example.com/menu',
	description: 'URL that a scan opens',
});

export const background = color('Background Color', 'background', {
	default: '#FFFFFF',
});

export const foreground = color('Foreground Color', 'foreground', {
	description: 'Must be much darker than the background',
});

export const size = whole('Size in Account (Pixels)', 'size', 1, {
	default: 300,
	description: "Downloads use 'Image Size (Pixels)'",
});
