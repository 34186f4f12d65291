import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, done, legacyList, Refusal } from '../envelope.mts';
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
		make: ({ store }, n) => {
			const created_at = new Date().toISOString();
			for (let i = 0; i < n; i += 1) {
				store.insert('pixels', { type: 'bing', name: `Filled ${i}`, tag: `${i}`, created_at });
			}
		},
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
				const sql = 'SELECT * FROM pixels ORDER BY id LIMIT ? OFFSET ?';
				return legacyList('pixels', sandbox.settings, query, {
					total: store.count('pixels'),
					rows: (limit, offset) => store.all<PixelRow>(sql, limit, offset).map(toPixelRecord),
				});
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

function findPixel({ store }: Sandbox, id: number): PixelRow {
	const row = store.find<PixelRow>('pixels', id);
	if (!row) throw new Refusal(404, `There is no pixel with id ${id}.`);
	return row;
}

function toPixelRecord({ id, type, name, tag, created_at: createdAt }: PixelRow) {
	return { id, type, name, tag, date: schemas.toTimestamp(createdAt) };
}
