import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, done, legacyList, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { addDomain, findDomain } from './domains.mts';
import type { DomainRow } from './domains.mts';
import { toFieldRefusal } from './links.mts';
import { sendPage } from './visits.mts';

const record = z.strictObject({
	id: z.int(),
	domain: z.string().describe('URL with http or https'),
	redirectroot: z.string().nullable(),
	redirect404: z.string().nullable(),
});

const redirects = z
	.strictObject({ redirectroot: schemas.webUrl, redirect404: schemas.webUrl })
	.partial();

/** Branded domains (legacy API, Branded domains): the account's own domains, with their redirects. */
export const legacyDomains: Resource = {
	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Legacy: Branded domains'];
		const config = { access: 'full' as const };

		app.get(
			'/v3/api/domains',
			{
				config,
				schema: {
					tags,
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('domains', record) },
				},
			},
			({ query }) => {
				const source = store.listWhere('domains WHERE NOT system', [], toDomainRecord);
				return legacyList('domains', sandbox.settings, query, source);
			},
		);

		app.post(
			'/v3/api/domain/add',
			{
				config,
				schema: {
					tags,
					description:
						'"The domain added must already point to the service\'s server": not asked here, it ' +
						'counts as verified.',
					body: redirects.extend({ domain: schemas.webUrl }),
					response: { 200: z.strictObject({ error: z.literal(0), id: z.int() }) },
				},
			},
			({ body }) => {
				const { domain, ...targets } = body;
				const { protocol, hostname } = new URL(domain);
				if (!schemas.hostname.safeParse(hostname).success) {
					throw toFieldRefusal(
						sandbox,
						'domain',
						'it must be a domain such as https://go.example.com',
					);
				}
				const scheme = protocol.slice(0, -1);
				const id = addDomain(sandbox, hostname, { scheme, verified: 1, ...targets });
				return { error: 0 as const, id };
			},
		);

		app.put(
			'/v3/api/domain/:id/update',
			{
				config,
				schema: {
					tags,
					params: schemas.idParams,
					body: schemas.atLeastOne(redirects),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ params, body }) => {
				ownDomain(sandbox, params.id);
				store.update('domains', params.id, body);
				return done('Domain has been updated successfully.');
			},
		);

		app.delete(
			'/v3/api/domain/:id/delete',
			{ config, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				ownDomain(sandbox, params.id);
				store.remove('domains', params.id);
				deleted(reply, sandbox.settings, 'Domain has been deleted successfully.');
			},
		);

		app.get(
			'/',
			{
				config: { access: 'public' },
				schema: {
					tags: ['Public pages'],
					description: 'A visitor of a bare branded domain, told by the Host header.',
					querystring: z.looseObject({}),
				},
			},
			({ hostname }, reply) => {
				const sql = 'SELECT * FROM domains WHERE domain = ?';
				const target = store.get<DomainRow>(sql, hostname)?.redirectroot;
				if (target) void reply.redirect(target, 302);
				else sendPage(reply, 200, 'The Link Platform sandbox.');
			},
		);
	},
};

/** A domain of the account; those of Link Platform itself are not in this API. */
function ownDomain(sandbox: Sandbox, id: number): DomainRow {
	const row = findDomain(sandbox, id);
	if (row.system) throw new Refusal(404, `There is no domain with id ${id}.`);
	return row;
}

function toDomainRecord(row: DomainRow): z.input<typeof record> {
	const { id, scheme, domain, redirectroot, redirect404 } = row;
	return { id, domain: `${scheme}://${domain}`, redirectroot, redirect404 };
}
