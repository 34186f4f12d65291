import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { readPage, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { counted } from '../store.mts';
import { Uploads } from '../uploads.mts';
import type { DomainRow } from './domains.mts';
import { invalid, newAlias, systemHost } from './links.mts';
import { page } from './visits.mts';

interface FileRow {
	id: number;
	name: string;
	file_name: string;
	mime_type: string;
	size: number;
	sha256: string;
	/** where its content is kept; null = a record made by `fill` */
	content: string | null;
	alias: string;
	/** null = the system domain */
	domain: string | null;
	password: string | null;
	expiry: string | null;
	max_downloads: number | null;
	downloads: number;
	created_at: string;
}

const record = z.strictObject({
	id: z.int(),
	name: z.string(),
	downloads: z.int(),
	shorturl: z.string(),
	date: z.string(),
});

/** "These fields sit at the top level with no `data` wrapper" (document 1, Files). */
const listing = z.strictObject({
	error: z.literal('0'),
	result: z.int(),
	perpage: z.int(),
	currentpage: z.int(),
	nextpage: z.int().nullish(),
	maxpage: z.int(),
	list: z.array(record),
});

const day = z.iso.date('must be a date such as 2026-01-31');
const settings = z
	.strictObject({
		name: schemas.text,
		custom: schemas.alias,
		domain: z.string().min(1).describe("one of the account's verified domains, as a name or URL"),
		password: schemas.text,
		expiry: day.describe('the last day on which the file can be downloaded, UTC'),
		maxdownloads: z.coerce.number().int().min(1),
	})
	.partial();

/** Assumed: any name but a path. */
const fileName = z
	.string()
	.min(1)
	.max(255)
	.regex(/^[^/\\\p{Cc}]+$/u, 'must be a name without slashes')
	.refine((name) => !/^\.+$/.test(name), 'must be a name');

const stores = new WeakMap<Sandbox, Uploads>();

/** Files with a short URL (document 1, Files), and the public page that hands them out. */
export const legacyFiles: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS files (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			name TEXT NOT NULL,
			file_name TEXT NOT NULL,
			mime_type TEXT NOT NULL,
			size INTEGER NOT NULL,
			sha256 TEXT NOT NULL,
			content TEXT,
			alias TEXT NOT NULL UNIQUE,
			domain TEXT,
			password TEXT,
			expiry TEXT,
			max_downloads INTEGER,
			downloads INTEGER NOT NULL DEFAULT 0,
			created_at TEXT NOT NULL
		);
		${counted('files')}`,

	seed(sandbox) {
		uploadsOf(sandbox).clear();
		insertEmpty(sandbox, 'Price list', 'price-list', '2026-01-16T12:00:00.000Z');
		insertEmpty(sandbox, 'Photo', 'photo', '2026-01-17T12:00:00.000Z');
	},

	fill: {
		name: 'files',
		make: (sandbox, n) => {
			const createdAt = new Date().toISOString();
			for (let i = 0; i < n; i += 1) insertEmpty(sandbox, `Filled ${i}`, randomUUID(), createdAt);
		},
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['v3: Files'];
		app.addHook('onClose', () => uploadsOf(sandbox).close());

		app.get(
			'/v3/api/files',
			{
				config: { access: 'full' },
				schema: {
					tags,
					querystring: schemas.pageQuery.extend({ name: z.string().optional() }),
					response: { 200: listing },
				},
			},
			({ query }) => {
				const from = 'FROM files WHERE instr(lower(name), lower(?1))';
				const sql = `SELECT * ${from} ORDER BY id LIMIT ? OFFSET ?`;
				const { name = '' } = query;
				const { paging, rows } = readPage(sandbox.settings, query, 15, {
					total:
						name === ''
							? store.count('files')
							: store.get<{ n: number }>(`SELECT COUNT(*) AS n ${from}`, name)!.n,
					rows: (limit, offset) => store.all<FileRow>(sql, name, limit, offset),
				});
				return {
					error: '0' as const,
					...paging,
					list: rows.map((row) => fileRecord(sandbox, row)),
				};
			},
		);

		// A scope of its own: here, and nowhere else, a body of any content type is a stream.
		void app.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
			scope.addHook('onSend', async (request, _reply, payload) => {
				await readToEnd(request);
				return payload;
			});
			scope.withTypeProvider<typeof app extends { withTypeProvider: infer _ } ? never : never>();
		});

		app.get(
			'/f/:alias',
			{
				config: { access: 'public' },
				schema: {
					tags: ['Public pages'],
					params: z.strictObject({ alias: z.string() }),
					querystring: z.looseObject({ password: z.string().optional() }),
				},
			},
			({ params, query }, reply) => {
				const sql = 'SELECT * FROM files WHERE alias = ?';
				const row = store.get<FileRow>(sql, params.alias);
				if (!row) return page(reply, 404, 'This file does not exist.');
				if (isOver(row)) return page(reply, 410, 'This file is no longer available.');
				if (row.password !== null && query.password !== row.password) {
					return page(reply, 401, 'This file needs a password: <form><input name="password">');
				}
				store.run('UPDATE files SET downloads = downloads + 1 WHERE id = ?', row.id);
				const encoded = encodeURIComponent(row.file_name);
				return reply
					.type(row.mime_type)
					.header('Content-Length', row.size)
					.header('Content-Disposition', `attachment; filename*=UTF-8''${encoded}`)
					.header('ETag', `"${row.sha256}"`)
					.header('Cache-Control', 'no-store')
					.send(row.content === null ? '' : uploadsOf(sandbox).read(row.content));
			},
		);
	},
};
