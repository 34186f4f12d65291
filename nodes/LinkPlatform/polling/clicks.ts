import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { LARGEST_PAGE, MOST_PAGES, readPage } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import { SECOND, type ClickDetails, type PollState } from './plan';

interface Page {
	clicks: ClickDetails[];
	/** The times of all clicks, separated by commas. */
	times: string;
	/** The time of the latest click, in ms since 1970; 0 if no click has a time. */
	newest: number;
	/** The time of the earliest click that has one; 0 if no click has a time. */
	oldest: number;
	/** The number of the last page; `MOST_PAGES` if the response doesn't state it. */
	last: number;
}

/**
 * Returns the details of a link's clicks that are later than those already used. Stops once it has as many as there are
 * clicks that wait for details, so it may leave out older ones. Also stops at `deadline` (in ms since 1970). Returns
 * undefined if the list doesn't say when clicks happened, or if its clock differs from the clock of the response headers.
 * If the clocks differ, also sets `hasTwoClocks`. Fails if Link Platform doesn't return the list.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	state: PollState,
	deadline: number,
): Promise<ClickDetails[] | undefined> {
	const request = toRequest(activityList.route, { linkId });
	let isDated = false;
	const read = async (number: number): Promise<Page> => {
		const paged = { ...request, query: { page: number, limit: LARGEST_PAGE } };
		const { records, paging } = await readPage(client, activityList, paged);
		const clicks = records
			.filter(isRecord)
			.map((details) => ({ details, time: getExactMoment(details) ?? 0 }));
		const times = clicks.map(({ time }) => time);
		const newest = Math.max(0, ...times);
		isDated ||= clicks.length === 0 || newest > 0;
		if (client.clock && newest > client.clock + SECOND) state.hasTwoClocks = true;
		return {
			clicks,
			times: times.join(),
			newest,
			oldest: Math.min(newest, ...times.filter(Boolean)),
			last: paging.pages || MOST_PAGES,
		};
	};
	const waiting = state.waiting[linkId];
	const wanted = waiting.reduce((sum, [, count]) => sum + count, 0);
	const until = Math.min(...waiting.map(([clock]) => clock)) + SECOND;
	const isEnough = (clicks: ClickDetails[]) =>
		clicks.filter(({ time }) => time <= until).length >= wanted;
	const after = state.usedUntil[linkId];
	const found = await readNewest(read, after, isEnough, deadline);
	return isDated && client.clock && !state.hasTwoClocks ? found : undefined;
}

/**
 * Returns the clicks later than `after`. If the response states the number of the last page, reads from the end of
 * the list that has the newest clicks, and stops at the first page with a click that isn't later, or once `isEnough`
 * is true. Otherwise reads from page 1 until a page is empty or repeats the previous one. If the newest clicks come
 * first, also stops under the same conditions.
 */
async function readNewest(
	read: (number: number) => Promise<Page>,
	after: number,
	isEnough: (clicks: ClickDetails[]) => boolean,
	deadline: number,
): Promise<ClickDetails[]> {
	const first = await read(1);
	const { last } = first;
	const isPaged = last < MOST_PAGES;
	const final = isPaged && last > 1 ? await read(last) : first;
	// Comparing only the newest clicks isn't enough: those of two pages may have the same time.
	const isNewestFirst = first.newest + first.oldest >= final.newest + final.oldest;
	// While the pages are read, a new click may push another one to the next page. So skip clicks that were on an
	// earlier page. Identical clicks on one page are separate clicks.
	const seen = new Set<string>();
	const found: ClickDetails[] = [];
	let page = isNewestFirst ? first : final;
	for (let n = 2; ; n += 1) {
		const unseen = page.clicks.filter(({ details }) => !seen.has(JSON.stringify(details)));
		for (const { details } of unseen) seen.add(JSON.stringify(details));
		const fresh = unseen.filter(({ time }) => time > after);
		found.push(...fresh);
		const isSorted = isPaged || page.newest < first.newest;
		const isLast = n > last || (isSorted && (fresh.length < unseen.length || isEnough(found)));
		if (unseen.length === 0 || isLast || Date.now() >= deadline) return found;
		const former = page;
		page = await read(isNewestFirst ? n : last + 1 - n);
		// Compare only times: other data may change between two requests, e.g. "3 seconds ago".
		if (!isPaged && page.times.includes(former.times)) return found;
	}
}
