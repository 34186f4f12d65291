import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getCount } from '../../api/dialect';
import { parseFigure, scalarToText } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
import { toRequest, type ApiRequest } from '../../api/route';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { OperationContext } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { analyticsMessages } from './messages';
import type { TimeSpan } from './timeSpan';

/** Links whose clicks a report reads at most. With two requests each, that takes half an hour at 60 requests a minute. */
export const MOST_LINKS = 1_000;

/** The clicks of a period, and of the period before it if they are compared. */
export interface Clicks {
	clicks: number;
	/** Null if they can't be read. */
	previousClicks?: number | null;
	/** In percent; null if there were no clicks before. */
	change?: number | null;
}

/** What Link Platform counted in a period. */
export interface Totals extends Clicks {
	uniqueVisitors: number | null;
	topCountry: string;
	topReferrer: string;
}

/** A link with its totals. */
export interface LinkTotals {
	link: IDataObject;
	totals: Totals;
}

/** Reads the totals of a period. Their fields are documented for a link, and assumed to be the same for a campaign. */
export async function readTotals(
	client: Client,
	request: ApiRequest,
	span: TimeSpan,
): Promise<Totals> {
	const summary = await sendForRecord(client, { ...request, query: { ...span } });
	const clicks = parseFigure(summary.totalClicks) ?? getCount(summary, 'clicks');
	if (clicks === undefined) throw Failure.unusable(analyticsMessages.noClicks);
	return {
		clicks,
		uniqueVisitors: getCount(summary, 'visitors') ?? null,
		topCountry: scalarToText(summary.topCountry),
		topReferrer: scalarToText(summary.topReferrer),
	};
}

/** Adds the clicks of the period before, if there is one to compare with. */
export async function compare(
	client: Client,
	request: ApiRequest,
	totals: Totals,
	previous?: TimeSpan,
): Promise<Totals> {
	if (!previous) return totals;
	const { clicks, ...rest } = totals;
	const before = await readTotals(client, request, previous).catch(toFailure);
	if (!(before instanceof Failure)) return { ...toClicks(clicks, before.clicks), ...rest };
	// A record that is younger than the period may have no statistics of it.
	if (before.status === 404) return { ...toClicks(clicks, null), ...rest };
	throw before;
}

/** Returns both counts with the change between them. */
export function toClicks(clicks: number, previousClicks: number | null): Clicks {
	let change: number | null = null;
	if (previousClicks) change = ((clicks - previousClicks) / previousClicks) * 100;
	else if (previousClicks === clicks) change = 0;
	return { clicks, previousClicks, change: change && Math.round(change * 10) / 10 };
}

export function toLinkStats({ id }: IDataObject): ApiRequest {
	return toRequest('GET /api/url/{linkId}/stats', { linkId: id });
}

/**
 * Reads the totals of the links with the most clicks in the period, sorted by clicks. A link can't have more clicks in
 * the period than in all, so links are read in the order of all their clicks, until no other link can be among the
 * first. `isComplete` is false if another link may be among them.
 */
export async function readMostClicked(
	links: IDataObject[],
	span: TimeSpan,
	limit: number,
	{ client, concurrency }: OperationContext,
): Promise<{ rows: LinkTotals[]; isComplete: boolean }> {
	const inAll = (link: IDataObject) => getCount(link, 'clicks') ?? Number.MAX_VALUE;
	const candidates = [...links].sort((a, b) => inAll(b) - inAll(a));
	const rows: LinkTotals[] = [];
	let next = 0;
	const mayHaveMore = () =>
		next < candidates.length &&
		(rows.length < limit || inAll(candidates[next]) > rows[limit - 1].totals.clicks);
	let gone: Failure | undefined;
	const read = async (link: IDataObject) => {
		const totals = await readTotals(client, toLinkStats(link), span).catch(toFailure);
		if (!(totals instanceof Failure)) return [{ link, totals }];
		if (!totals.isNotFound) throw totals;
		// The link was deleted after the list was read.
		gone = totals;
		return [];
	};
	while (next < MOST_LINKS && mayHaveMore()) {
		const end = Math.min(next + Math.max(limit - rows.length, concurrency), MOST_LINKS);
		rows.push(...(await mapAll(candidates.slice(next, end), concurrency, read)).flat());
		rows.sort((a, b) => b.totals.clicks - a.totals.clicks);
		next = end;
	}
	// Link Platform has no statistics at all.
	if (rows.length === 0 && gone) throw gone;
	return { rows: rows.slice(0, limit), isComplete: !mayHaveMore() };
}

/** Returns the results in the order of the entries; throws the first failure. */
export async function mapAll<From, To>(
	entries: From[],
	concurrency: number,
	work: (entry: From) => Promise<To>,
): Promise<To[]> {
	const outcomes = await mapConcurrent(entries, work, { concurrency, stopEarly: true });
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
}
