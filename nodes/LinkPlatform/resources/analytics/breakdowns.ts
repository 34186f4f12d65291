import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, parseFigure, scalarToText } from '../../api/envelope';
import type { List } from '../../api/paging';
import type { Route } from '../../api/route';
import type { RequestOperation } from '../../runner/operation';
import { linkId } from '../link/fields';
import { withLinkId } from './fields';

/**
 * Returns the list with a link's clicks by country, referrer and so on. `plural` is the API's name for that
 * breakdown.
 */
export function toBreakdownList(plural: string): List {
	const route: Route = `GET /api/url/{linkId}/stats/${plural}`;
	const parse = (body: unknown) => toCounts(body, plural, 'name');
	return { route, collections: [plural, 'stats'], holds: 'objects', isPaged: false, parse };
}

/**
 * Reads counts such as `{"DE": 40}` from the response's property `plural`: one row per count, with its name in `field`.
 * Returns undefined for anything else.
 */
export function toCounts(body: unknown, plural: string, field: string): unknown[] | undefined {
	const payload = getPayload(body);
	const counts = isRecord(payload) ? payload[plural] : undefined;
	if (!isRecord(counts)) return undefined;
	const isCounted = Object.values(counts).every((count) => parseFigure(count) !== undefined);
	if (!isCounted) return undefined;
	return Object.entries(counts).map(([name, clicks]) => ({ [field]: name, clicks }));
}

/** Returns the operation that gets the clicks of a link by a dimension such as `country`. */
function by(dimension: string, plural: string, label: string): RequestOperation {
	const list = toBreakdownList(plural);
	const words = label.toLowerCase();
	return {
		name: `Get Clicks by ${label}`,
		action: `Get link clicks by ${words}`,
		description: `Get a link's clicks by ${words}`,
		route: list.route,
		fields: [linkId],
		list,
		// All breakdowns have `dimension` and `key`, so that several of them fit into one table.
		toItem: (row, input) => withLinkId({ ...row, dimension, key: getKey(row, dimension) }, input),
	};
}

function getKey(row: IDataObject, dimension: string): string {
	const names = ['code', 'key', 'name', dimension].map((name) => scalarToText(row[name]));
	return names.find(Boolean) ?? '';
}

/**
 * The operations for breakdowns. Only the lists of countries and variants are documented. The other responses are
 * assumed to be such lists, or objects of counts.
 */
export const breakdowns = {
	getLinkCountries: by('country', 'countries', 'Country'),
	getLinkReferrers: by('referrer', 'referrers', 'Referring Website'),
	getLinkBrowsers: by('browser', 'browsers', 'Browser'),
	getLinkPlatforms: by('platform', 'platforms', 'Operating System'),
	getLinkVariants: by('variant', 'variants', 'Variant'),
};
