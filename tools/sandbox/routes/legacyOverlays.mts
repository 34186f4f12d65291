import { z } from 'zod/v4';

import type { Resource } from '../context.mts';
import { legacyList } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';

interface OverlayRow {
	id: number;
	type: string;
	name: string;
	created_at: string;
}

const record = z.strictObject({
	id: z.int(),
	type: z.string().describe('message and contact were observed'),
	name: z.string(),
	date: z.string(),
});

/** CTA overlays, which the legacy API only lists (legacy API, CTA overlays). */
export const legacyOverlays: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS overlays (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			type TEXT NOT NULL,
			name TEXT NOT NULL,
			created_at TEXT NOT NULL
		);
		${toCounterSql('overlays')}`,

	seed({ store }) {
		const created_at = '2026-01-12T14:00:00.000Z';
		store.insert('overlays', { type: 'message', name: 'Product 1 promo', created_at });
		store.insert('overlays', { type: 'contact', name: 'Contact page', created_at });
	},

	fill: {
		name: 'overlays',
		table: 'overlays',
		make: ({ store }, n, created_at) =>
			store.insert('overlays', { type: 'message', name: `Filled ${n}`, created_at }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;

		app.get(
			'/v3/api/overlay',
			{
				config: { access: 'full' },
				schema: {
					tags: ['Legacy: CTA overlays'],
					querystring: schemas.pageQuery,
					response: {
						200: z.union([
							schemas.legacyListAnswer('cta', record),
							schemas.legacyListAnswer('overlay', record),
						]),
					},
				},
			},
			({ query }) => {
				const { settings } = sandbox;
				const source = store.list('overlays', toOverlayRecord);
				return legacyList(settings.legacy.overlays, settings, query, source);
			},
		);
	},
};

function toOverlayRecord({ id, type, name, created_at: createdAt }: OverlayRow) {
	return { id, type, name, date: schemas.toTimestamp(createdAt) };
}
