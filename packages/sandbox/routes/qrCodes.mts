import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import {
	checkFree,
	checkQuota,
	done,
	findOrRefuse,
	ok,
	readPage,
	Refusal,
	toInvalid,
} from '../envelope.mts';
import { drawArtistic, drawQr, imageTypes } from '../qrImage.mts';
import type { QrDesign } from '../qrImage.mts';
import { isWithinRate } from '../rateLimit.mts';
import * as schemas from '../schemas.mts';
import type { Settings } from '../settings.mts';
import { createTable } from '../store.mts';
import type { Values } from '../store.mts';
import { USER_ID } from './account.mts';
import { announceLink, createAlias, findLink, toShortUrl } from './links.mts';
import type { LinkRow } from './links.mts';
import { sendPage } from './visits.mts';

/**
 * A row of the table `qr_codes`. `size` is in pixels, and `margin` is in modules. A QR code is an image of its link's short
 * URL, so its link decides where it leads.
 */
interface QrRow {
	id: number;
	name: string;
	link_id: number;
	foreground: string;
	background: string;
	error_correction: QrDesign['errorCorrection'];
	size: number;
	margin: number;
	logo: string | null;
	scans: number;
	created_at: string;
}

// The API documents don't state the largest size and margin. Assumed: 4096 pixels and 40 modules.
const size = z.int().min(1).max(4096);
const { hexColor: color } = schemas;
const row = z.strictObject({ name: schemas.text, url: schemas.webUrl });
const creation = row.extend({
	foreground: color.default('#000000'),
	background: color.default('#FFFFFF'),
	errorCorrection: z.enum(['L', 'M', 'Q', 'H']).default('M'),
	size: size.default(300),
	margin: z.int().min(0).max(40).default(4),
	logo: schemas.webUrl.optional().describe('stored, but not downloaded or drawn'),
});
type Creation = z.output<typeof creation>;

/** QR codes (current API, Endpoints, QR codes). */
export const qrCodes: Resource = {
	tables: `
		${createTable(
			'qr_codes',
			`name TEXT NOT NULL, link_id INTEGER NOT NULL, foreground TEXT NOT NULL,
			background TEXT NOT NULL, error_correction TEXT NOT NULL, size INTEGER NOT NULL,
			margin INTEGER NOT NULL, logo TEXT, scans INTEGER NOT NULL DEFAULT 0`,
		)}
		CREATE INDEX IF NOT EXISTS qr_codes_by_link ON qr_codes (link_id);`,

	seed(sandbox) {
		const created_at = '2026-01-20T10:30:00.000Z';
		const add = (name: string, url: string, alias: string) => {
			const linkId = insertLink(sandbox, url, { alias, created_at });
			insertQr(sandbox, creation.parse({ name, url }), linkId, created_at);
		};
		add('Poster', 'https://example.com/poster', 'poster');
		add('Poster 2', 'https://example.com/menu', 'poster-2');
	},

	fill: {
		name: 'qrs',
		table: 'qr_codes',
		make: (sandbox, n) => {
			const url = `https://example.com/${n}`;
			insertQr(sandbox, creation.parse({ name: `Filled ${n}`, url }), insertLink(sandbox, url));
		},
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const toRecord = (qr: QrRow) => toQrRecord(sandbox, qr);

		crud(app, sandbox, {
			tag: 'QR codes',
			scope: 'qr',
			path: '/api/qr',
			table: 'qr_codes',
			noun: 'QR code',
			toRecord,
			toDetail: (qr) => toQrRecord(sandbox, qr, 'details'),
			list: {
				query: schemas.pageQuery.extend({ search: z.string().optional() }),
				source: ({ search }) => findCodes(sandbox, search),
			},
			add: {
				body: creation,
				insert: (body) => {
					checkQuota(sandbox, 'qrs', store.count('qr_codes'));
					const name = toKept(sandbox, body.name);
					if (sandbox.settings.qrNames === 'unique') checkFree(sandbox, 'qr_codes', 'name', name);
					return createQr(sandbox, { ...body, name }).id;
				},
			},
			get: {},
			update: {
				body: schemas.atLeastOne(
					creation
						.pick({ name: true })
						.extend({ foreground: color, background: color, size })
						.partial(),
				),
				change: (_row, { name, ...design }) => ({
					...design,
					...(name === undefined ? {} : { name: toKept(sandbox, name) }),
				}),
			},
			remove: { before: (qr) => removeLink(sandbox, qr) },
		});

		addImageRoutes(app, sandbox);

		endpoints(app, 'QR codes', 'qr')(
			'POST /api/qr/bulk',
			{
				description:
					'The response and the largest number of rows are not documented. The settings choose them.',
				// Each row is validated later, because a setting can let a batch succeed even if some of its rows are
				// invalid.
				body: z.strictObject({
					qrs: z.array(z.unknown().describe('{name, url}')).min(1, 'must hold a row'),
				}),
			},
			(request, reply) => createMany(sandbox, request.body.qrs, request, reply) ?? reply,
		);
	},
};

/** Returns the QR codes that match a search, or all QR codes if there is no search. */
function findCodes(sandbox: Sandbox, search?: string) {
	const { qrListNames, qrSearch } = sandbox.settings;
	const toListed = (qr: QrRow) => {
		const record = toQrRecord(sandbox, qr);
		const { name: _, ...nameless } = record;
		return qrListNames === 'shown' ? record : nameless;
	};
	if (!search || qrSearch === 'ignored') return sandbox.store.list('qr_codes', toListed);
	const isFound = (column: string) =>
		qrSearch === 'exact' ? `${column} = ?1` : `instr(lower(${column}), lower(?1))`;
	const links = `SELECT id FROM links WHERE ${isFound('longurl')}`;
	const found = `qr_codes WHERE (${isFound('name')} OR link_id IN (${links}))`;
	return sandbox.store.listWhere(found, [search], toListed);
}

/** Adds the routes that return images of QR codes. */
function addImageRoutes(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'QR codes', 'qr');

	route(
		'GET /api/qr/:id/download',
		{
			query: z.strictObject({
				format: z.enum(['png', 'svg', 'pdf']),
				size: z.coerce.number().int().min(1).max(4096).default(300),
			}),
		},
		async ({ params, query: { format, size: wanted } }, reply) => {
			const qr = findQr(sandbox, params.id);
			const image = await drawQr(format, getQrUrl(sandbox, qr), toDesign(qr), wanted);
			return reply
				.type(imageTypes[format])
				.header('Content-Disposition', `attachment; filename="qr-${qr.id}.${format}"`)
				.send(image);
		},
	);

	route(
		'POST /api/qr/:id/artistic',
		{
			description:
				'Response not documented. Depending on the settings: an image, or a record that links to one.',
			body: z.strictObject({ style: schemas.text, prompt: schemas.longText.optional() }),
		},
		async ({ params, body: { style, prompt = '' } }, reply) => {
			const qr = findQr(sandbox, params.id);
			if (sandbox.settings.artistic === 'record') {
				const query = new URLSearchParams({ style, prompt });
				const image = `${getQrUrl(sandbox, qr)}/artistic.png?${query.toString()}`;
				return reply.send(ok({ id: qr.id, style, prompt, image }));
			}
			const image = await drawArtistic(getQrUrl(sandbox, qr), style, prompt, qr.size);
			return reply
				.type('image/png')
				.header('Content-Disposition', `attachment; filename="qr-${qr.id}-artistic.png"`)
				.send(image);
		},
	);

	route(
		'GET /:alias/artistic.png',
		{ query: z.strictObject({ style: z.string(), prompt: z.string() }) },
		async ({ params, query: { style, prompt } }, reply) => {
			const sql =
				'SELECT * FROM qr_codes WHERE link_id = (SELECT id FROM links WHERE alias = ?) LIMIT 1';
			const qr = sandbox.store.get<QrRow>(sql, params.alias);
			if (!qr) return sendPage(reply, 404, 'This picture does not exist.');
			const image = await drawArtistic(getQrUrl(sandbox, qr), style, prompt, qr.size);
			return reply.type('image/png').send(image);
		},
	);
}

/** The entry for a refused row in the response to a batch. */
interface RowRefusal {
	error: 1;
	message: string;
	name: string;
}
type BulkEntry = ReturnType<typeof toQrRecord> | RowRefusal;

/**
 * Creates a batch of QR codes, and returns the response body. Returns undefined if the rate limit stopped the batch
 * partway and the refusal was already sent.
 */
function createMany(
	sandbox: Sandbox,
	rows: unknown[],
	request: FastifyRequest,
	reply: FastifyReply,
): object | undefined {
	const { settings, store } = sandbox;
	const { bulk, rateLimit } = settings;
	if (rows.length > bulk.maxRows) {
		throw new Refusal(413, `At most ${bulk.maxRows} QR codes can be created at once.`);
	}
	const isRowByRow = bulk.rowByRow !== 'no';
	const checked = rows.map((_, index) => checkRow(sandbox, rows, index));
	const refused = checked.filter((one) => one instanceof Refusal);
	const invalid = refused.find(({ field }) => field !== undefined);
	if (invalid && bulk.invalidRows === 'refuseAll' && !isRowByRow) throw invalid;
	const create = (one: Creation | Refusal, index: number): BulkEntry => {
		if (!(one instanceof Refusal)) return toQrRecord(sandbox, createQr(sandbox, one));
		if (isRowByRow) throw toRowRefusal(one, index, settings);
		return { error: 1, message: one.message, name: getName(rows[index]) };
	};
	if (isRowByRow) {
		// There is no transaction: the rows before an invalid row are kept.
		const entries: BulkEntry[] = [];
		for (const [index, one] of checked.entries()) {
			const isLimited = rateLimit.countsRows && index > 0;
			if (isLimited && !isWithinRate(sandbox, request, reply)) return undefined;
			checkQuota(sandbox, 'qrs', store.count('qr_codes'));
			entries.push(create(one, index));
		}
		return toBulkResponse(sandbox, entries);
	}
	checkQuota(sandbox, 'qrs', store.count('qr_codes'), checked.length);
	if (rateLimit.countsRows) takeRows(sandbox, request, reply, rows.length - 1);
	return toBulkResponse(
		sandbox,
		store.transaction(() => checked.map(create)),
	);
}

/**
 * Counts the rows of a batch after the first against the rate limit; the request itself counts as the first row. Used
 * for batches that aren't created row by row.
 */
function takeRows(
	{ settings, rateLimiter }: Sandbox,
	{ keyId, method }: FastifyRequest,
	reply: FastifyReply,
	count: number,
) {
	for (let n = 0; n < count; n += 1) {
		const verdict = rateLimiter.take(settings.rateLimit, keyId, method, '/api/qr/bulk');
		if (!verdict?.allowed) return;
		void reply.headers(verdict.headers);
	}
}

/** Returns the row with defaults filled in, or a refusal. If the row is invalid, the refusal names the field. */
function checkRow(sandbox: Sandbox, rows: unknown[], index: number) {
	const { bulk, qrNames } = sandbox.settings;
	const result = row.safeParse(rows[index]);
	if (!result.success) {
		for (const issue of result.error.issues) issue.path.unshift('qrs', index);
		return toInvalid(result.error, { qrs: rows });
	}
	const name = toKept(sandbox, result.data.name);
	if (bulk.refuse !== '' && name.includes(bulk.refuse)) {
		return new Refusal(422, `The name "${name}" is not allowed.`);
	}
	const isTaken =
		qrNames === 'unique' &&
		(sandbox.store.get('SELECT 1 FROM qr_codes WHERE name = ?', name) !== undefined ||
			rows.slice(0, index).some((other) => getName(other) === name));
	return isTaken
		? new Refusal(422, `The name "${name}" is already taken.`)
		: creation.parse({ ...result.data, name });
}

/** Returns the refusal of a batch that was stopped by one of its rows. */
function toRowRefusal({ message }: Refusal, index: number, settings: Settings) {
	const isNamed = settings.bulk.rowByRow === 'named';
	const words = isNamed ? `Row ${index}: ${message}` : 'The data that was sent is not valid.';
	return new Refusal(422, words);
}

/** Returns the name in a row of a batch, or an empty string. */
function getName(one: unknown) {
	const name = (one as { name?: unknown } | null)?.name;
	return typeof name === 'string' ? name : '';
}

/** Returns the response to a batch in the form that the settings specify. */
function toBulkResponse({ settings }: Sandbox, created: BulkEntry[]): object {
	const { order, shape, entries, refusedRows, names } = settings.bulk;
	const withName = ({ name, ...rest }: BulkEntry) => ({
		...rest,
		...(names === 'shown' ? { name } : {}),
	});
	const write = (entry: BulkEntry) => {
		if ('error' in entry || entries === 'plain') return withName(entry);
		return entries === 'ids' ? toShownId(entry.id, settings) : ok(withName(entry));
	};
	const isRefused = (entry: BulkEntry) => 'error' in entry;
	const errors = created.flatMap((entry, index) =>
		isRefused(entry) ? { index, ...withName(entry) } : [],
	);
	const kept = refusedRows === 'inline' ? created : created.filter((one) => !isRefused(one));
	const qrs = reorder(kept, order).map(write);
	const more = refusedRows === 'errors' ? { errors } : {};
	const message = `${kept.length} QR codes created.`;
	switch (shape) {
		case 'keyed':
			return ok({ qrs, ...more });
		case 'bare':
			return { ...ok(qrs), ...more };
		case 'topLevel':
			return { ...done(message), qrs, ...more };
		case 'message':
			return done(message);
		case 'list': {
			const { length } = kept;
			const whole = { ...settings, maxPageSize: Math.max(1, length), listOrder: 'oldest' as const };
			const { paging } = readPage(whole, {}, length, { total: length, rows: () => qrs });
			return { ...ok({ ...paging, qrs }), ...more };
		}
	}
}

/**
 * Returns an ID in the form that the settings specify. `write` recognizes IDs by their field name, but this ID has no
 * field name.
 */
const toShownId = (id: number, { idsAsStrings }: Settings) => (idsAsStrings ? String(id) : id);

/** Returns the entries of a response to a batch in the order that the settings specify. */
function reorder<T>(rows: T[], order: 'given' | 'reversed' | 'shuffled') {
	if (order === 'given') return rows;
	if (order === 'reversed') return rows.toReversed();
	// A repeatable shuffle: the rows with odd indexes in reverse order, then the other rows. This changes the order
	// of any three or more rows.
	const odd = rows.filter((_, index) => index % 2 === 1).toReversed();
	return [...odd, ...rows.filter((_, index) => index % 2 === 0)];
}

/** Returns a name in the form in which the settings store it. */
function toKept({ settings: { qrNames } }: Sandbox, name: string) {
	switch (qrNames) {
		case 'cut':
			return name.slice(0, 30);
		case 'lowered':
			return name.toLowerCase();
		case 'slugged':
			return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
		default:
			return name;
	}
}

/** Creates a QR code and, unless it shares a link, its link. Sends the events of both. */
function createQr(sandbox: Sandbox, input: Creation): QrRow {
	const shared = findSharedLink(sandbox, input.url);
	const link = shared ?? findLink(sandbox, insertLink(sandbox, input.url));
	if (!shared && sandbox.settings.qrLinks === 'listed') announceLink(sandbox, link);
	const qr = insertQr(sandbox, input, link.id);
	const { id, name } = qr;
	sandbox.deliveries.emit('qr.created', { id, name, linkedUrl: link.longurl, userId: USER_ID });
	return qr;
}

/** Stores a QR code for a link. Sends no event. */
function insertQr(
	sandbox: Sandbox,
	input: Creation,
	link_id: number,
	created_at = new Date().toISOString(),
): QrRow {
	const id = sandbox.store.insert('qr_codes', {
		name: input.name,
		link_id,
		foreground: input.foreground,
		background: input.background,
		error_correction: input.errorCorrection,
		size: input.size,
		margin: input.margin,
		logo: input.logo,
		created_at,
	});
	return findQr(sandbox, id);
}

/** Stores the link of a QR code, and returns its ID. Sends no event. */
function insertLink({ store }: Sandbox, longurl: string, more: Values = {}) {
	return store.insert('links', { alias: createAlias(), longurl, own: 0, ...more });
}

/**
 * Returns the link that a new QR code shares, or undefined if it needs one of its own. A QR code for a short URL belongs
 * to that link, and the settings can let QR codes with the same target share a link.
 */
function findSharedLink(sandbox: Sandbox, target: string): LinkRow | undefined {
	const { store, settings } = sandbox;
	const byAlias = 'SELECT * FROM links WHERE alias = ?';
	const named = store.get<LinkRow>(byAlias, target.slice(target.lastIndexOf('/') + 1));
	if (named && toShortUrl(sandbox, named) === target) return named;
	if (!settings.qrSharedLinks) return undefined;
	return store.get('SELECT * FROM links WHERE longurl = ? ORDER BY id LIMIT 1', target);
}

/** Deletes the link of a QR code that is being deleted, unless the user made the link or another QR code shares it. */
function removeLink({ store }: Sandbox, { id, link_id }: QrRow) {
	const others = 'SELECT 1 FROM qr_codes WHERE link_id = links.id AND id <> ?';
	store.run(`DELETE FROM links WHERE id = ? AND NOT own AND NOT EXISTS (${others})`, link_id, id);
}

/** Returns the QR code with this ID, or refuses the request (404). */
function findQr(sandbox: Sandbox, id: number): QrRow {
	return findOrRefuse(sandbox, 'qr_codes', id, 'QR code');
}

/** Returns the short URL that a QR code encodes. */
function getQrUrl(sandbox: Sandbox, qr: QrRow) {
	return toShortUrl(sandbox, findLink(sandbox, qr.link_id));
}

/**
 * Returns a QR code in the API's format. `url` is the short URL that the code encodes. `place` says which settings add
 * fields: those for details, or those for every record.
 */
function toQrRecord(sandbox: Sandbox, qr: QrRow, place: 'details' | 'shown' = 'shown') {
	const { id, name, scans, created_at: date, link_id: linkId, size: width, logo } = qr;
	const { qrDesigns, qrLinkIds, qrTargets } = sandbox.settings;
	const link = findLink(sandbox, linkId);
	const isShown = (setting: typeof qrTargets) => setting === 'shown' || setting === place;
	return {
		id,
		name,
		url: toShortUrl(sandbox, link),
		scans,
		date,
		...(isShown(qrTargets) ? { target: link.longurl } : {}),
		...(isShown(qrLinkIds) ? { linkId } : {}),
		...(isShown(qrDesigns) ? { ...toDesign(qr), size: width, logo } : {}),
	};
}

/** Returns the appearance of a QR code. */
function toDesign(qr: QrRow): QrDesign {
	const { foreground, background, error_correction: errorCorrection, margin } = qr;
	return { foreground, background, errorCorrection, margin };
}
