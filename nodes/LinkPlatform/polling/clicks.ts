import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { LARGEST_PAGE, readPage } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import type { ClickRow, PollState } from './plan';

/** In ms: a row that is further in the future was dated in another time zone than it seems. */
const AHEAD = 60_000;

/**
 * The rows of a link's waiting clicks, as far as they are listed; undefined if the list has no times to the second or
 * finer. Fails if Link Platform doesn't show the list, for the moment or to this key.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	{ waiting, usedUntil }: PollState,
): Promise<ClickRow[] | undefined> {
	const pages = await readEnds(client, linkId, waiting[linkId].length, usedUntil[linkId]);
	const newest = Math.max(...pages.map((page) => page.newest));
	const isDated = newest > -Infinity || pages.every(({ isEmpty }) => isEmpty);
	const isTimed = isDated && newest <= Number(client.clock) + AHEAD;
	return isTimed ? pages.flatMap(({ rows }) => rows) : undefined;
}

/** The first page and the last one, since no order is documented, and those next to the newer one. */
async function readEnds(client: Client, linkId: string, clicks: number, after: number) {
	const request = toRequest(activityList.route, { linkId });
	/** Rows may move to another page meanwhile. Alike on one page, they are several. */
	const seen = new Set<string>();
	const read = async (page: number) => {
		const paged = { ...request, query: { page, limit: LARGEST_PAGE } };
		const { records: listed, paging } = await readPage(client, activityList, paged);
		const records = listed.filter(isRecord);
		const dated = records.map((row) => ({ row, time: getExactMoment(row) ?? -Infinity }));
		const rows = dated.filter(({ row, time }) => time > after && !seen.has(JSON.stringify(row)));
		for (const { row } of rows) seen.add(JSON.stringify(row));
		const newest = dated.reduce((latest, { time }) => Math.max(latest, time), -Infinity);
		return { rows, newest, isEmpty: records.length === 0, last: paging.pages ?? 1 };
	};
	const first = await read(1);
	const { last } = first;
	if (last <= 1) return [first];
	const final = await read(last);
	const isNewestFirst = first.newest >= final.newest;
	const pages = isNewestFirst ? [final, first] : [first, final];
	let found = first.rows.length + final.rows.length;
	for (let n = 2; n < last && found < clicks && pages[n - 1].rows.length > 0; n += 1) {
		pages.push(await read(isNewestFirst ? n : last + 1 - n));
		found += pages[n].rows.length;
	}
	return pages;
}
