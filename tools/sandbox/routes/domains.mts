import { createHash } from 'node:crypto';
import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, ok, findOrRefuse, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';
import { checkQuota, getSystemHost } from './links.mts';

export interface DomainRow {
	id: number;
	/** empty for the system domain, whose name is where the sandbox listens */
	domain: string;
	system: number;
	verified: number;
	/** the two targets that the legacy API manages, and the scheme it was added with */
	scheme: string;
	redirectroot: string | null;
	redirect404: string | null;
	created_at: string;
}

const listed = z.strictObject({
	id: z.int(),
	domain: z.string(),
	system: z.boolean(),
	verified: z.boolean(),
});
const dnsRecord = z.strictObject({ type: z.string(), name: z.string(), value: z.string() });
const created = z.strictObject({
	id: z.int(),
	domain: z.string(),
	verified: z.boolean(),
	dns_records: z.array(dnsRecord),
});
const detail = listed.extend({
	dns_records: z.array(dnsRecord.extend({ status: z.string() })),
});

/** Custom domains (current API, Endpoints, Domains). */
export const domains: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS domains (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			domain TEXT NOT NULL UNIQUE,
			system INTEGER NOT NULL DEFAULT 0,
			verified INTEGER NOT NULL DEFAULT 0,
			scheme TEXT NOT NULL DEFAULT 'https',
			redirectroot TEXT,
			redirect404 TEXT,
			created_at TEXT NOT NULL
		);
		${toCounterSql('domains')}`,

	seed({ store }) {
		const day = '2026-01-02T08:00:00.000Z';
		store.insert('domains', { domain: '', system: 1, verified: 1, created_at: day });
		store.insert('domains', { domain: 'go.example.com', verified: 1, created_at: day });
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Domains'];

		app.get(
			'/api/domains',
			{
				config: { access: 'domain:read' },
				schema: {
					tags,
					response: { 200: schemas.answer(z.strictObject({ domains: z.array(listed) })) },
				},
			},
			() => {
				const rows = store.all<DomainRow>('SELECT * FROM domains ORDER BY id');
				return ok({ domains: rows.map((row) => toDomainRecord(sandbox, row)) });
			},
		);

		app.post(
			'/api/domain/add',
			{
				config: { access: 'domain:write' },
				schema: {
					tags,
					description: 'Verified by POST /_sandbox/domains/:id/verify: no DNS is asked here.',
					body: z.strictObject({ domain: schemas.hostname }),
					response: { 201: schemas.answer(created) },
				},
			},
			({ body }, reply) => {
				const id = addDomain(sandbox, body.domain, {});
				const { domain, verified } = toDomainRecord(sandbox, findDomain(sandbox, id));
				void reply.code(201);
				return ok({ id, domain, verified, dns_records: getDnsRecords(domain) });
			},
		);

		app.get(
			'/api/domain/:id',
			{
				config: { access: 'domain:read' },
				schema: { tags, params: schemas.idParams, response: { 200: schemas.answer(detail) } },
			},
			({ params }) => {
				const record = toDomainRecord(sandbox, findDomain(sandbox, params.id));
				const status = record.verified ? 'valid' : 'pending';
				const records = record.system ? [] : getDnsRecords(record.domain);
				return ok({ ...record, dns_records: records.map((one) => ({ ...one, status })) });
			},
		);

		app.delete(
			'/api/domain/:id/delete',
			{ config: { access: 'domain:write' }, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				const { system } = findDomain(sandbox, params.id);
				if (system) throw new Refusal(403, 'A domain of the service cannot be deleted.');
				store.remove('domains', params.id);
				deleted(reply, sandbox.settings, 'The domain has been deleted.');
			},
		);
	},
};

/** Adds a domain by its host name; refuses one that is there already. */
export function addDomain(sandbox: Sandbox, name: string, more: Partial<DomainRow>): number {
	const { store } = sandbox;
	const domain = name.toLowerCase();
	checkQuota(sandbox, 'domains', store.count('domains'));
	if (store.get('SELECT 1 FROM domains WHERE domain = ?', domain)) {
		throw new Refusal(409, `The domain "${domain}" is already taken.`);
	}
	return store.insert('domains', { domain, created_at: new Date().toISOString(), ...more });
}

/** The domain with this id, or a 404. */
export function findDomain(sandbox: Sandbox, id: number): DomainRow {
	return findOrRefuse(sandbox, 'domains', id, 'domain');
}

function toDomainRecord(sandbox: Sandbox, row: DomainRow): z.input<typeof listed> {
	const system = row.system === 1;
	const domain = system ? getSystemHost(sandbox) : row.domain;
	return { id: row.id, domain, system, verified: row.verified === 1 };
}

/** The records that would prove a domain to be one's own; the same for the same domain. */
export function getDnsRecords(domain: string): Array<z.input<typeof dnsRecord>> {
	const token = createHash('sha256').update(domain).digest('hex').slice(0, 24);
	return [
		{ type: 'CNAME', name: domain, value: 'domains.links.example' },
		{ type: 'TXT', name: `_verify.${domain}`, value: `verify=${token}` },
	];
}
