import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getCount } from '../../api/dialect';
import { parseFigure, scalarToText } from '../../api/envelope';
import { Failure, toFailure } from '../../api/failure';
import { toRequest, type ApiRequest } from '../../api/route';
import { mapAll } from '../../runner/mapConcurrent';
import type { OperationContext } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { analyticsMessages } from './messages';
import type { TimeSpan } from './timeSpan';

/**
 * The maximum number of links whose clicks a report reads. With two requests per link, that takes half an hour at 60
 * requests per minute.
 */
export const MOST_LINKS = 1_000;

/** The clicks of a period, and of the previous period if the two are compared. */
export interface Clicks {
	clicks: number;
	/** The clicks of the previous period; null if they can't be read. */
	previousClicks?: number | null;
	/** The change in percent; null if the previous period has no clicks. */
	change?: number | null;
}

/** The statistics that Link Platform returns for a period. */
export interface Totals extends Clicks {
	uniqueVisitors: number | null;
	topCountry: string;
	topReferrer: string;
}

/** The totals of a link that nobody has clicked. */
const NOTHING: Totals = { clicks: 0, uniqueVisitors: 0, topCountry: '', topReferrer: '' };

/** The totals of a link. */
export interface LinkTotals extends Totals {
	link: IDataObject;
}

/**
 * Reads the totals of a period. The API docs name their fields only for a link; a campaign is assumed to have the same
 * fields.
 */
export async function readTotals(
	client: Client,
	request: ApiRequest,
	span: TimeSpan,
): Promise<Totals> {
	const summary = await sendForRecord(client, { ...request, query: span });
	const clicks = parseFigure(summary.totalClicks) ?? getCount(summary, 'clicks');
	if (clicks === undefined) throw Failure.unusable(analyticsMessages.noClicks);
	return {
		clicks,
		uniqueVisitors: getCount(summary, 'visitors') ?? null,
		topCountry: scalarToText(summary.topCountry),
		topReferrer: scalarToText(summary.topReferrer),
	};
}

/** Adds the clicks of the previous period to the totals, if the report compares the two periods. */
export async function compare<T extends Totals>(
	client: Client,
	request: ApiRequest,
	totals: T,
	previous?: TimeSpan,
): Promise<T> {
	if (!previous) return totals;
	const before = await readTotals(client, request, previous).catch((thrown: unknown) => {
		const failure = toFailure(thrown);
		// Link Platform may return 404 for a link that didn't exist yet in the previous period.
		if (failure.isNotFound) return { clicks: null };
		throw failure;
	});
	return { ...toClicks(totals.clicks, before.clicks), ...totals };
}

/** Returns the clicks of both periods, and the change between them. */
export function toClicks(clicks: number, previousClicks: number | null): Clicks {
	if (!previousClicks) {
		return { clicks, previousClicks, change: previousClicks === clicks ? 0 : null };
	}
	const change = ((clicks - previousClicks) / previousClicks) * 100;
	return { clicks, previousClicks, change: Math.round(change * 10) / 10 };
}

export function toLinkStats({ id }: IDataObject): ApiRequest {
	return toRequest('GET /api/url/{linkId}/stats', { linkId: id });
}

/** True if nobody has ever clicked the link, so that it has no clicks in any period. */
export function isSilent(link: IDataObject): boolean {
	return getCount(link, 'clicks') === 0;
}

/**
 * Reads the totals of the links with the most clicks in the period, sorted by clicks. A link can't have more clicks
 * in the period than in total. So the links are read in the order of their all-time clicks, until no other link can
 * be among the first `limit`. Leaves out links that were deleted meanwhile, and counts them (`gone`). `isWhole` is true
 * if no link is missing, and `isComplete` is false if a missing link could be among the first ones.
 */
export async function readMostClicked(
	links: IDataObject[],
	span: TimeSpan,
	limit: number,
	context: OperationContext,
): Promise<{ rows: LinkTotals[]; gone: number; isWhole: boolean; isComplete: boolean }> {
	const inAll = (link: IDataObject) => getCount(link, 'clicks') ?? Number.MAX_VALUE;
	const candidates = links.filter((link) => !isSilent(link)).sort((a, b) => inAll(b) - inAll(a));
	const rows: LinkTotals[] = [];
	let next = 0;
	const mayHaveMore = () =>
		next < candidates.length &&
		(rows.length < limit || inAll(candidates[next]) > rows[limit - 1].clicks);
	const read = async (link: IDataObject) =>
		await readTotals(context.client, toLinkStats(link), span).then(
			(totals) => [{ ...totals, link }],
			(thrown: unknown) => {
				if (toFailure(thrown).isNotFound) return [];
				throw thrown;
			},
		);
	while (next < MOST_LINKS && mayHaveMore()) {
		const end = Math.min(next + Math.max(limit - rows.length, context.concurrency), MOST_LINKS);
		rows.push(...(await mapAll(candidates.slice(next, end), context, read)).flat());
		rows.sort((a, b) => b.clicks - a.clicks);
		next = Math.min(end, candidates.length);
	}
	const gone = next - rows.length;
	for (const link of links.filter(isSilent)) rows.push({ ...NOTHING, link });
	return { rows, gone, isWhole: next === candidates.length, isComplete: !mayHaveMore() };
}
