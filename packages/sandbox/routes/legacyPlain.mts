import { z } from 'zod';

import type { Resource } from '../context.mts';
import { crud } from '../endpoints.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import type { Values } from '../store.mts';

/** The columns that all of these tables share. */
interface Row {
	id: number;
	name: string;
	created_at: string;
}

/** Returns a row in the legacy API's format. */
const toRecord = ({ created_at: at, ...row }: Row) => ({ ...row, date: schemas.toTimestamp(at) });

const pixelTypes = [
	'gtmpixel',
	'gapixel',
	'fbpixel',
	'adwordspixel',
	'linkedinpixel',
	'twitterpixel',
	'adrollpixel',
	'quorapixel',
	'pinterest',
	'bing',
	'snapchat',
	'reddit',
	'tiktok',
];

/**
 * Returns a resource with one table of flat records. `first` holds its demo data, and `toFilled` creates more rows
 * for `fill`.
 */
const plain = (
	table: string,
	columns: string,
	created_at: string,
	first: Values[],
	toFilled: (n: number) => Values,
	name = table,
): Omit<Resource, 'routes'> => ({
	tables: createTable(table, columns),
	seed({ store }) {
		for (const row of first) store.insert(table, { ...row, created_at });
	},
	fill: { name, table, make: ({ store }, n) => store.insert(table, toFilled(n)) },
});

/** Tracking pixels (legacy API, Pixels). */
export const pixels: Resource = {
	...plain(
		'pixels',
		'type TEXT NOT NULL, name TEXT NOT NULL, tag TEXT NOT NULL',
		'2026-01-14T11:00:00.000Z',
		[
			{ type: 'gtmpixel', name: 'GTM pixel', tag: 'GTM-ABCDE' },
			{ type: 'twitterpixel', name: 'Twitter pixel', tag: '1234567' },
		],
		(n) => ({ type: 'bing', name: `Filled ${n}`, tag: `${n}` }),
	),
	routes: (app, sandbox) =>
		crud(app, sandbox, {
			tag: 'Legacy: Pixels',
			path: '/v3/api/pixel',
			table: 'pixels',
			noun: 'pixel',
			toRecord,
			list: {},
			add: {
				body: z.strictObject({ type: z.enum(pixelTypes), name: schemas.text, tag: schemas.text }),
				returns: 'id',
			},
			update: {
				body: z.strictObject({ name: schemas.text.optional(), tag: schemas.text }),
				returns: 'message',
			},
			remove: {},
		}),
};

/**
 * CTA overlays, which the legacy API can only list (legacy API, CTA overlays). The types message and contact were
 * observed at a deployment.
 */
export const overlays: Resource = {
	...plain(
		'overlays',
		'type TEXT NOT NULL, name TEXT NOT NULL',
		'2026-01-12T14:00:00.000Z',
		[
			{ type: 'message', name: 'Product 1 promo' },
			{ type: 'contact', name: 'Contact page' },
		],
		(n) => ({ type: 'message', name: `Filled ${n}` }),
	),
	routes: (app, sandbox) =>
		crud(app, sandbox, {
			tag: 'Legacy: CTA overlays',
			path: '/v3/api/overlay',
			noun: 'overlay',
			table: 'overlays',
			toRecord,
			list: { path: '/v3/api/overlay', name: () => sandbox.settings.legacy.overlays },
		}),
};

/** Custom splash pages, which the legacy API can only list (legacy API, Custom splash). */
export const splashPages: Resource = {
	...plain(
		'splash_pages',
		'name TEXT NOT NULL',
		'2026-01-13T10:00:00.000Z',
		[{ name: 'Product 1 promo' }, { name: 'Contact page' }],
		(n) => ({ name: `Filled ${n}` }),
		'splash',
	),
	routes: (app, sandbox) =>
		crud(app, sandbox, {
			tag: 'Legacy: Custom splash',
			path: '/v3/api/splash',
			noun: 'splash page',
			table: 'splash_pages',
			toRecord,
			list: { path: '/v3/api/splash', name: () => 'splash' },
		}),
};
