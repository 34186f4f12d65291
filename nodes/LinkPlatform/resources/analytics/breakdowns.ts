import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, parseFigure, scalarToText } from '../../api/envelope';
import type { List } from '../../api/paging';
import type { Route } from '../../api/route';
import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { toLinkRow } from './fields';

/**
 * Returns the list with a link's clicks by country, referrer and so on. `plural` is the name of that breakdown in the
 * API.
 */
export function toBreakdownList(plural: string): List {
	const route: Route = `GET /api/url/{linkId}/stats/${plural}`;
	const parse = (body: unknown) => toCounts(body, plural);
	return { route, collections: [plural, 'stats'], isPaged: false, parse };
}

/**
 * Reads counts such as `{"DE": 40}`, which the response has under the name of the list. Returns undefined for anything
 * else.
 */
function toCounts(body: unknown, plural: string): unknown[] | undefined {
	const payload = getPayload(body);
	const counts = isRecord(payload) ? payload[plural] : undefined;
	if (!isRecord(counts)) return undefined;
	const toRow = ([name, count]: [string, unknown]) => ({ name, clicks: parseFigure(count) });
	const rows = Object.entries(counts).map(toRow);
	return rows.every(({ clicks }) => clicks !== undefined) ? rows : undefined;
}

/** Returns the operation that gets the clicks of a link by a dimension such as `country`. */
function by(
	dimension: string,
	plural: string,
	label: string,
	words = label.toLowerCase(),
): RequestOperation {
	const list = toBreakdownList(plural);
	return {
		name: `Get Clicks by ${label}`,
		action: `Get link clicks by ${label.toLowerCase()}`,
		description: `Get a link's clicks by ${words}, one item per ${words}`,
		route: list.route,
		fields: [linkId],
		response: {
			as: 'list',
			list,
			toItem: (row, input) => toLinkRow(withKey(row, dimension), input),
		},
	};
}

/**
 * Adds `dimension` and `key`, which every breakdown has, so that several breakdowns fit into one table. If a row has no
 * documented name, `key` is the only string in it.
 */
function withKey(row: IDataObject, dimension: string): IDataObject {
	const named = ['code', 'key', 'name', dimension].map((name) => scalarToText(row[name]));
	const texts = Object.values(row)
		.map(scalarToText)
		.filter((text) => parseFigure(text) === undefined);
	const [only, another] = texts.filter((text) => text !== '');
	const key = named.find((name) => name !== '') ?? (another === undefined ? only : '');
	const marks = { dimension, key: key ?? '' };
	return { ...marks, ...row, ...marks };
}

/**
 * The operations for breakdowns. Lists of countries and variants are documented; the other responses are assumed to be
 * such lists, or objects of counts.
 */
export const breakdowns = {
	getLinkCountries: by('country', 'countries', 'Country'),
	getLinkReferrers: by('referrer', 'referrers', 'Referring Website'),
	getLinkBrowsers: by('browser', 'browsers', 'Browser'),
	getLinkPlatforms: by('platform', 'platforms', 'Operating System'),
	getLinkVariants: by('variant', 'variants', 'Variant', 'A/B variant'),
};
