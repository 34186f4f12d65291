import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

import type { Access } from './context.mts';
import { Refusal } from './envelope.mts';
import type { Settings } from './settings.mts';
import { createTable } from './store.mts';
import type { Store } from './store.mts';

const resources = [
	'url',
	'qr',
	'bio',
	'stats',
	'domain',
	'campaign',
	'webhook',
	'account',
	'apikey',
] as const;

/** A permission of an API key, e.g. `url:read`. */
export type Scope = `${(typeof resources)[number]}:${'read' | 'write'}`;

/**
 * The API documents say that scopes are written `<resource>:<read or write>` and that there are 18, but don't list them
 * (current API, Authentication). Assumed: a read and a write scope for each of the nine groups of endpoints.
 */
export const scopes = resources.flatMap((name): Scope[] => [`${name}:read`, `${name}:write`]);

/** An API key without its plain text. `prefix` is the start of the plain text. Times are in ISO 8601. */
export interface Key {
	id: number;
	name: string;
	prefix: string;
	scopes: Scope[];
	createdAt: string;
	lastUsed: string | null;
}

/** A row of the table `api_keys`. */
type KeyRow = Pick<Key, 'id' | 'name' | 'prefix'> & {
	scopes: string;
	created_at: string;
	last_used: string | null;
};

/** The API keys of an account. Only their hashes are stored, so a key's plain text can't be shown again. */
export class Keys {
	private readonly store: Store;

	constructor(store: Store) {
		this.store = store;
		store.define(
			createTable(
				'api_keys',
				`name TEXT NOT NULL, prefix TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
				last_used TEXT`,
			),
		);
	}

	/**
	 * Stores a new key (by default a random one), and returns it with its plain text, which can't be read again later.
	 */
	add(
		name: string,
		wanted: Scope[],
		plain = createKey(),
		createdAt = new Date().toISOString(),
	): { key: string; record: Key } {
		const prefix = plain.slice(0, 14);
		const row = { name, prefix, scopes: JSON.stringify(wanted), created_at: createdAt };
		const id = this.store.insert('api_keys', { ...row, hash: toHash(plain) });
		return { key: plain, record: { id, name, prefix, scopes: wanted, createdAt, lastUsed: null } };
	}

	/** Returns all keys, without their plain text. */
	list(): Key[] {
		return this.store.all<KeyRow>('SELECT * FROM api_keys ORDER BY id').map(toKey);
	}

	/** True if the request contains a valid API key of this account. */
	has(headers: IncomingHttpHeaders) {
		const plain = parseKey(headers, 'both');
		return plain !== undefined && this.find(plain) !== undefined;
	}

	/**
	 * Returns the ID of the request's API key. Refuses a missing or unknown key (401), and a key without the required
	 * scope (403).
	 */
	check(request: FastifyRequest, access: Access, legacy: boolean, settings: Settings) {
		const plain = parseKey(request.headers, legacy ? 'bearer' : settings.keyHeaders);
		if (plain === undefined) throw new Refusal(401, 'An API key is required.');
		const key = this.find(plain);
		if (key === undefined) throw new Refusal(401, 'The API key is not valid or has expired.');
		this.store.update('api_keys', key.id, { last_used: new Date().toISOString() });
		// A key with an empty list of scopes has full access (current API, Authentication, 3).
		if (key.scopes.length === 0 || access === 'any') return key.id;
		if (access === 'full') {
			throw new Refusal(403, 'The legacy API needs a key with full access.');
		}
		if (!key.scopes.includes(access as Scope)) {
			throw new Refusal(403, `This API key lacks the scope ${access}.`);
		}
		return key.id;
	}

	/** Returns the key with this plain text, or undefined. */
	private find(plain: string): Key | undefined {
		const row = this.store.get<KeyRow>('SELECT * FROM api_keys WHERE hash = ?', toHash(plain));
		return row && toKey(row);
	}
}

/**
 * Returns the plain text of the request's API key, read only from the accepted headers. Returns undefined if there is
 * no key.
 */
function parseKey(headers: IncomingHttpHeaders, accepted: Settings['keyHeaders']) {
	const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
	if (bearer !== undefined && accepted !== 'x-api-key') return bearer;
	const header = headers['x-api-key'];
	return accepted !== 'bearer' && typeof header === 'string' ? header : undefined;
}

function toKey(row: KeyRow): Key {
	const { id, name, prefix, created_at: createdAt, last_used: lastUsed } = row;
	return { id, name, prefix, scopes: JSON.parse(row.scopes) as Scope[], createdAt, lastUsed };
}

/** Returns a new random API key: `lp_` and 40 hex digits. */
export function createKey() {
	return `lp_${randomBytes(20).toString('hex')}`;
}

/** Returns the hash under which a key is stored. */
function toHash(plain: string) {
	return createHash('sha256').update(plain).digest('hex');
}
