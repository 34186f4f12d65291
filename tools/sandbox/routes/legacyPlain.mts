import { z } from 'zod/v4';

import type { Resource } from '../context.mts';
import { crud } from '../endpoints.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';

interface Row {
	id: number;
	name: string;
	created_at: string;
}

const toRecord = <T extends Row>({ created_at: at, ...row }: T) => ({
	...row,
	date: schemas.toTimestamp(at),
});

const pixelTypes = [
	...['gtmpixel', 'gapixel', 'fbpixel', 'adwordspixel', 'linkedinpixel', 'twitterpixel'],
	...['adrollpixel', 'quorapixel', 'pinterest', 'bing', 'snapchat', 'reddit', 'tiktok'],
];

/** Tracking pixels (legacy API, Pixels). */
export const pixels: Resource = {
	tables: createTable('pixels', 'type TEXT NOT NULL, name TEXT NOT NULL, tag TEXT NOT NULL'),

	seed({ store }) {
		const created_at = '2026-01-14T11:00:00.000Z';
		const twitter = { type: 'twitterpixel', name: 'Twitter pixel', tag: '1234567' };
		store.insert('pixels', { type: 'gtmpixel', name: 'GTM pixel', tag: 'GTM-ABCDE', created_at });
		store.insert('pixels', { ...twitter, created_at });
	},

	fill: {
		name: 'pixels',
		make: ({ store }, n) =>
			store.insert('pixels', { type: 'bing', name: `Filled ${n}`, tag: `${n}` }),
	},

	routes: (app, sandbox) =>
		crud(app, sandbox, {
			...{ tag: 'Legacy: Pixels', path: '/v3/api/pixel', table: 'pixels', noun: 'pixel' },
			toRecord: toRecord<Row & { type: string; tag: string }>,
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

/** CTA overlays, which the legacy API only lists (legacy API, CTA overlays). */
export const overlays: Resource = {
	tables: createTable('overlays', 'type TEXT NOT NULL, name TEXT NOT NULL'),

	seed({ store }) {
		const created_at = '2026-01-12T14:00:00.000Z';
		store.insert('overlays', { type: 'message', name: 'Product 1 promo', created_at });
		store.insert('overlays', { type: 'contact', name: 'Contact page', created_at });
	},

	fill: {
		name: 'overlays',
		make: ({ store }, n) => store.insert('overlays', { type: 'message', name: `Filled ${n}` }),
	},

	routes: (app, sandbox) =>
		crud(app, sandbox, {
			...{
				tag: 'Legacy: CTA overlays',
				path: '/v3/api/overlay',
				table: 'overlays',
				noun: 'overlay',
			},
			toRecord: toRecord<Row & { type: string }>,
			list: {
				path: '/v3/api/overlay',
				name: () => sandbox.settings.legacy.overlays,
			},
		}),
};

/** Custom splash pages, which the legacy API only lists (legacy API, Custom splash). */
export const splashPages: Resource = {
	tables: createTable('splash_pages', 'name TEXT NOT NULL'),

	seed({ store }) {
		const created_at = '2026-01-13T10:00:00.000Z';
		store.insert('splash_pages', { name: 'Product 1 promo', created_at });
		store.insert('splash_pages', { name: 'Contact page', created_at });
	},

	fill: {
		name: 'splash',
		table: 'splash_pages',
		make: ({ store }, n) => store.insert('splash_pages', { name: `Filled ${n}` }),
	},

	routes: (app, sandbox) =>
		crud(app, sandbox, {
			...{ tag: 'Legacy: Custom splash', path: '/v3/api/splash', noun: 'splash page' },
			table: 'splash_pages',
			toRecord: toRecord<Row>,
			list: { path: '/v3/api/splash', name: () => 'splash' },
		}),
};
