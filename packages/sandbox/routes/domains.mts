import { createHash } from 'node:crypto';
import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import { checkFree, checkQuota, findOrRefuse, ok, Refusal, toFieldRefusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { getSystemHost } from './links.mts';

/** A row of the table `domains`. */
export interface DomainRow {
	id: number;
	/** The host name. Empty for the system domain, which uses the host of the sandbox's URL. */
	domain: string;
	system: number;
	verified: number;
	/**
	 * The scheme of the URL with which the domain was added. Only the legacy API sets `scheme`, `redirectroot` and
	 * `redirect404`.
	 */
	scheme: string;
	redirectroot: string | null;
	redirect404: string | null;
}

const redirects = z
	.strictObject({ redirectroot: schemas.webUrl, redirect404: schemas.webUrl })
	.partial();

const clearable = schemas.webUrl.or(schemas.emptied).optional();
const changes = redirects.extend({ redirectroot: clearable, redirect404: clearable });

const [table, noun] = ['domains', 'domain'];

/** Domains (current API, Domains; legacy API, Branded domains). */
export const domains: Resource = {
	tables: createTable(
		'domains',
		`domain TEXT NOT NULL UNIQUE, system INTEGER NOT NULL DEFAULT 0,
		verified INTEGER NOT NULL DEFAULT 0, scheme TEXT NOT NULL DEFAULT 'https',
		redirectroot TEXT, redirect404 TEXT`,
	),

	seed({ store }) {
		store.insert('domains', { domain: '', system: 1, verified: 1 });
		store.insert('domains', { domain: 'go.example.com', verified: 1 });
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Domains', 'domain');

		route('GET /api/domains', {}, () => {
			const rows = store.all<DomainRow>('SELECT * FROM domains ORDER BY id');
			return ok({ domains: rows.map((row) => toDomainRecord(sandbox, row)) });
		});

		route(
			'POST /api/domain/add',
			{
				description:
					'POST /_sandbox/domains/:id/verify verifies the domain; the sandbox does not query DNS.',
				body: z.strictObject({ domain: schemas.hostname }),
			},
			({ body }, reply) => {
				const id = addDomain(sandbox, body.domain, {});
				const { domain, verified } = toDomainRecord(sandbox, findDomain(sandbox, id));
				void reply.code(201);
				return ok({ id, domain, verified, dns_records: getDnsRecords(domain) });
			},
		);

		crud(app, sandbox, {
			tag: 'Domains',
			scope: 'domain',
			path: '/api/domain',
			table,
			noun,
			toRecord: (row: DomainRow) => toDomainRecord(sandbox, row),
			toDetail: (row) => {
				const shown = toDomainRecord(sandbox, row);
				const records = shown.system ? [] : getDnsStatus(shown.domain, shown.verified);
				return { ...shown, dns_records: records };
			},
			get: {},
			remove: {
				before: ({ system }) => {
					if (system) throw new Refusal(403, 'A domain of the service cannot be deleted.');
				},
			},
		});

		addLegacyRoutes(app, sandbox);
	},
};

/** Adds the domain routes of the legacy API. */
function addLegacyRoutes(app: SandboxApp, sandbox: Sandbox) {
	crud(app, sandbox, {
		tag: 'Legacy: Branded domains',
		path: '/v3/api/domain',
		table,
		noun,
		// The legacy API doesn't include the domains of Link Platform itself.
		find: (id): DomainRow => {
			const row = findDomain(sandbox, id);
			if (row.system) throw new Refusal(404, `There is no domain with id ${id}.`);
			return row;
		},
		toRecord: toLegacyRecord,
		list: { source: () => sandbox.store.listWhere('domains WHERE NOT system', [], toLegacyRecord) },
		add: {
			description:
				'"The domain added must already point to the service\'s server". The sandbox does not check that: the domain ' +
				'counts as verified immediately.',
			body: redirects.extend({ domain: schemas.webUrl }),
			returns: 'id',
			insert: ({ domain, ...targets }) => {
				const { protocol, hostname } = new URL(domain);
				if (!schemas.hostname.safeParse(hostname).success) {
					const problem = 'it must be a domain such as https://go.example.com';
					throw toFieldRefusal('domain', problem);
				}
				const scheme = protocol.slice(0, -1);
				return addDomain(sandbox, hostname, { scheme, verified: 1, ...targets });
			},
		},
		update: { body: schemas.atLeastOne(changes), returns: 'message' },
		remove: {},
	});
}

/**
 * Adds a domain by its host name, and returns its ID. Refuses a name that is already in use (409) and a domain beyond
 * the quota (403).
 */
function addDomain(sandbox: Sandbox, name: string, more: Partial<DomainRow>) {
	const { store } = sandbox;
	const domain = name.toLowerCase();
	checkQuota(sandbox, 'domains', store.count('domains'));
	checkFree(sandbox, 'domains', 'domain', domain);
	return store.insert('domains', { domain, ...more });
}

/** Returns the domain with this ID, or refuses the request (404). */
function findDomain(sandbox: Sandbox, id: number): DomainRow {
	return findOrRefuse(sandbox, 'domains', id, 'domain');
}

/** Returns a domain in the current API's format. */
function toDomainRecord(sandbox: Sandbox, row: DomainRow) {
	const system = row.system === 1;
	const domain = system ? getSystemHost(sandbox) : row.domain;
	return { id: row.id, domain, system, verified: row.verified === 1 };
}

/** Returns a domain in the legacy API's format. */
function toLegacyRecord(row: DomainRow): object {
	const { id, scheme, domain, redirectroot, redirect404 } = row;
	return { id, domain: `${scheme}://${domain}`, redirectroot, redirect404 };
}

/** Returns the DNS records that would prove ownership of a domain. The same domain always gets the same records. */
function getDnsRecords(domain: string) {
	const token = createHash('sha256').update(domain).digest('hex').slice(0, 24);
	return [
		{ type: 'CNAME', name: domain, value: 'domains.links.example' },
		{ type: 'TXT', name: `_verify.${domain}`, value: `verify=${token}` },
	];
}

/** Returns a domain's DNS records, each with its verification status. */
export function getDnsStatus(domain: string, verified: boolean): object[] {
	const status = verified ? 'valid' : 'pending';
	return getDnsRecords(domain).map((one) => ({ ...one, status }));
}
