import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getCount } from '../../api/dialect';
import { parseFigure, scalarToText } from '../../api/envelope';
import { Failure, getFailure, toFailure } from '../../api/failure';
import { toRequest, type ApiRequest } from '../../api/route';
import { sendForRecord } from '../../runner/requests';
import { mapConcurrent } from '../../runner/mapConcurrent';
import type { OperationContext } from '../../runner/operation';
import { analyticsMessages } from './messages';
import type { TimeSpan } from './timeSpan';

/** So many links are asked for their clicks at most: with two requests each, half an hour at 60 a minute. */
export const MOST_LINKS = 1_000;

/**
 * Clicks, beside those of the period before if they are compared: null if they can't be read. `change` in percent, null
 * if there were none before.
 */
export interface Clicks {
	clicks: number;
	previousClicks?: number | null;
	change?: number | null;
}

/** What Link Platform counted in a period. */
export interface Figures extends Clicks {
	uniqueVisitors: number | null;
	topCountry: string;
	topReferrer: string;
}

/** A link with its figures. */
export interface Row {
	link: IDataObject;
	figures: Figures;
}

/** The figures of a summary, whose fields are documented for a link and assumed alike for a campaign. */
export async function readFigures(
	client: Client,
	request: ApiRequest,
	span: TimeSpan,
): Promise<Figures> {
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

/** The figures with the clicks of the period before, if there is one to compare with. */
export async function compare(
	client: Client,
	request: ApiRequest,
	figures: Figures,
	previous?: TimeSpan,
): Promise<Figures> {
	if (!previous) return figures;
	const { clicks, ...rest } = figures;
	const before = await readFigures(client, request, previous).catch(toFailure);
	// A record that is younger than the period may have no statistics of it.
	if (before instanceof Failure && before.status !== 404) throw before;
	return { ...toClicks(clicks, before instanceof Failure ? null : before.clicks), ...rest };
}

export function toClicks(clicks: number, previousClicks: number | null): Clicks {
	if (previousClicks === null) return { clicks, previousClicks, change: null };
	if (previousClicks === 0) return { clicks, previousClicks, change: clicks === 0 ? 0 : null };
	const percent = ((clicks - previousClicks) / previousClicks) * 100;
	return { clicks, previousClicks, change: Math.round(percent * 10) / 10 };
}

export function toLinkStats({ id }: IDataObject): ApiRequest {
	return toRequest('GET /api/url/{linkId}/stats', { linkId: id });
}

/**
 * The links with the most clicks in the period, the most first. A link can't have more of them than the list says it
 * has in all, so the links are asked in that order, until no other can be among the first. `isComplete` is false if
 * there may be others.
 */
export async function readMostClicked(
	links: IDataObject[],
	span: TimeSpan,
	limit: number,
	{ client, concurrency }: OperationContext,
): Promise<{ rows: Row[]; isComplete: boolean }> {
	const inAll = (link: IDataObject) => getCount(link, 'clicks') ?? Number.MAX_VALUE;
	const candidates = [...links].sort((a, b) => inAll(b) - inAll(a));
	const rows: Row[] = [];
	let next = 0;
	const mayHaveMore = () =>
		next < candidates.length &&
		(rows.length < limit || inAll(candidates[next]) > rows[limit - 1].figures.clicks);
	while (next < MOST_LINKS && mayHaveMore()) {
		const end = Math.min(next + Math.max(limit - rows.length, concurrency), MOST_LINKS);
		const read = async (link: IDataObject) => ({
			link,
			figures: await readFigures(client, toLinkStats(link), span),
		});
		const asked = candidates.slice(next, end);
		rows.push(...(await forEachLink(client, asked, concurrency, read)));
		rows.sort((a, b) => b.figures.clicks - a.figures.clicks);
		next = end;
	}
	return { rows: rows.slice(0, limit), isComplete: !mayHaveMore() };
}

/** The figures of all links that were not deleted meanwhile: a 404 of its statistics says nothing about a link. */
async function forEachLink(
	client: Client,
	links: IDataObject[],
	concurrency: number,
	work: (link: IDataObject) => Promise<Row>,
): Promise<Row[]> {
	const isGone = async ({ id }: IDataObject) => {
		const request = toRequest('GET /api/url/{linkId}', { linkId: id });
		return (await getFailure(client.send(request)))?.isNotFound ?? false;
	};
	const read = async (link: IDataObject) => {
		const row = await work(link).catch(toFailure);
		if (!(row instanceof Failure)) return [row];
		if (row.status === 404 && (await isGone(link))) return [];
		throw row;
	};
	return (await mapAll(links, concurrency, read)).flat();
}

/** The results in the order of the entries; throws the first failure. */
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
