import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, done, legacyList, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { USER_ID } from './account.mts';
import { deleteCampaign, findCampaign } from './campaigns.mts';
import type { CampaignRow } from './campaigns.mts';
import { findLink, toLinkRecord, createAlias } from './links.mts';
import type { LinkRow } from './links.mts';
import { sendPage, visit } from './visits.mts';

/** The name stands under one of three keys, see `named` below. */
const record = z.strictObject({
	id: z.int(),
	name: z.string().optional(),
	domain: z.string().optional(),
	campaign: z.string().optional(),
	public: z.boolean(),
	rotator: z.union([z.literal(false), z.string()]),
	list: z.string(),
});
const answer = record.extend({ error: z.literal(0) });

const fields = z.strictObject({ name: schemas.text, slug: schemas.alias, public: z.boolean() });
type Fields = Partial<z.output<typeof fields>>;

/** Campaigns with their public pages (legacy API, Campaigns): those of the current API. */
export const legacyCampaigns: Resource = {
	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Legacy: Campaigns'];
		const config = { access: 'full' as const };
		const response = { 200: answer };

		app.get(
			'/v3/api/campaigns',
			{
				config,
				schema: {
					tags,
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('campaigns', record) },
				},
			},
			({ query }) => {
				// "One item uses `name` and another uses `domain`": here the even ids have the other key.
				const source = store.list('campaigns', (row: CampaignRow) =>
					toCampaignRecord(sandbox, row, row.id % 2 === 1 ? 'name' : undefined),
				);
				return legacyList('campaigns', sandbox.settings, query, source);
			},
		);

		app.post(
			'/v3/api/campaign/add',
			{
				config,
				schema: {
					tags,
					description: 'A campaign without a name is called "Untitled campaign": assumed.',
					body: fields.partial(),
					response,
				},
			},
			({ body }) => {
				const id = store.insert('campaigns', {
					name: 'Untitled campaign',
					...toColumns(sandbox, body),
					created_at: new Date().toISOString(),
				});
				return { error: 0 as const, ...toCampaignRecord(sandbox, findCampaign(sandbox, id)) };
			},
		);

		app.put(
			'/v3/api/campaign/:id/update',
			{
				config,
				schema: {
					tags,
					params: schemas.idParams,
					body: fields.partial().required({ name: true }),
					response,
				},
			},
			({ params, body }) => {
				const before = findCampaign(sandbox, params.id);
				store.update('campaigns', params.id, toColumns(sandbox, body, before));
				const row = findCampaign(sandbox, params.id);
				return { error: 0 as const, ...toCampaignRecord(sandbox, row) };
			},
		);

		app.delete(
			'/v3/api/campaign/:id/delete',
			{ config, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				deleteCampaign(sandbox, params.id);
				deleted(reply, sandbox.settings, 'Campaign has been deleted successfully.');
			},
		);

		app.post(
			'/v3/api/campaign/:campaignid/assign/:linkid',
			{
				config,
				schema: {
					tags,
					params: z.strictObject({ campaignid: schemas.id, linkid: schemas.id }),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ params }) => {
				const { id: campaign_id } = findCampaign(sandbox, params.campaignid);
				const { id, alias, campaign_id: before } = findLink(sandbox, params.linkid);
				store.update('links', id, { campaign_id });
				if (before !== campaign_id) {
					const changes = ['campaignId'];
					sandbox.deliveries.emit('link.updated', { id, alias, changes, userId: USER_ID });
				}
				return done('Link successfully added to the campaign.');
			},
		);

		publicPages(app, sandbox);
	},
};

const publicPages: Resource['routes'] = (app, sandbox) => {
	const { store } = sandbox;
	const tags = ['Public pages'];
	const config = { access: 'public' as const };

	app.get(
		'/c/:slug',
		{
			config,
			schema: {
				tags,
				description: 'The rotator page: each visitor gets the link that had the fewest so far.',
				params: z.strictObject({ slug: z.string() }),
				querystring: z.looseObject({ password: z.string().optional() }),
			},
		},
		(request, reply) => {
			const sql = `SELECT links.* FROM links JOIN campaigns ON campaigns.id = campaign_id
				WHERE slug = ? AND public AND expired_at IS NULL ORDER BY clicks, links.id LIMIT 1`;
			const link = store.get<LinkRow>(sql, request.params.slug);
			visit(sandbox, request, reply, link, request.query.password);
		},
	);

	app.get(
		'/u/:username/:campaignid',
		{
			config,
			schema: {
				tags,
				description: 'The list page of a public campaign.',
				params: z.strictObject({ username: z.string(), campaignid: schemas.id }),
			},
		},
		({ params }, reply) => {
			const campaign = store.find<CampaignRow>('campaigns', params.campaignid);
			if (!campaign?.public) return sendPage(reply, 404, 'This campaign does not exist.');
			const links = store.all<LinkRow>('SELECT * FROM links WHERE campaign_id = ?', campaign.id);
			return sendPage(
				reply,
				200,
				links.map((link) => toLinkRecord(sandbox, link).shorturl).join('<br>'),
			);
		},
	);
};

function toColumns(sandbox: Sandbox, input: Fields, before?: CampaignRow) {
	const { slug, name, public: isPublic } = input;
	if (slug !== undefined && slug !== before?.slug) {
		if (sandbox.store.get('SELECT 1 FROM campaigns WHERE slug = ?', slug)) {
			throw new Refusal(409, `The slug "${slug}" is already taken.`);
		}
	}
	// A public page needs an address; which one without a slug is not shown: a random one is assumed.
	const needsSlug = isPublic === true && slug === undefined && !before?.slug;
	return {
		...(name === undefined ? {} : { name }),
		...(isPublic === undefined ? {} : { public: isPublic }),
		...(needsSlug ? { slug: createAlias() } : slug === undefined ? {} : { slug }),
	};
}

function toCampaignRecord(
	{ url, settings }: Sandbox,
	row: CampaignRow,
	key: 'name' | 'domain' | 'campaign' = settings.legacy.campaignName,
): z.input<typeof record> {
	return {
		id: row.id,
		[key]: row.name,
		public: row.public === 1,
		rotator: row.public === 1 && row.slug !== null ? `${url}/c/${row.slug}` : false,
		list: `${url}/u/demo/${row.id}`,
	};
}
