import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import { list, ok, toFieldRefusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { findCampaign } from './campaigns.mts';
import { findLink, parseVariants } from './links.mts';

/** The query parameters of a period. Either end can be left open. */
const periodQuery = z.strictObject({
	from: schemas.dateText.optional(),
	to: schemas.dateText
		.optional()
		.describe('a date without a time means the end of that day, in UTC'),
});
interface ClickRow {
	created_at: string;
	ip: string;
	user_agent: string;
	country: string;
	city: string;
	browser: string;
	platform: string;
	referrer: string;
}

/** The number of clicks that share a value, such as a country. */
interface Share {
	name: string;
	clicks: number;
}

/** SQL expressions that return the start of a click's hour, day, week or month, in UTC. Weeks begin on Monday. */
const slots = {
	hour: "substr(created_at, 1, 13) || ':00:00Z'",
	day: 'substr(created_at, 1, 10)',
	week: "date(created_at, 'weekday 0', '-6 days')",
	month: 'substr(created_at, 1, 7)',
};

/**
 * The routes that count clicks by a property of the visitor, and the database column of each property. The API
 * documents don't show the responses of these three routes.
 */
const breakdowns = { referrers: 'referrer', browsers: 'browser', platforms: 'platform' };

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Analytics (current API, Endpoints, Analytics), computed from the clicks on short links. */
export const analytics: Resource = {
	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Analytics', 'stats');

		route('GET /api/url/:id/stats', { query: periodQuery }, ({ params, query }) => {
			const { id } = findLink(sandbox, params.id);
			return ok(getSummary(sandbox, 'clicks WHERE link_id = ?', id, query));
		});

		route(
			'GET /api/url/:id/stats/clicks',
			{
				description:
					'Response not documented. Assumed: an entry for each period (in UTC) with clicks.',
				query: periodQuery.extend({
					granularity: z.enum(['hour', 'day', 'week', 'month']).default('day'),
				}),
			},
			({ params, query }) => {
				const { id } = findLink(sandbox, params.id);
				const [from, to] = bounds(sandbox, query);
				const sql = `SELECT ${slots[query.granularity]} AS date, COUNT(*) AS clicks
					FROM clicks WHERE link_id = ? AND created_at BETWEEN ? AND ? GROUP BY 1 ORDER BY 1`;
				const rows = store.all<{ date: string; clicks: number }>(sql, id, from, to);
				return ok({ clicks: rows });
			},
		);

		addBreakdowns(app, sandbox);

		route(
			'GET /api/url/:id/stats/activity',
			{ description: '"Chronological": oldest click first.', query: schemas.pageQuery },
			({ params, query }) => {
				const { id } = findLink(sandbox, params.id);
				const isFull = sandbox.settings.activity === 'full';
				const toRecord = (row: ClickRow) => toClick(row, isFull);
				const source = store.listWhere(
					'clicks WHERE link_id = ?',
					[id],
					toRecord,
					'created_at, id',
				);
				return list('activity', sandbox.settings, query, source, 50);
			},
		);

		route('GET /api/campaign/:id/stats', { query: periodQuery }, ({ params, query }) => {
			// The API documents promise "Aggregated analytics for all links of the campaign" without an example.
			// Assumed: the same fields as for a link.
			const { id } = findCampaign(sandbox, params.id);
			const links = 'SELECT id FROM links WHERE campaign_id = ?';
			const totals = getSummary(sandbox, `clicks WHERE link_id IN (${links})`, id, query);
			return ok({ links: store.all(links, id).length, ...totals });
		});
	},
};

/** Adds the routes that count clicks by country, by property of the visitor, and by variant. */
function addBreakdowns(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'Analytics', 'stats');

	route('GET /api/url/:id/stats/countries', {}, ({ params }) => {
		const rows = clicksBy(sandbox, params.id, 'country');
		const countries = rows.map(({ name: code, clicks }) => {
			// The country code comes from a header of the visitor's request, so it may be invalid.
			const isRegion = /^[A-Z]{2}$/.test(code);
			return { code, name: (isRegion && regionNames.of(code)) || code, clicks };
		});
		return ok({ countries });
	});

	for (const [name, column] of Object.entries(breakdowns)) {
		const description = 'Response not shown: assumed, names and clicks.';
		route(`GET /api/url/:id/stats/${name}`, { description }, ({ params }) => {
			return ok({ [name]: clicksBy(sandbox, params.id, column) });
		});
	}

	route('GET /api/url/:id/stats/variants', {}, ({ params }) => {
		const link = findLink(sandbox, params.id);
		const rows = clicksBy(sandbox, link.id, 'variant');
		const counts = new Map(rows.map(({ name, clicks }) => [name, clicks]));
		const targets = parseVariants(link);
		const total = targets.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0);
		const variants = targets.map(({ name, url }) => {
			const clicks = counts.get(name) ?? 0;
			const percentage = total === 0 ? 0 : Math.round((clicks / total) * 1000) / 10;
			return { name, url, clicks, percentage };
		});
		return ok({ variants });
	});
}

/** Returns a click in the API's format. Unless `isFull`, omits the date, IP address and user agent. */
function toClick(
	{ created_at: date, user_agent: userAgent, ip, ...row }: ClickRow,
	isFull: boolean,
) {
	const { country, city, browser, platform, referrer } = row;
	return { ...(isFull ? { date, ip, userAgent } : {}), country, city, browser, platform, referrer };
}

/**
 * Returns the totals of the clicks in the period. `from` is SQL such as `clicks WHERE link_id = ?`, and `id` fills
 * its placeholder. Assumed: the top values are empty strings if there are no clicks.
 */
function getSummary(
	sandbox: Sandbox,
	from: string,
	id: number,
	period: z.infer<typeof periodQuery>,
) {
	const { store } = sandbox;
	const values = [id, ...bounds(sandbox, period)];
	const picked = `FROM ${from} AND created_at BETWEEN ? AND ?`;
	const top = (column: string) => {
		const sql = `SELECT ${column} AS name ${picked} GROUP BY 1 ORDER BY COUNT(*) DESC, 1 LIMIT 1`;
		return store.get<{ name: string }>(sql, ...values)?.name ?? '';
	};
	const sql = `SELECT COUNT(*) AS totalClicks, COUNT(DISTINCT ip) AS uniqueVisitors ${picked}`;
	const totals = store.get<{ totalClicks: number; uniqueVisitors: number }>(sql, ...values)!;
	const [topCountry, topReferrer, topBrowser] = ['country', 'referrer', 'browser'].map(top);
	return { ...totals, topCountry, topReferrer, topBrowser };
}

/** Counts a link's clicks for each value of a column, most frequent value first. */
function clicksBy(sandbox: Sandbox, linkId: number, column: string): Share[] {
	const { id } = findLink(sandbox, linkId);
	const sql = `SELECT ${column} AS name, COUNT(*) AS clicks FROM clicks
		WHERE link_id = ? AND ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`;
	return sandbox.store.all(sql, id);
}

/**
 * Returns the first and last moment of a period as text that sorts like ISO 8601 times. Refuses a period that ends
 * before it begins.
 */
function bounds(sandbox: Sandbox, { from, to }: z.infer<typeof periodQuery>): [string, string] {
	const start = from === undefined ? -Infinity : schemas.parseMoment(from);
	const isDay = to?.length === 10;
	const end = to === undefined ? Infinity : schemas.parseMoment(to) + (isDay ? 86_400_000 - 1 : 0);
	if (start > end) throw toFieldRefusal('from', 'it is after "to"');
	const stamp = (at: number, open: string) =>
		Number.isFinite(at) ? new Date(at).toISOString() : open;
	return [stamp(start, ''), stamp(end, '9999')];
}
