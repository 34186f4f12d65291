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

interface Page {
	/** Later than the moment that is asked for. */
	rows: ClickRow[];
	isEmpty: boolean;
	/** In ms. */
	newest: number;
	/** The number of the list's last page. */
	last: number;
}

/** Where to look for which clicks: `wanted` of them, or as many as are listed, later than a moment. */
interface Wish {
	linkId: string;
	wanted: number;
	after: number;
}

/** The newest clicks of a link. Fails if the list can't be read for the moment. */
export async function readClicks(client: Client, wish: Wish): Promise<ClickList> {
	const pages = await readEnds(client, wish).catch((thrown: unknown) => {
		if (thrown instanceof Failure && [403, 404].includes(thrown.status ?? 0)) return undefined;
		throw thrown;
	});
	if (!pages) return { rows: [], isTimed: false, isRefused: true };
	const newest = pages.reduce((latest, page) => Math.max(latest, page.newest), -Infinity);
	const isDated = newest > -Infinity || pages.every(({ isEmpty }) => isEmpty);
	const { clock } = client;
	const isTimed = clock !== undefined && isDated && newest <= clock + AHEAD;
	return { rows: joinPages(pages), isTimed, isRefused: false };
}

/** The first page and the last one, since no order is documented, and those next to the newer one. */
async function readEnds(client: Client, wish: Wish): Promise<Page[]> {
	const first = await readPage(client, wish, 1);
	const { last } = first;
	if (last <= 1) return [first];
	const final = await readPage(client, wish, last);
	const isNewestFirst = first.newest >= final.newest;
	const pages = isNewestFirst ? [final, first] : [first, final];
	let found = first.rows.length + final.rows.length;
	let newest = pages[1];
	for (let n = 2; n < last && found < wish.wanted && newest.rows.length > 0; n += 1) {
		newest = await readPage(client, wish, isNewestFirst ? n : last + 1 - n);
		found += newest.rows.length;
		pages.push(newest);
	}
	return pages;
}

async function readPage(client: Client, { linkId, after }: Wish, page: number): Promise<Page> {
	const request = toRequest(activityList.route, { linkId });
	const body = await client.send({ ...request, query: { page, limit: LARGEST_PAGE } });
	const records = toRecords(body, activityList).filter(isRecord);
	let newest = -Infinity;
	const rows: ClickRow[] = [];
	for (const row of records) {
		const time = getExactMoment(row) ?? -Infinity;
		newest = Math.max(newest, time);
		if (time > after) rows.push({ row, time });
	}
	return { rows, newest, isEmpty: records.length === 0, last: getPaging(body).last ?? 1 };
}

/** The rows of all pages; one that an earlier page has, too, has moved meanwhile. */
function joinPages(pages: Page[]): ClickRow[] {
	const [{ rows }] = pages;
	if (pages.length === 1) return rows;
	const earlier = new Set<string>();
	return pages.flatMap((page) => {
		const keyed = page.rows.map((one) => ({ one, key: JSON.stringify(one.row) }));
		const own = keyed.filter(({ key }) => !earlier.has(key));
		for (const { key } of own) earlier.add(key);
		return own.map(({ one }) => one);
	});
}
