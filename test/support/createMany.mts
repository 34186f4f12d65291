/** The rows and settings with which most tests run QR Code > Create Many. */
import { toItems } from './sent.mts';
import type { World } from './world.mts';

/** Returns rows with different names and URLs, numbered from `from`. */
export const toRows = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => ({
		name: `Table ${from + n}`,
		url: `https://example.com/table/${from + n}`,
	}));

/** Returns a function that runs Create Many on rows; images and input fields are off unless `more` turns them on. */
export const createManyIn =
	(world: World) =>
	(given: object[], more: object = {}, settings: object = {}) =>
		world.run(
			'qrCode',
			'createMany',
			{
				name: '={{ $json.name }}',
				url: '={{ $json.url }}',
				downloadImage: false,
				includeInputFields: false,
				...more,
			},
			{ items: toItems(given), ...settings },
		);
