import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, done, legacyList, findOrRefuse } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';

interface PixelRow {
	id: number;
	type: string;
	name: string;
	tag: string;
	created_at: string;
}

const record = z.strictObject({
	id: z.int(),
	type: z.string(),
	name: z.string(),
	tag: z.string(),
	date: z.string(),
});

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
] as const;

/** Tracking pixels (legacy API, Pixels). */
export const legacyPixels: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS pixels (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			type TEXT NOT NULL,
			name TEXT NOT NULL,
			tag TEXT NOT NULL,
			created_at TEXT NOT NULL
		);
		${toCounterSql('pixels')}`,

	seed({ store }) {
		const created_at = '2026-01-14T11:00:00.000Z';
		const seeded = [
			['gtmpixel', 'GTM pixel', 'GTM-ABCDE'],
			['twitterpixel', 'Twitter pixel', '1234567'],
		];
		for (const [type, name, tag] of seeded) {
			store.insert('pixels', { type, name, tag, created_at });
		}
	},

	fill: {
		name: 'pixels',
		table: 'pixels',
		make: ({ store }, n, created_at) =>
			store.insert('pixels', { type: 'bing', name: `Filled ${n}`, tag: `${n}`, created_at }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Legacy: Pixels'];
		const config = { access: 'full' as const };

		app.get(
			'/v3/api/pixels',
			{
				config,
				schema: {
					tags,
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('pixels', record) },
				},
			},
			({ query }) => {
				const source = store.list('pixels', toPixelRecord);
				return legacyList('pixels', sandbox.settings, query, source);
			},
		);

		app.post(
			'/v3/api/pixel/add',
			{
				config,
				schema: {
					tags,
					body: z.strictObject({
						type: z.enum(pixelTypes),
						name: schemas.text,
						tag: schemas.text,
					}),
					response: { 200: z.strictObject({ error: z.literal(0), id: z.int() }) },
				},
			},
			({ body }) => {
				const id = store.insert('pixels', { ...body, created_at: new Date().toISOString() });
				return { error: 0 as const, id };
			},
		);

		app.put(
			'/v3/api/pixel/:id/update',
			{
				config,
				schema: {
					tags,
					params: schemas.idParams,
					body: z.strictObject({ name: schemas.text.optional(), tag: schemas.text }),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ params, body }) => {
				findPixel(sandbox, params.id);
				store.update('pixels', params.id, body);
				return done('Pixel has been updated successfully.');
			},
		);

		app.delete(
			'/v3/api/pixel/:id/delete',
			{ config, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				findPixel(sandbox, params.id);
				store.remove('pixels', params.id);
				deleted(reply, sandbox.settings, 'Pixel has been deleted successfully.');
			},
		);
	},
};

function findPixel(sandbox: Sandbox, id: number): PixelRow {
	return findOrRefuse(sandbox, 'pixels', id, 'pixel');
}

function toPixelRecord({ id, type, name, tag, created_at: createdAt }: PixelRow) {
	return { id, type, name, tag, date: schemas.toTimestamp(createdAt) };
}
