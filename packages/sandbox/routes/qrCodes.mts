import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

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
import { USER_ID } from './account.mts';
import { createAlias, createHiddenLink } from './links.mts';
import { sendPage } from './visits.mts';

/** A row of the table `qr_codes`. `size` is in pixels, and `margin` is in modules. */
interface QrRow {
	id: number;
	name: string;
	code: string;
	target: string;
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
	tables: createTable(
		'qr_codes',
		`name TEXT NOT NULL, code TEXT NOT NULL UNIQUE, target TEXT NOT NULL, link_id INTEGER NOT NULL,
		foreground TEXT NOT NULL, background TEXT NOT NULL, error_correction TEXT NOT NULL,
		size INTEGER NOT NULL, margin INTEGER NOT NULL, logo TEXT, scans INTEGER NOT NULL DEFAULT 0`,
	),

	seed(sandbox) {
		const day = '2026-01-20T10:30:00.000Z';
		const input = (name: string, url: string) => creation.parse({ name, url });
		insertQr(sandbox, input('Poster', 'https://example.com/poster'), 'poster', day);
		insertQr(sandbox, input('Poster 2', 'https://example.com/menu'), 'poster-2', day);
	},

	fill: {
		name: 'qrs',
		table: 'qr_codes',
		make: (sandbox, n) =>
			insertQr(sandbox, creation.parse({ name: `Filled ${n}`, url: `https://example.com/${n}` })),
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
			toDetail: (qr) => toQrDetail(sandbox, qr),
			list: {
				query: schemas.pageQuery.extend({ search: z.string().optional() }),
				source: ({ search }) => findCodes(sandbox, search),
			},
			add: {
				body: creation,
				insert: (body) => {
					checkQuota(sandbox, 'qrs', store.count('qr_codes'));
					if (sandbox.settings.qrNames === 'unique')
						checkFree(sandbox, 'qr_codes', 'name', body.name);
					return createQr(sandbox, body).id;
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
			},
			remove: {
				before: ({ link_id: id }) => store.run('DELETE FROM links WHERE id = ? AND NOT listed', id),
			},
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
	const toRecord = (qr: QrRow) => toQrRecord(sandbox, qr);
	const { qrSearch } = sandbox.settings;
	const found =
		qrSearch === 'exact'
			? 'qr_codes WHERE (name = ?1 OR target = ?1)'
			: 'qr_codes WHERE (instr(lower(name), lower(?1)) OR instr(lower(target), lower(?1)))';
	return search && qrSearch !== 'ignored'
		? sandbox.store.listWhere(found, [search], toRecord)
		: sandbox.store.list('qr_codes', toRecord);
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
		'GET /q/:code/artistic.png',
		{ query: z.strictObject({ style: z.string(), prompt: z.string() }) },
		async ({ params, query: { style, prompt } }, reply) => {
			const qr = sandbox.store.get<QrRow>('SELECT * FROM qr_codes WHERE code = ?', params.code);
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
	const { bulk, qrNames, invalidStatus } = sandbox.settings;
	const result = row.safeParse(rows[index]);
	if (!result.success) {
		for (const issue of result.error.issues) issue.path.unshift('qrs', index);
		return toInvalid(result.error, { qrs: rows }, sandbox.settings);
	}
	const { name } = result.data;
	if (bulk.refuse !== '' && name.includes(bulk.refuse)) {
		return new Refusal(invalidStatus, `The name "${name}" is not allowed.`);
	}
	const isTaken =
		qrNames === 'unique' &&
		(sandbox.store.get('SELECT 1 FROM qr_codes WHERE name = ?', name) !== undefined ||
			rows.slice(0, index).some((other) => getName(other) === name));
	return isTaken
		? new Refusal(invalidStatus, `The name "${name}" is already taken.`)
		: creation.parse(result.data);
}

/** Returns the refusal of a batch that was stopped by one of its rows. */
function toRowRefusal({ message }: Refusal, index: number, settings: Settings) {
	const isNamed = settings.bulk.rowByRow === 'named';
	const words = isNamed ? `Row ${index}: ${message}` : 'The data that was sent is not valid.';
	return new Refusal(settings.invalidStatus, words);
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

/** Creates a QR code, and sends the event `qr.created`. */
function createQr(sandbox: Sandbox, input: Creation): QrRow {
	const qr = insertQr(sandbox, input);
	const { id, name } = qr;
	sandbox.deliveries.emit('qr.created', { id, name, linkedUrl: qr.target, userId: USER_ID });
	return qr;
}

/** Stores a QR code and, if necessary, its hidden link. Sends no event. */
function insertQr(
	sandbox: Sandbox,
	input: Creation,
	code = createAlias(),
	created_at = new Date().toISOString(),
): QrRow {
	const id = sandbox.store.insert('qr_codes', {
		name: input.name,
		code,
		target: input.url,
		link_id: linkFor(sandbox, input.url, code),
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

/**
 * Returns the ID of a QR code's link. If the target is the short URL of an existing link, uses that link; otherwise
 * creates a hidden link.
 */
function linkFor(sandbox: Sandbox, target: string, code: string) {
	if (target.startsWith(`${sandbox.url}/`)) {
		const alias = target.slice(sandbox.url.length + 1);
		const link = sandbox.store.get<{ id: number }>('SELECT id FROM links WHERE alias = ?', alias);
		if (link) return link.id;
	}
	return createHiddenLink(sandbox, target, `qr-${code}`);
}

/** Returns the QR code with this ID, or refuses the request (404). */
function findQr(sandbox: Sandbox, id: number): QrRow {
	return findOrRefuse(sandbox, 'qr_codes', id, 'QR code');
}

/** Returns the short URL that a QR code encodes. */
function getQrUrl(sandbox: Sandbox, qr: QrRow) {
	return `${sandbox.url}/q/${qr.code}`;
}

/** Returns a QR code in the API's format. `url` is the short URL that the code encodes. */
function toQrRecord(sandbox: Sandbox, qr: QrRow) {
	const { id, name, scans, created_at: date, target, link_id: linkId } = qr;
	const shown = {
		...(sandbox.settings.qrTargets === 'shown' ? { target } : {}),
		...(sandbox.settings.qrLinks === 'listed' ? { linkId } : {}),
	};
	return { id, name, url: getQrUrl(sandbox, qr), scans, date, ...shown };
}

/** Returns the details of a QR code. Their fields aren't documented. Assumed: all fields that clients can set. */
function toQrDetail(sandbox: Sandbox, qr: QrRow) {
	const { target, link_id: linkId, size: width, logo } = qr;
	const shown = {
		...(sandbox.settings.qrTargets === 'nowhere' ? {} : { target }),
		...(sandbox.settings.qrLinks === 'hidden' ? {} : { linkId }),
	};
	return { ...toQrRecord(sandbox, qr), ...shown, ...toDesign(qr), size: width, logo };
}

/** Returns the appearance of a QR code. */
function toDesign(qr: QrRow): QrDesign {
	const { foreground, background, error_correction: errorCorrection, margin } = qr;
	return { foreground, background, errorCorrection, margin };
}
