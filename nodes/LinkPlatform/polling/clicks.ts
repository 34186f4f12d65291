import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { LARGEST_PAGE, readPage } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import { SECOND, countWaiting, type ClickRow, type PollState } from './plan';

/** Far beyond the clicks that are listed of any link. */
const MOST_PAGES = 20_000;

interface Page {
	/** All that it lists, as text. */
	text: string;
	rows: ClickRow[];
	isEmpty: boolean;
	newest: number;
	/** How many pages there are, if the list says so. */
	pages?: number;
}

type Read = (page: number) => Promise<Page>;

/**
 * The rows of a link's waiting clicks, as far as they are listed; undefined if the list can't tell moments, and then
 * perhaps notes in the state why. Fails if Link Platform doesn't show the list, for the moment or to this key.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	state: PollState,
): Promise<ClickRow[] | undefined> {
	const request = toRequest(activityList.route, { linkId });
	const known = new Map<number, Page>();
	let isTimed = true;
	const read = async (page: number) => {
		const paged = { ...request, query: { page, limit: LARGEST_PAGE } };
		const { records: listed, paging } = await readPage(client, activityList, paged);
		const records = listed.filter(isRecord);
		const rows = records.flatMap((row) => {
			const time = getExactMoment(row);
			return time === undefined ? [] : [{ row, time }];
		});
		const newest = rows.reduce((latest, { time }) => Math.max(latest, time), -Infinity);
		if (client.clock === undefined) isTimed = false;
		else if (newest > client.clock + SECOND) state.hasTwoClocks = true;
		const { pages } = paging;
		const shown = {
			text: JSON.stringify(records),
			rows,
			isEmpty: records.length === 0,
			newest,
			pages,
		};
		known.set(page, shown);
		return shown;
	};
	const after = state.usedUntil[linkId];
	const rows = await readEnds(
		async (page) => known.get(page) ?? (await read(page)),
		after,
		countWaiting(state, linkId),
	);
	const isDated = [...known.values()].some((page) => page.rows.length > 0 || page.isEmpty);
	return isTimed && isDated && !state.hasTwoClocks ? rows : undefined;
}

/** The rows of the first page and the last one, since no order is documented, and of those next to the newer one. */
async function readEnds(read: Read, after: number, clicks: number): Promise<ClickRow[]> {
	/** Rows may move to another page meanwhile. Alike on one page, they are several. */
	const seen = new Set<string>();
	const found: ClickRow[] = [];
	/** Adds the new rows of a page; true if the next one may have more. */
	const add = ({ rows }: Page) => {
		const fresh = rows.filter(({ row, time }) => time > after && !seen.has(JSON.stringify(row)));
		for (const { row } of fresh) seen.add(JSON.stringify(row));
		found.push(...fresh);
		return fresh.length > 0 && found.length < clicks;
	};
	const first = await read(1);
	const last = first.isEmpty ? 1 : first.pages || (await findLast(read));
	const final = await read(last);
	const isNewestFirst = first.newest >= final.newest;
	let hasMore = true;
	for (let n = 1; n <= last && hasMore; n += 1) {
		hasMore = add(await read(isNewestFirst ? n : last + 1 - n));
	}
	add(isNewestFirst ? final : first);
	return found;
}

/** The last page of a list that doesn't say how many there are; it may show the first one whatever it is asked for. */
async function findLast(read: Read): Promise<number> {
	const first = await read(1);
	const exists = async (page: number) => {
		const { isEmpty, text } = await read(page);
		return !isEmpty && text !== first.text;
	};
	let [last, beyond] = [1, 2];
	while (beyond < MOST_PAGES && (await exists(beyond))) [last, beyond] = [beyond, beyond * 2];
	while (beyond - last > 1) {
		const middle = Math.floor((last + beyond) / 2);
		if (await exists(middle)) last = middle;
		else beyond = middle;
	}
	return last;
}
