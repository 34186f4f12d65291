import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import { checkFree, readPage, Refusal, toFieldRefusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { Uploads } from '../uploads.mts';
import { createAlias, getSystemHost } from './links.mts';
import { passwordQuery, sendPage } from './visits.mts';

/** A row of the table `files`. */
interface FileRow {
	id: number;
	name: string;
	file_name: string;
	mime_type: string;
	size: number;
	sha256: string;
	/** The name of the stored file in the uploads folder; null if the file is empty. */
	content: string | null;
	alias: string;
	/** The host name of the file's short URL; null for the system domain. */
	domain: string | null;
	password: string | null;
	expiry: string | null;
	max_downloads: number | null;
	downloads: number;
	created_at: string;
}

const day = z.iso.date('must be a date such as 2026-01-31');
/** The query parameters of an upload. */
const settings = z
	.strictObject({
		name: schemas.text,
		custom: schemas.alias,
		domain: z.string().min(1).describe("one of the account's verified domains, as a name or URL"),
		password: schemas.text,
		expiry: day.describe('the last day on which the file can be downloaded, in UTC'),
		maxdownloads: z.coerce.number().int().min(1),
	})
	.partial();

/** Assumed: every file name is valid unless it is a path. */
const fileName = z
	.string()
	.min(1)
	.max(255)
	.regex(/^[^/\\\p{Cc}]+$/u, 'must be a name without slashes')
	.refine((name) => !/^\.+$/.test(name), 'must be a name');

/** The uploads of each account. */
const stores = new WeakMap<Sandbox, Uploads>();

const tag = 'Legacy: Files';

/** Files with a short URL (legacy API, Files), and the public page for downloading them. */
export const files: Resource = {
	tables: createTable(
		'files',
		`name TEXT NOT NULL, file_name TEXT NOT NULL, mime_type TEXT NOT NULL, size INTEGER NOT NULL,
		sha256 TEXT NOT NULL, content TEXT, alias TEXT NOT NULL UNIQUE, domain TEXT, password TEXT,
		expiry TEXT, max_downloads INTEGER, downloads INTEGER NOT NULL DEFAULT 0`,
	),

	seed(sandbox) {
		getUploads(sandbox).clear();
		insertEmpty(sandbox, 'Price list', 'price-list', '2026-01-16T12:00:00.000Z');
		insertEmpty(sandbox, 'Photo', 'photo', '2026-01-17T12:00:00.000Z');
	},

	fill: {
		name: 'files',
		make: (sandbox, n, now) => insertEmpty(sandbox, `Filled ${n}`, `${createAlias()}-${n}`, now),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		app.addHook('onClose', () => getUploads(sandbox).close());

		endpoints(app, tag)(
			'GET /v3/api/files',
			{ query: schemas.pageQuery.extend({ name: z.string().optional() }) },
			({ query }) => {
				const { name = '' } = query;
				const toRecord = (row: FileRow) => toFileRecord(sandbox, row);
				const source =
					name === ''
						? store.list('files', toRecord)
						: store.listWhere('files WHERE instr(lower(name), lower(?))', [name], toRecord);
				// The legacy API documents say about the list of files: "These fields sit at the top level with no
				// `data` wrapper".
				const { paging, rows } = readPage(sandbox.settings, query, 15, source);
				return { error: '0' as const, ...paging, list: rows };
			},
		);

		addUpload(app, sandbox);

		endpoints(app, tag)('GET /f/:alias', { query: passwordQuery }, ({ params, query }, reply) => {
			const row = store.get<FileRow>('SELECT * FROM files WHERE alias = ?', params.alias);
			if (!row) return sendPage(reply, 404, 'This file does not exist.');
			if (isOver(row)) return sendPage(reply, 410, 'This file is no longer available.');
			if (row.password !== null && query.password !== row.password) {
				return sendPage(reply, 401, 'This file needs a password: <form><input name="password">');
			}
			store.run('UPDATE files SET downloads = downloads + 1 WHERE id = ?', row.id);
			const encoded = encodeURIComponent(row.file_name);
			return reply
				.type(row.mime_type)
				.header('Content-Length', row.size)
				.header('Content-Disposition', `attachment; filename*=UTF-8''${encoded}`)
				.header('ETag', `"${row.sha256}"`)
				.header('Cache-Control', 'no-store')
				.send(row.content === null ? '' : getUploads(sandbox).read(row.content));
		});
	},
};

/** Adds the route that uploads a file. */
function addUpload(app: SandboxApp, sandbox: Sandbox) {
	// Register the upload in its own Fastify scope. In that scope, bodies of any content type are passed on as a
	// stream.
	void app.register((scope, _options, ready) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
		// Read the whole request before closing the connection. Otherwise, a client that is still sending couldn't
		// read why it was refused.
		scope.addHook('onSend', async ({ raw }) => {
			raw.resume();
			await finished(raw, { writable: false }).catch(() => {});
		});
		endpoints(scope as SandboxApp, tag)(
			'POST /v3/api/files/upload/:filename',
			{
				description:
					'Content types are not documented. Assumed: any type is accepted, and returned with the download.',
				params: { filename: fileName },
				query: settings,
				body: z.any().describe('the content of the file'),
			},
			async (request) => {
				const { params, query } = request;
				const row = await upload(sandbox, request, params.filename, query);
				return { error: 0 as const, id: row.id, shorturl: getShortUrl(sandbox, row) };
			},
		);
		ready();
	});
}

/**
 * Stores an uploaded file, and resolves with its row. Refuses a file that is too large (413), an alias that is in use
 * (409) and an unknown domain.
 */
async function upload(
	sandbox: Sandbox,
	request: FastifyRequest,
	name: string,
	query: z.output<typeof settings>,
) {
	const { store } = sandbox;
	const { maxUploadBytes } = sandbox.settings.legacy;
	const tooLarge = new Refusal(413, `A file may have at most ${maxUploadBytes} bytes.`);
	if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes) throw tooLarge;
	const { custom } = query;
	if (custom !== undefined) checkFree(sandbox, 'files', 'alias', custom);
	const domain = query.domain === undefined ? null : toHost(sandbox, query.domain);

	const body = request.body instanceof Readable ? request.body : Readable.from([]);
	const kept = await getUploads(sandbox).keep(body, maxUploadBytes);
	if (!kept) throw tooLarge;
	// Check the alias again: another upload may have taken it while this one was received.
	if (custom !== undefined) checkFree(sandbox, 'files', 'alias', custom);
	const id = store.insert('files', {
		name: query.name ?? name,
		file_name: name,
		mime_type: request.headers['content-type'] ?? 'application/octet-stream',
		...kept,
		alias: custom ?? createAlias(),
		domain,
		password: query.password,
		expiry: query.expiry,
		max_downloads: query.maxdownloads,
	});
	return store.find<FileRow>('files', id)!;
}

/** Adds an empty text file. */
function insertEmpty({ store }: Sandbox, name: string, alias: string, createdAt: string) {
	store.insert('files', {
		name,
		file_name: `${alias}.txt`,
		mime_type: 'text/plain',
		size: 0,
		sha256: createHash('sha256').digest('hex'),
		alias,
		created_at: createdAt,
	});
}

/** Returns the uploads of an account. */
function getUploads(sandbox: Sandbox) {
	const uploads = stores.get(sandbox) ?? new Uploads(sandbox.store);
	stores.set(sandbox, uploads);
	return uploads;
}

/** Returns the host name of a verified domain, or null for the system domain. Refuses any other domain. */
function toHost(sandbox: Sandbox, given: string) {
	const name = given.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
	if (name === getSystemHost(sandbox)) return null;
	if (!sandbox.store.get('SELECT 1 FROM domains WHERE domain = ? AND verified', name)) {
		throw toFieldRefusal('domain', `"${name}" is no verified domain`);
	}
	return name;
}

/** True if the file has expired or has reached its maximum number of downloads. */
function isOver({ expiry, max_downloads: most, downloads }: FileRow) {
	const today = new Date().toISOString().slice(0, 10);
	return (expiry !== null && expiry < today) || (most !== null && downloads >= most);
}

function getShortUrl({ url }: Sandbox, { alias, domain }: FileRow) {
	return `${domain === null ? url : `https://${domain}`}/f/${alias}`;
}

/** Returns a file in the API's format. */
function toFileRecord(sandbox: Sandbox, row: FileRow): object {
	const { id, name, downloads, created_at: createdAt } = row;
	const date = schemas.toTimestamp(createdAt);
	return { id, name, downloads, shorturl: getShortUrl(sandbox, row), date };
}
