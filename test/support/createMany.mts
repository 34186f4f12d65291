/** QR Code > Create Many, as most tests of it run it. */
import type { World } from './world.mts';

/** Returns rows with different names and URLs, numbered from `from`. */
export const toRows = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => ({
		name: `Table ${from + n}`,
		url: `https://example.com/table/${from + n}`,
	}));

/** Runs Create Many on rows, without images and input fields unless `more` sets them. */
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
			{ items: given.map((json) => ({ json: { ...json } })), ...settings },
		);
