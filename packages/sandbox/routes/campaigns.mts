import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import { checkFree, done, findOrRefuse } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { USER_ID } from './account.mts';
import { createAlias, findLink } from './links.mts';

/** A row of the table `campaigns`. */
interface CampaignRow {
	id: number;
	name: string;
	description: string;
	/** The slug of the campaign's public page. Only the legacy API sets `slug` and `public`. */
	slug: string | null;
	public: number;
	created_at: string;
}

const fields = z.strictObject({ name: schemas.text, description: schemas.longText });

const legacyFields = z
	.strictObject({ name: schemas.text, slug: schemas.alias, public: z.boolean() })
	.partial();

/** Campaigns (current API, Campaigns; legacy API, Campaigns), without their public pages. */
export const campaigns: Resource = {
	tables: createTable(
		'campaigns',
		`name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', slug TEXT UNIQUE,
		public INTEGER NOT NULL DEFAULT 0`,
	),

	seed({ store }) {
		const created_at = '2026-01-10T08:00:00.000Z';
		const spring = { name: 'Spring launch', description: 'Everything about the launch' };
		store.insert('campaigns', { ...spring, slug: 'spring', public: 1, created_at });
		store.insert('campaigns', { name: 'Newsletter', created_at });
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const [table, noun] = ['campaigns', 'campaign'];
		/**
		 * The delete route. Deleting a campaign keeps its links: "Its links are unassigned, not deleted" (current API,
		 * Campaigns).
		 */
		const remove = {
			before: ({ id }: CampaignRow) => {
				store.run('UPDATE links SET campaign_id = NULL WHERE campaign_id = ?', id);
			},
		};

		crud(app, sandbox, {
			tag: 'Campaigns',
			scope: 'campaign',
			path: '/api/campaign',
			table,
			noun,
			toRecord: (row: CampaignRow) => toCampaignRecord(sandbox, row),
			list: {},
			add: { body: fields.partial({ description: true }) },
			get: {},
			update: { body: schemas.atLeastOne(fields.partial()) },
			remove,
		});

		crud(app, sandbox, {
			tag: 'Legacy: Campaigns',
			path: '/v3/api/campaign',
			table,
			noun,
			toRecord: (row: CampaignRow) => toLegacyRecord(sandbox, row),
			list: {
				// The legacy API says "One item uses `name` and another uses `domain`". So campaigns with an odd ID
				// use `name`, and the others use the field from the settings.
				source: () =>
					store.list(table, (row: CampaignRow) =>
						toLegacyRecord(sandbox, row, row.id % 2 === 1 ? 'name' : undefined),
					),
			},
			add: {
				description: 'Assumed: a campaign created without a name is called "Untitled campaign".',
				body: legacyFields,
				insert: (body) => ({ name: 'Untitled campaign', ...toColumns(sandbox, body) }),
			},
			update: {
				body: legacyFields.required({ name: true }),
				change: (row, body) => toColumns(sandbox, body, row),
			},
			remove,
		});

		addAssignment(app, sandbox);
	},
};

/** Adds the route that assigns a link to a campaign. */
function addAssignment(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'Legacy: Campaigns');

	route('POST /v3/api/campaign/:campaignid/assign/:linkid', {}, ({ params }) => {
		const { id: campaign_id } = findCampaign(sandbox, params.campaignid);
		const { id, alias, campaign_id: before } = findLink(sandbox, params.linkid);
		sandbox.store.update('links', id, { campaign_id });
		if (before !== campaign_id) {
			const changes = ['campaignId'];
			sandbox.deliveries.emit('link.updated', { id, alias, changes, userId: USER_ID });
		}
		return done('Link successfully added to the campaign.');
	});
}

/** Returns the campaign with this ID, or refuses the request (404). */
export function findCampaign(sandbox: Sandbox, id: number): CampaignRow {
	return findOrRefuse(sandbox, 'campaigns', id, 'campaign');
}

/** Returns a campaign in the current API's format, whose fields aren't documented. */
function toCampaignRecord({ store }: Sandbox, row: CampaignRow): object {
	const sql = `SELECT COUNT(*) AS links, COALESCE(SUM(clicks), 0) AS clicks
		FROM links WHERE campaign_id = ?`;
	const totals = store.get<{ links: number; clicks: number }>(sql, row.id)!;
	const { id, name, description, created_at: createdAt } = row;
	return { id, name, description, ...totals, createdAt };
}

/**
 * Returns a campaign in the legacy API's format. The setting `legacy.campaignName` decides which of three fields
 * holds the name.
 */
function toLegacyRecord(
	{ url, settings }: Sandbox,
	{ id, name, slug, public: shown }: CampaignRow,
	key: 'name' | 'domain' | 'campaign' = settings.legacy.campaignName,
): object {
	const rotator = shown === 1 && slug !== null ? `${url}/c/${slug}` : false;
	return { id, [key]: name, public: shown === 1, rotator, list: `${url}/u/demo/${id}` };
}

/** Returns the columns to store. Refuses a slug that another campaign uses (409). */
function toColumns(sandbox: Sandbox, input: z.output<typeof legacyFields>, before?: CampaignRow) {
	const { slug } = input;
	if (slug !== undefined && slug !== before?.slug) checkFree(sandbox, 'campaigns', 'slug', slug);
	// A public page needs a slug. The API documents don't say what happens without one. Assumed: a random slug.
	const needsSlug = input.public === true && slug === undefined && !before?.slug;
	return needsSlug ? { ...input, slug: createAlias() } : input;
}
