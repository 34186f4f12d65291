import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, list, ok, findOrRefuse } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';

export interface CampaignRow {
	id: number;
	name: string;
	description: string;
	/** the two that the legacy API manages */
	slug: string | null;
	public: number;
	created_at: string;
}

/** "Fields of … campaign … records: not shown": assumed. */
const record = z.strictObject({
	id: z.int(),
	name: z.string(),
	description: z.string(),
	links: z.int(),
	clicks: z.int(),
	createdAt: z.string(),
});

const fields = z.strictObject({ name: schemas.text, description: schemas.longText });

/** Campaigns of the current API (current API, Endpoints, Campaigns). */
export const campaigns: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS campaigns (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			name TEXT NOT NULL,
			description TEXT NOT NULL DEFAULT '',
			slug TEXT UNIQUE,
			public INTEGER NOT NULL DEFAULT 0,
			created_at TEXT NOT NULL
		);
		${toCounterSql('campaigns')}`,

	seed({ store }) {
		const day = '2026-01-10T08:00:00.000Z';
		const spring = { name: 'Spring launch', description: 'Everything about the launch' };
		store.insert('campaigns', { ...spring, slug: 'spring', public: 1, created_at: day });
		store.insert('campaigns', { name: 'Newsletter', created_at: day });
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Campaigns'];
		const response = { 200: schemas.answer(record) };

		app.get(
			'/api/campaigns',
			{
				config: { access: 'campaign:read' },
				schema: {
					tags,
					querystring: schemas.pageQuery,
					response: { 200: schemas.listAnswer('campaigns', record) },
				},
			},
			({ query }) => {
				const source = store.list('campaigns', (row: CampaignRow) =>
					toCampaignRecord(sandbox, row),
				);
				return list('campaigns', sandbox.settings, query, source);
			},
		);

		app.post(
			'/api/campaign/add',
			{
				config: { access: 'campaign:write' },
				schema: { tags, body: fields.partial({ description: true }), response },
			},
			({ body }) => {
				const id = store.insert('campaigns', { description: '', ...body, created_at: now() });
				return ok(toCampaignRecord(sandbox, findCampaign(sandbox, id)));
			},
		);

		app.get(
			'/api/campaign/:id',
			{
				config: { access: 'campaign:read' },
				schema: { tags, params: schemas.idParams, response },
			},
			({ params }) => ok(toCampaignRecord(sandbox, findCampaign(sandbox, params.id))),
		);

		app.put(
			'/api/campaign/:id/update',
			{
				config: { access: 'campaign:write' },
				schema: {
					tags,
					params: schemas.idParams,
					body: schemas.atLeastOne(fields.partial()),
					response,
				},
			},
			({ params, body }) => {
				findCampaign(sandbox, params.id);
				store.update('campaigns', params.id, body);
				return ok(toCampaignRecord(sandbox, findCampaign(sandbox, params.id)));
			},
		);

		app.delete(
			'/api/campaign/:id/delete',
			{ config: { access: 'campaign:write' }, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				deleteCampaign(sandbox, params.id);
				deleted(reply, sandbox.settings, 'The campaign has been deleted.');
			},
		);
	},
};

/** The campaign with this id, or a 404. */
export function findCampaign(sandbox: Sandbox, id: number): CampaignRow {
	return findOrRefuse(sandbox, 'campaigns', id, 'campaign');
}

/** "Its links are unassigned, not deleted" (current API, Campaigns). */
export function deleteCampaign(sandbox: Sandbox, id: number): void {
	findCampaign(sandbox, id);
	sandbox.store.run('UPDATE links SET campaign_id = NULL WHERE campaign_id = ?', id);
	sandbox.store.remove('campaigns', id);
}

function toCampaignRecord({ store }: Sandbox, row: CampaignRow): z.input<typeof record> {
	const sql = `SELECT COUNT(*) AS links, COALESCE(SUM(clicks), 0) AS clicks
		FROM links WHERE campaign_id = ?`;
	const totals = store.get<{ links: number; clicks: number }>(sql, row.id)!;
	const { id, name, description, created_at: createdAt } = row;
	return { id, name, description, ...totals, createdAt };
}

function now(): string {
	return new Date().toISOString();
}
