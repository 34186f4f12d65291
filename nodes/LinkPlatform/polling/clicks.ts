import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { LARGEST_PAGE, readPage } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import { SECOND, countWaiting, type ClickDetails, type PollState } from './plan';

/** More pages than any link's list of clicks has. */
const MOST_PAGES = 20_000;

interface Page {
	records: unknown[];
	/** The clicks on the page whose records contain a time. */
	clicks: ClickDetails[];
	/** The number of the last page, if the response contains it. */
	last?: number;
}

type ReadPage = (number: number) => Promise<Page>;

/**
 * Returns details of a link's clicks that are later than the latest one used, as many as its waiting clicks need.
 * Returns undefined if the list doesn't say when clicks happened, or if its clock differs from that of Link Platform's
 * responses, which is then recorded in the state. Fails if Link Platform doesn't return the list.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	state: PollState,
): Promise<ClickDetails[] | undefined> {
	const request = toRequest(activityList.route, { linkId });
	const pages = new Map<number, Page>();
	const read = async (number: number): Promise<Page> => {
		const known = pages.get(number);
		if (known) return known;
		const paged = { ...request, query: { page: number, limit: LARGEST_PAGE } };
		const { records, paging } = await readPage(client, activityList, paged);
		const clicks = records.filter(isRecord).flatMap((details) => {
			const time = getExactMoment(details);
			return time === undefined ? [] : [{ details, time }];
		});
		const page = { records, clicks, last: paging.pages };
		if (client.clock && getNewest(page) > client.clock + SECOND) state.hasTwoClocks = true;
		pages.set(number, page);
		return page;
	};
	const found = await readNewest(read, state.usedUntil[linkId] ?? 0, countWaiting(state, linkId));
	const isDated = [...pages.values()].some(
		({ records, clicks }) => records.length === 0 || clicks.length > 0,
	);
	return isDated && client.clock && !state.hasTwoClocks ? found : undefined;
}

/**
 * Returns the clicks later than `after`, until it has found `wanted`. Starts at the end of the list that holds the
 * newest clicks: the first or the last page.
 */
async function readNewest(read: ReadPage, after: number, wanted: number): Promise<ClickDetails[]> {
	const first = await read(1);
	const last = first.last || (await findLast(read));
	const isNewestFirst = getNewest(first) >= getNewest(await read(last));
	// While the pages are read, a click may move to the next one and must not count twice. Identical clicks on one page
	// are separate clicks.
	const seen = new Set<string>();
	const found: ClickDetails[] = [];
	for (let n = 1; n <= last && found.length < wanted; n += 1) {
		const { clicks } = await read(isNewestFirst ? n : last + 1 - n);
		const fresh = clicks.filter(
			({ details, time }) => time > after && !seen.has(JSON.stringify(details)),
		);
		if (fresh.length === 0) break;
		for (const { details } of fresh) seen.add(JSON.stringify(details));
		found.push(...fresh);
	}
	return found;
}

/** Returns the time of the latest click on a page, in ms. */
function getNewest({ clicks }: Page): number {
	return Math.max(...clicks.map(({ time }) => time));
}

/**
 * Finds the number of the last page of a list that doesn't state it: the page before an empty one. If the list isn't
 * paged, every page number returns the same page, and the result is the first page.
 */
async function findLast(read: ReadPage): Promise<number> {
	const first = JSON.stringify((await read(1)).records);
	for (let number = 2; number <= MOST_PAGES; number += 1) {
		const { records } = await read(number);
		if (records.length === 0 || JSON.stringify(records) === first) return number - 1;
	}
	return MOST_PAGES;
}
