import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

import type { Resource, Sandbox } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import { checkFree, checkQuota, findOrRefuse, ok, Refusal, toFieldRefusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { USER_ID } from './account.mts';

/** A row of the table `links`. `expiry`, `expired_at` and `created_at` are in ISO 8601. */
export interface LinkRow {
	id: number;
	alias: string;
	longurl: string;
	/** The host name of the short URL; null for the system domain. */
	domain: string | null;
	password: string | null;
	expiry: string | null;
	max_clicks: number | null;
	campaign_id: number | null;
	clicks: number;
	/** The link's A/B targets, as a JSON list of {name, url}. No documented endpoint sets them. */
	variants: string | null;
	expired_at: string | null;
	created_at: string;
}

/** SQL for the links that the user made. It excludes those that were made for a QR code. */
export const ownLinks = 'links WHERE own';

/** First path segments that Link Platform uses itself, so they can't be aliases. */
const reserved = new Set(['api', 'v1', 'v3', '_sandbox', 'bio', 'docs', 'c', 'f', 'u']);

const fields = {
	url: schemas.webUrl,
	alias: schemas.alias,
	domain: z.string().min(1).describe("one of the account's verified domains"),
	password: schemas.text,
	expiry: schemas.dateText.describe('a date without a time means the end of that day, in UTC'),
	maxClicks: z.int().min(1),
	campaignId: z.int(),
};

const settable = z.strictObject(fields).partial();
const creation = settable.required({ url: true });
const changes = settable.extend({
	password: schemas.text.or(schemas.emptied).optional(),
	expiry: fields.expiry.nullish(),
	maxClicks: fields.maxClicks.nullish(),
	campaignId: fields.campaignId.nullish(),
});
type Settable = z.output<typeof changes>;

/** Links (current API, Endpoints, Links), including `POST /v1/links`. */
export const links: Resource = {
	tables: `
		${createTable(
			'links',
			`alias TEXT NOT NULL UNIQUE, longurl TEXT NOT NULL, domain TEXT, password TEXT, expiry TEXT,
			max_clicks INTEGER, campaign_id INTEGER, clicks INTEGER NOT NULL DEFAULT 0, variants TEXT,
			expired_at TEXT, own INTEGER NOT NULL DEFAULT 1`,
			'own',
		)}
		CREATE INDEX IF NOT EXISTS links_by_target ON links (longurl);
		CREATE INDEX IF NOT EXISTS links_by_campaign ON links (campaign_id)
			WHERE campaign_id IS NOT NULL;
		CREATE INDEX IF NOT EXISTS links_by_expiry ON links (expiry)
			WHERE expiry IS NOT NULL AND expired_at IS NULL;
		CREATE TABLE IF NOT EXISTS idempotency (
			key_id INTEGER NOT NULL,
			idempotency_key TEXT NOT NULL,
			body_hash TEXT NOT NULL,
			answer TEXT NOT NULL,
			PRIMARY KEY (key_id, idempotency_key)
		) WITHOUT ROWID;`,

	seed({ store }) {
		const variants = JSON.stringify([
			{ name: 'A', url: 'https://example.com/try/a' },
			{ name: 'B', url: 'https://example.com/try/b' },
		]);
		const rows: Array<[string, string, Partial<LinkRow>]> = [
			['launch', 'https://example.com/launch', {}],
			['guide', 'https://example.com/Guide%20für/alle?lang=en', { campaign_id: 1 }],
			['news', 'https://example.com/news', { campaign_id: 1, domain: 'go.example.com' }],
			['try', 'https://example.com/try', { variants }],
		];
		for (const [alias, longurl, more] of rows) {
			store.insert('links', { alias, longurl, created_at: '2026-01-15T09:00:00.000Z', ...more });
		}
	},

	fill: {
		name: 'links',
		make: ({ store }, n) => {
			const alias = `${createAlias()}-${n}`;
			store.insert('links', { alias, longurl: `https://example.com/${n}` });
		},
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const toRecord = (row: LinkRow) => toLinkRecord(sandbox, row);

		crud(app, sandbox, {
			tag: 'Links',
			scope: 'url',
			path: '/api/url',
			table: 'links',
			noun: 'link',
			toRecord,
			list: {
				// According to the published API reference, `search` matches a link's alias or target, and the list may
				// be sorted by clicks, most first.
				query: schemas.pageQuery.extend({
					search: z.string().optional(),
					sort: z.enum(['date', 'clicks']).optional(),
				}),
				source: ({ search = '', sort = 'date' }) => {
					const { qrLinks, listOrder } = sandbox.settings;
					const isListed = qrLinks === 'listed';
					if (!search && sort === 'date')
						return store.list(isListed ? 'links' : ownLinks, toRecord);
					const isFound = '(instr(lower(alias), lower(?1)) OR instr(lower(longurl), lower(?1)))';
					const from = `links WHERE ${isFound}${isListed ? '' : ' AND own'}`;
					// The setting `listOrder` turns a list around afterward.
					const byClicks = listOrder === 'oldest' ? 'clicks DESC' : 'clicks';
					return store.listWhere(from, [search], toRecord, sort === 'date' ? 'id' : byClicks);
				},
			},
			add: { body: creation, insert: (body) => createLink(sandbox, body).id },
			get: {},
			update: {
				body: schemas.atLeastOne(changes),
				change: (row, body) => updateLink(sandbox, row, body),
			},
			remove: {
				// The API documents don't say what becomes of a link's QR codes. Assumed: they are deleted, too.
				before: ({ id }) => store.run('DELETE FROM qr_codes WHERE link_id = ?', id),
				message: 'none',
			},
		});

		endpoints(app, 'Links', 'url')(
			'POST /v1/links',
			{
				description:
					'With a repeated Idempotency-Key, the same body gets the first response again, and another ' +
					'body is refused. Assumed: a key never expires.',
				body: z.strictObject({ slug: schemas.alias.optional(), url: schemas.webUrl }),
			},
			({ body, headers, keyId }) => {
				const create = () => ok(toRecord(createLink(sandbox, { url: body.url, alias: body.slug })));
				const key = headers['idempotency-key'];
				return typeof key === 'string' ? once(sandbox, keyId, key, body, create) : create();
			},
		);
	},
};

/**
 * Runs `create` once per API key and idempotency key. Later calls return the first response. Refuses a key that was
 * used with another body (409).
 */
function once<T>(sandbox: Sandbox, keyId: number, key: string, body: object, create: () => T) {
	const { store } = sandbox;
	if (key.length < 1 || key.length > 255) {
		throw new Refusal(400, 'The header Idempotency-Key must have 1 to 255 characters.');
	}
	const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
	const kept = store.get<{ body_hash: string; answer: string }>(
		'SELECT body_hash, answer FROM idempotency WHERE key_id = ? AND idempotency_key = ?',
		keyId,
		key,
	);
	if (kept && kept.body_hash !== hash) {
		throw new Refusal(409, 'This Idempotency-Key was used before with another body.');
	}
	if (kept) return JSON.parse(kept.answer) as T;
	const answer = create();
	const row = { key_id: keyId, idempotency_key: key, body_hash: hash };
	store.insert('idempotency', { ...row, answer: JSON.stringify(answer) });
	return answer;
}

/** Returns the A/B targets of a link, or an empty list. */
export function parseVariants({ variants }: LinkRow) {
	return JSON.parse(variants ?? '[]') as Array<{ name: string; url: string }>;
}

/** Returns the link with this ID, or refuses the request (404). */
export function findLink(sandbox: Sandbox, id: number): LinkRow {
	return findOrRefuse(sandbox, 'links', id, 'link');
}

/** Returns a link in the current API's format. */
function toLinkRecord(sandbox: Sandbox, row: LinkRow) {
	const { id, alias, longurl, clicks, created_at: date } = row;
	const domain = row.domain ?? getSystemHost(sandbox);
	return { id, alias, shorturl: toShortUrl(sandbox, row), longurl, clicks, domain, date };
}

/** Returns the short URL of a link. */
export function toShortUrl({ url }: Sandbox, { alias, domain }: LinkRow) {
	return `${domain === null ? url : `https://${domain}`}/${alias}`;
}

/** Returns the host and port at which the sandbox serves short links. */
export function getSystemHost(sandbox: Sandbox) {
	return sandbox.url.slice(sandbox.url.indexOf('//') + 2);
}

/** Creates a link of the user, and sends its event. */
function createLink(sandbox: Sandbox, input: Settable & { url: string }): LinkRow {
	const { store } = sandbox;
	checkQuota(sandbox, 'urls', store.count(ownLinks));
	const alias = input.alias === undefined ? createAlias() : getNewAlias(sandbox, input.alias);
	const id = store.insert('links', { ...toColumns(sandbox, input), alias });
	const row = findLink(sandbox, id);
	announceLink(sandbox, row);
	return row;
}

/** Sends the event `link.created`. */
export function announceLink(sandbox: Sandbox, row: LinkRow) {
	const { id, alias, shorturl, longurl } = toLinkRecord(sandbox, row);
	sandbox.deliveries.emit('link.created', { id, alias, shorturl, longurl, userId: USER_ID });
}

/** Updates a link, and sends the event `link.updated` with the names of the changed fields. */
function updateLink(sandbox: Sandbox, before: LinkRow, input: Settable) {
	const { id } = before;
	const alias =
		input.alias === undefined || toKept(sandbox, input.alias) === before.alias
			? undefined
			: freeAlias(sandbox, input.alias);
	const columns = { ...toColumns(sandbox, input), alias };
	// A new expiry date or click limit makes an expired link work again.
	const revived = input.expiry !== undefined || input.maxClicks !== undefined;
	sandbox.store.update('links', id, { ...columns, expired_at: revived ? null : undefined });
	const changes = (Object.keys(input) as Array<keyof Settable>).filter(
		(name) =>
			columns[columnNames[name]] !== undefined &&
			columns[columnNames[name]] !== before[columnNames[name]],
	);
	if (changes.length > 0) {
		const shown = alias ?? before.alias;
		sandbox.deliveries.emit('link.updated', { id, alias: shown, changes, userId: USER_ID });
	}
}

/** The database column of each field. */
const columnNames = {
	url: 'longurl',
	alias: 'alias',
	domain: 'domain',
	password: 'password',
	expiry: 'expiry',
	maxClicks: 'max_clicks',
	campaignId: 'campaign_id',
} as const;

/** Returns the columns to store. Undefined columns keep their value. Refuses an unknown campaign or domain. */
function toColumns(sandbox: Sandbox, input: Settable) {
	const { campaignId } = input;
	if (typeof campaignId === 'number' && !sandbox.store.find('campaigns', campaignId)) {
		throw toFieldRefusal('campaignId', `there is no campaign with id ${campaignId}`);
	}
	return {
		alias: undefined as string | undefined,
		longurl: input.url,
		domain: input.domain === undefined ? undefined : knownDomain(sandbox, input.domain),
		password: input.password,
		expiry: typeof input.expiry === 'string' ? toEnd(input.expiry) : input.expiry,
		max_clicks: input.maxClicks,
		campaign_id: campaignId,
	};
}

/** Returns the moment at which a link expires. Assumed: a date without a time means the end of that day. */
function toEnd(expiry: string) {
	const at = schemas.parseMoment(expiry) + (expiry.length === 10 ? 86_400_000 - 1 : 0);
	return new Date(at).toISOString();
}

/** Returns a verified domain of the account, or null for the system domain. Refuses any other domain. */
function knownDomain(sandbox: Sandbox, name: string) {
	if (name === getSystemHost(sandbox)) return null;
	const sql = 'SELECT verified FROM domains WHERE domain = ?';
	const row = sandbox.store.get<{ verified: number }>(sql, name);
	if (!row) throw toFieldRefusal('domain', `"${name}" is not a domain of this account`);
	if (!row.verified) throw toFieldRefusal('domain', `"${name}" is not verified yet`);
	return name;
}

/**
 * Returns the requested alias. If the alias is in use and the setting `takenAlias` is `replaced`, returns a random
 * alias instead.
 */
function getNewAlias(sandbox: Sandbox, wanted: string) {
	const { store, settings } = sandbox;
	const isTaken = store.get('SELECT 1 FROM links WHERE alias = ?', toKept(sandbox, wanted));
	if (isTaken && settings.takenAlias === 'replaced') return createAlias();
	return freeAlias(sandbox, wanted);
}

/** Returns an alias as it is stored. */
function toKept({ settings }: Sandbox, alias: string) {
	return settings.aliases === 'lowered' ? alias.toLowerCase() : alias;
}

/** Returns an alias as it is stored. Refuses an alias that is invalid, reserved or in use (409). */
function freeAlias(sandbox: Sandbox, wanted: string) {
	if (sandbox.settings.aliases !== 'anyLetters' && /[^\w-]/.test(wanted)) {
		throw toFieldRefusal('alias', 'may hold letters, digits, dashes and underscores');
	}
	const alias = toKept(sandbox, wanted);
	if (reserved.has(alias.toLowerCase())) {
		throw toFieldRefusal('alias', `"${alias}" is reserved`);
	}
	checkFree(sandbox, 'links', 'alias', alias);
	return alias;
}

/** Returns a random alias. With five random bytes, a collision in a sandbox is very unlikely. */
export function createAlias() {
	return randomBytes(5).readUIntBE(0, 5).toString(36).padStart(8, '0');
}
