import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { getPaging, isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import { LARGEST_PAGE, toRecords } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';

/** In ms: a row that is further in the future was dated in another time zone than it seems. */
const AHEAD = 60_000;

export interface ClickRow {
	row: IDataObject;
	/** In ms. */
	time: number;
}

/** What a link's list of clicks says. */
export interface ClickList {
	/** Those with a time of their own to the second or finer, as far as they are asked for. */
	rows: ClickRow[];
	/** False if its rows have no such times, or Link Platform doesn't show it. */
	isTimed: boolean;
	/** True if Link Platform doesn't show it to this key. */
	isRefused: boolean;
}

/** Which clicks to look for: `wanted` of them, or as many as are listed, later than a moment. */
interface Wish {
	linkId: string;
	wanted: number;
	after: number;
}

/** The newest clicks of a link. Fails if the list can't be read for the moment. */
export async function readClicks(client: Client, wish: Wish): Promise<ClickList> {
	const pages = await readEnds(client, wish).catch((thrown: unknown) => {
		if (thrown instanceof Failure && [403, 404].includes(thrown.status ?? 0)) return [];
		throw thrown;
	});
	const newest = pages.reduce((latest, page) => Math.max(latest, page.newest), -Infinity);
	const isDated = newest > -Infinity || pages.every(({ isEmpty }) => isEmpty);
	const isShown = pages.length > 0 && client.clock !== undefined;
	const isTimed = isShown && isDated && newest <= Number(client.clock) + AHEAD;
	return { rows: pages.flatMap(({ rows }) => rows), isTimed, isRefused: pages.length === 0 };
}

/** The first page and the last one, since no order is documented, and those next to the newer one. */
async function readEnds(client: Client, wish: Wish) {
	const seen = new Set<string>();
	const first = await readPage(client, wish, 1, seen);
	const { last } = first;
	if (last <= 1) return [first];
	const final = await readPage(client, wish, last, seen);
	const isNewestFirst = first.newest >= final.newest;
	const pages = isNewestFirst ? [final, first] : [first, final];
	let found = first.rows.length + final.rows.length;
	for (let n = 2; n < last && found < wish.wanted && pages[n - 1].rows.length > 0; n += 1) {
		pages.push(await readPage(client, wish, isNewestFirst ? n : last + 1 - n, seen));
		found += pages[n].rows.length;
	}
	return pages;
}

/** `seen`: rows that have moved meanwhile from pages that were read before. Alike on one page, they are several. */
async function readPage(client: Client, wish: Wish, page: number, seen: Set<string>) {
	const request = toRequest(activityList.route, { linkId: wish.linkId });
	const body = await client.send({ ...request, query: { page, limit: LARGEST_PAGE } });
	const records = toRecords(body, activityList).filter(isRecord);
	const dated = records.map((row) => ({ row, time: getExactMoment(row) ?? -Infinity }));
	const rows = dated.filter(({ row, time }) => time > wish.after && !seen.has(JSON.stringify(row)));
	for (const { row } of rows) seen.add(JSON.stringify(row));
	const newest = dated.reduce((latest, { time }) => Math.max(latest, time), -Infinity);
	const { last, total = 0, size } = getPaging(body);
	const stated = last ?? (size ? Math.ceil(total / size) : 1);
	return { rows, newest, isEmpty: records.length === 0, last: stated };
}
