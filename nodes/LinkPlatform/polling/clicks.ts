import type { Client } from '../api/client';
import { getExactMoment } from '../api/dialect';
import { isRecord } from '../api/envelope';
import { LARGEST_PAGE, readPage } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import { SECOND, type ClickDetails, type PollState } from './plan';

/** More pages than any link's list of clicks has. */
const MOST_PAGES = 20_000;

interface Page {
	clicks: ClickDetails[];
	/** The number of the last page; undefined if the response doesn't state it. */
	last?: number;
}

/**
 * Returns details of a link's clicks that are later than the latest one used.
 * Returns undefined if the list doesn't say when clicks happened, or if its clock differs from that of Link Platform's
 * responses, which is then recorded in the state. Fails if Link Platform doesn't return the list.
 */
export async function readClicks(
	client: Client,
	linkId: string,
	state: PollState,
): Promise<ClickDetails[] | undefined> {
	const request = toRequest(activityList.route, { linkId });
	let isDated = false;
	const read = async (number: number): Promise<Page> => {
		const paged = { ...request, query: { page: number, limit: LARGEST_PAGE } };
		const { records, paging } = await readPage(client, activityList, paged);
		const clicks = records
			.filter(isRecord)
			.map((details) => ({ details, time: getExactMoment(details) ?? 0 }));
		isDated ||= clicks.length === 0 || getNewest(clicks) > 0;
		if (client.clock && getNewest(clicks) > client.clock + SECOND) state.hasTwoClocks = true;
		return { clicks, last: paging.pages || undefined };
	};
	const found = await readNewest(read, state.usedUntil[linkId] ?? 0);
	return isDated && client.clock && !state.hasTwoClocks ? found : undefined;
}

/**
 * Returns the clicks later than `after`. If the list states its last page, starts at the end that holds the newest
 * clicks, and stops at a page that has earlier ones. Otherwise reads the whole list: until a page is empty, or is the
 * same as the first one because the list isn't paged.
 */
async function readNewest(
	read: (number: number) => Promise<Page>,
	after: number,
): Promise<ClickDetails[]> {
	const first = await read(1);
	const { last = MOST_PAGES } = first;
	const final = first.last === undefined || last === 1 ? first : await read(last);
	const isNewestFirst = getNewest(first.clicks) >= getNewest(final.clicks);
	// While the pages are read, a click may move to the next one and must not count twice. Identical clicks on one page
	// are separate clicks.
	const seen = new Set<string>();
	const found: ClickDetails[] = [];
	let page = isNewestFirst ? first : final;
	for (let n = 2; ; n += 1) {
		const unseen = page.clicks.filter(({ details }) => !seen.has(JSON.stringify(details)));
		for (const { details } of unseen) seen.add(JSON.stringify(details));
		const fresh = unseen.filter(({ time }) => time > after);
		found.push(...fresh);
		const isLast = first.last !== undefined && fresh.length < unseen.length;
		if (unseen.length === 0 || isLast || n > last) return found;
		page = await read(isNewestFirst ? n : last + 1 - n);
	}
}

/** Returns the time of the latest click, in ms; 0 if no click has one. */
function getNewest(clicks: ClickDetails[]): number {
	return Math.max(0, ...clicks.map(({ time }) => time));
}
