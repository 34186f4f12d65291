import { z } from 'zod/v4';

import type { Resource } from '../context.mts';
import { legacyList } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';

interface SplashRow {
	id: number;
	name: string;
	created_at: string;
}

const record = z.strictObject({ id: z.int(), name: z.string(), date: z.string() });

/** Custom splash pages, which the legacy API only lists (legacy API, Custom splash). */
export const legacySplash: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS splash_pages (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			name TEXT NOT NULL,
			created_at TEXT NOT NULL
		);
		${toCounterSql('splash_pages')}`,

	seed({ store }) {
		const created_at = '2026-01-13T10:00:00.000Z';
		store.insert('splash_pages', { name: 'Product 1 promo', created_at });
		store.insert('splash_pages', { name: 'Contact page', created_at });
	},

	fill: {
		name: 'splash',
		table: 'splash_pages',
		make: ({ store }, n, created_at) =>
			store.insert('splash_pages', { name: `Filled ${n}`, created_at }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;

		app.get(
			'/v3/api/splash',
			{
				config: { access: 'full' },
				schema: {
					tags: ['Legacy: Custom splash'],
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('splash', record) },
				},
			},
			({ query }) => {
				const source = store.list('splash_pages', toSplashRecord);
				return legacyList('splash', sandbox.settings, query, source);
			},
		);
	},
};

function toSplashRecord({ id, name, created_at: createdAt }: SplashRow) {
	return { id, name, date: schemas.toTimestamp(createdAt) };
}
