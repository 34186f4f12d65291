import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { getFailure } from '../api/failure';
import { readPages } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';

/** Of a list that doesn't say how many pages it has. */
const MOST_PAGES = 10;
/** In ms: a row that is further in the future was dated in another time zone than it seems. */
const AHEAD = 60_000;

export interface ClickRow {
	row: IDataObject;
	/** In ms. */
	time: number;
}

/** What a link's list of clicks says. */
export interface ClickList {
	/** Those with a time of their own to the second or finer. */
	rows: ClickRow[];
	/** False if its rows have no such times, or Link Platform doesn't show it. */
	isTimed: boolean;
	/** True if all have such times, and there are as many as the counter says: none is missing. */
	isWhole: boolean;
	/** True if Link Platform doesn't show it to this key. */
	isRefused: boolean;
}

/**
 * The clicks of a link after a moment: `wanted` of them, or as many as are listed. Its newest rows are looked for at
 * both ends of the list, since no order is documented. Fails if the list can't be read for the moment.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	{ clicks, wanted, after }: { clicks: number; wanted: number; after: number },
): Promise<ClickList> {
	const pages: IDataObject[][] = [];
	const times = new Map<IDataObject, number>();
	const paging: { last?: number; total?: number } = {};
	const add = (records: IDataObject[]) => {
		let newest = -Infinity;
		for (const row of records) {
			const time = getExactMoment(row);
			if (time === undefined) continue;
			times.set(row, time);
			newest = Math.max(newest, time);
		}
		pages.push(records);
		return newest;
	};
	const isEnough = () => [...times.values()].filter((time) => time > after).length >= wanted;
	const failure = await getFailure(readEnds(client, linkId, { paging, add, isEnough, after }));
	const isRefused = failure?.status === 403 || failure?.status === 404;
	if (failure && !isRefused) throw failure;
	const all = joinPages(pages);
	const rows: ClickRow[] = [];
	let isAhead = false;
	for (const row of all) {
		const time = times.get(row);
		if (time === undefined) continue;
		isAhead ||= time > (client.clock ?? 0) + AHEAD;
		rows.push({ row, time });
	}
	const isTimed = !isRefused && !isAhead && (rows.length > 0 || all.length === 0);
	const total = paging.total ?? (pages.length >= (paging.last ?? 1) ? all.length : 0);
	return { rows, isTimed, isWhole: rows.length === all.length && total >= clicks, isRefused };
}

interface Ends {
	paging: { last?: number; total?: number };
	/** Takes a page; its newest time. */
	add: (records: IDataObject[]) => number;
	isEnough: () => boolean;
	after: number;
}

/** Reads the first page, then the last one, and goes on from the end that has the newest row. */
async function readEnds(
	client: Client,
	linkId: string,
	{ paging, add, isEnough, after }: Ends,
): Promise<void> {
	const request = toRequest(activityList.route, { linkId });
	const from = (page: number) =>
		readPages(
			client,
			activityList,
			request,
			Infinity,
			(figures) => Object.assign(paging, figures),
			page,
		);
	const forward = from(1);
	const first = add(await readNext(forward));
	const { last } = paging;
	if (last === 1 || first === -Infinity) return;
	if (last === undefined) {
		for (let page = 1; page < MOST_PAGES; page += 1) {
			const records = await readNext(forward);
			if (records.length === 0) return;
			add(records);
		}
		return;
	}
	let newest = -Infinity;
	// The figures may be behind.
	for await (const records of from(last)) newest = Math.max(newest, add(records.filter(isRecord)));
	if (first >= newest) {
		for (let page = 2, found = first; page < last && found > after && !isEnough(); page += 1) {
			found = add(await readNext(forward));
		}
		return;
	}
	for (let page = last - 1; page > 1 && newest > after && !isEnough(); page -= 1) {
		newest = add(await readNext(from(page)));
	}
}

/**
 * The rows of all pages. Within a page, rows that are alike are of several visitors; one that is on another page, too,
 * has moved meanwhile.
 */
function joinPages(pages: IDataObject[][]): IDataObject[] {
	if (pages.length === 1) return pages[0];
	const seen = new Map<string, number>();
	return pages.flatMap((page) => {
		const own = new Map<string, number>();
		return page.filter((row) => {
			const key = JSON.stringify(row);
			const count = (own.get(key) ?? 0) + 1;
			own.set(key, count);
			const isNew = count > (seen.get(key) ?? 0);
			if (isNew) seen.set(key, count);
			return isNew;
		});
	});
}

async function readNext(pages: AsyncGenerator<unknown[]>): Promise<IDataObject[]> {
	const { done, value } = await pages.next();
	return done ? [] : value.filter(isRecord);
}
