import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { parseFigure } from '../../api/figure';
import type { ApiRequest } from '../../api/route';
import { toRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRecord } from '../../runner/items';
import { mapConcurrent } from '../../runner/mapConcurrent';
import { analyticsMessages } from './messages';
import { withNumbers } from './numbers';
import { toPreviousSpan, toTimeSpan, type Period } from './timeSpan';

/** So many links are asked for their clicks at most: with two requests each, half an hour at 60 a minute. */
export const MOST_LINKS = 1_000;

/** A period, and the one before if it is compared. */
export interface Spans {
	current: { from: string; to: string };
	previous?: { from: string; to: string };
}

/** What Link Platform counted in a period. */
export interface Figures {
	clicks: number;
	uniqueVisitors: number | null;
	topCountry: string;
	topReferrer: string;
}

/** Clicks beside those of the period before; `change` in percent, null if there were none before. */
export interface Comparison {
	previousClicks?: number;
	change?: number | null;
}

export function getSpans(input: Input): Spans {
	const period = input.string('period') as Period;
	const current = toTimeSpan(period, input.timezone, input.createdAt);
	if (!input.boolean('compare')) return { current };
	return { current, previous: toPreviousSpan(period, input.timezone, input.createdAt) };
}

/** The figures of a summary, whose fields are documented for a link and assumed alike for a campaign. */
export async function readFigures(
	client: Client,
	request: ApiRequest,
	span: Spans['current'],
): Promise<Figures> {
	const summary = withNumbers(toRecord(await client.send({ ...request, query: { ...span } })));
	const clicks = parseFigure(summary.totalClicks ?? summary.clicks);
	if (clicks === undefined) throw Failure.unusable(analyticsMessages.noClicks);
	return {
		clicks,
		uniqueVisitors: parseFigure(summary.uniqueVisitors) ?? null,
		topCountry: scalarToText(summary.topCountry),
		topReferrer: scalarToText(summary.topReferrer),
	};
}

export function toLinkStats(linkId: unknown): ApiRequest {
	return toRequest('GET /api/url/{linkId}/stats', { linkId });
}

/** What has changed since the period before; nothing where it isn't compared. */
export async function compare(
	client: Client,
	request: ApiRequest,
	{ previous }: Spans,
	clicks: number,
): Promise<Comparison> {
	if (!previous) return {};
	return toComparison(clicks, (await readFigures(client, request, previous)).clicks);
}

export function toComparison(clicks: number, previousClicks: number): Comparison {
	if (previousClicks === 0) return { previousClicks, change: clicks === 0 ? 0 : null };
	const percent = ((clicks - previousClicks) / previousClicks) * 100;
	return { previousClicks, change: Math.round(percent * 10) / 10 };
}

/** A link with its figures. */
interface Row {
	link: IDataObject;
	figures: Figures;
}

const NO_CLICKS: Figures = { clicks: 0, uniqueVisitors: 0, topCountry: '', topReferrer: '' };

/**
 * The links with the most clicks in the period, the most first. A link can't have more of them than it has in all, so
 * the links are read by those, until no other can be among the first. `isComplete` is false if there may be others.
 */
export async function readMostClicked(
	client: Client,
	links: IDataObject[],
	span: Spans['current'],
	{ limit, concurrency }: { limit: number; concurrency: number },
): Promise<{ rows: Row[]; isComplete: boolean }> {
	const inAll = (link: IDataObject) => parseFigure(link.clicks) ?? Infinity;
	const candidates = [...links].sort((a, b) => compareFigures(inAll(b), inAll(a)));
	let rows: Row[] = [];
	let next = 0;
	const mayHaveMore = () =>
		next < candidates.length &&
		(rows.length < limit || inAll(candidates[next]) > rows[limit - 1].figures.clicks);
	while (next < MOST_LINKS && mayHaveMore()) {
		const count = Math.max(limit - rows.length, concurrency);
		const asked = candidates.slice(next, Math.min(next + count, MOST_LINKS));
		next += asked.length;
		const read = await forEachLink(asked, concurrency, async (link) => {
			if (inAll(link) === 0) return { link, figures: NO_CLICKS };
			return { link, figures: await readFigures(client, toLinkStats(link.id), span) };
		});
		rows = [...rows, ...read].sort((a, b) => b.figures.clicks - a.figures.clicks);
	}
	return { rows: rows.slice(0, limit), isComplete: !mayHaveMore() };
}

/** Infinity is as much as itself, which a difference doesn't say. */
function compareFigures(a: number, b: number): number {
	return a === b ? 0 : a - b;
}

/** The results for all links that still exist. */
export async function forEachLink<From, To>(
	entries: From[],
	concurrency: number,
	work: (entry: From) => Promise<To>,
): Promise<To[]> {
	const outcomes = await mapConcurrent(
		entries,
		async (entry) =>
			await work(entry).catch((thrown: unknown) => {
				// It was deleted meanwhile.
				if (thrown instanceof Failure && thrown.isNotFound) return undefined;
				throw thrown;
			}),
		{ concurrency, stopEarly: true },
	);
	return outcomes.flatMap((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value === undefined ? [] : [outcome.value];
	});
}
