import { createHash } from 'crypto';
import type { Client } from './client';
import { getPaging, getRecords, isRecord } from './envelope';
import { Failure } from './failure';
import { responseMessages } from './messages';
import { toRequest, type ApiRequest, type Route } from './route';

const LARGEST_PAGE = 100;
/** Far beyond any account; ends a list that makes up new records forever. */
const MOST_PAGES = 20_000;
/** In a row, if the figures promise more: a gap of 2,000 records is unlikely. */
const MOST_EMPTY_PAGES = 20;

/** A list of the API, and how its responses are read. */
export interface List {
	route: Route;
	/** Names that the records may have in a response, the documented one first. */
	collections: string[];
	/** False if the endpoint is documented to respond with everything at once. */
	isPaged?: boolean;
	/** Reads a response that has its list in an unusual place. */
	parse?: (body: unknown) => unknown[] | undefined;
}

/**
 * Yields the records of a list page by page, up to `limit` of them. Link Platform's figures (`maxpage`,
 * `nextpage`) decide whether there are more, even if a page is empty or looks like an earlier one, or the list is
 * not documented to be paged. Without figures, an empty or repeated page is the end; with figures that promise more, a
 * repeated page is requested again, and fails the list if it stays the same. If figures contradict each other it
 * reads on, since an extra page is cheaper than a lost record. `onPage` gets the figures of each page
 * before its records are yielded; a reading that failed can go on at `firstPage`.
 */
export async function* readPages(
	client: Client,
	{ collections, isPaged = true, parse }: List,
	request: ApiRequest,
	limit = Infinity,
	onPage: (paging: ReturnType<typeof getPaging>) => void = () => {},
	firstPage = 1,
): AsyncGenerator<unknown[]> {
	const size = Math.min(LARGEST_PAGE, limit);
	const seen = new Set<string>();
	let missing = limit;
	let received = 0;
	let emptyPages = 0;
	let previous: number | undefined;
	let isSecondTry = false;
	for (let page = firstPage; page <= MOST_PAGES && missing > 0; page += 1) {
		const first = isPaged ? { page, limit: size } : {};
		const query = { ...request.query, ...(page === 1 || isPaged ? first : { page }) };
		const body = await client.send({ ...request, query });
		const records = getRecords(body, collections) ?? parse?.(body) ?? toEmptyList(body);
		const paging = getPaging(body);
		const { current } = paging;
		onPage(paging);
		// Looks like an earlier page; it is the same if its own number or the IDs of its records say so.
		const isRepeated = records.length > 0 && seen.has(toHash(records));
		const isSame = current !== undefined && current === previous;
		if (isRepeated && (isSame || !paging.hasFigures || records.every(hasId))) {
			if (!isIncomplete(paging, page, received)) return;
			if (isSecondTry) throw Failure.unusable(responseMessages.repeatedPage, { page });
			// A cache or a replica that is behind may have the right one a moment later.
			isSecondTry = true;
			page -= 1;
			continue;
		}
		isSecondTry = false;
		previous = current;
		seen.add(toHash(records));
		if (records.length > 0) yield records.slice(0, missing);
		missing -= records.length;
		received += records.length;
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		const hasMore = hasNextPage(body, page, records.length, { received, emptyPages });
		if (!(hasMore ?? (isPaged && emptyPages === 0))) return;
	}
	if (limit === Infinity)
		throw Failure.unusable(responseMessages.endlessList, { pages: MOST_PAGES });
}

/** The records of a list, up to `limit`; `query` filters them. */
export async function readList(
	client: Client,
	list: List,
	limit?: number,
	query?: ApiRequest['query'],
): Promise<unknown[]> {
	const records: unknown[] = [];
	const pages = readPages(client, list, { ...toRequest(list.route), query }, limit);
	for await (const page of pages) {
		for (const record of page) records.push(record);
	}
	return records;
}

/**
 * All records of a list that takes at most `most` requests. Undefined for a longer one, after its first page if
 * that has figures.
 */
export async function readShortList(
	client: Client,
	list: List,
	most: number,
	query?: ApiRequest['query'],
): Promise<unknown[] | undefined> {
	const records: unknown[] = [];
	let read = 0;
	let stated = 0;
	const request = { ...toRequest(list.route), query };
	const pages = readPages(client, list, request, Infinity, ({ last, total = 0, size }) => {
		read += 1;
		stated = last ?? (size ? Math.ceil(total / size) : 0);
	});
	for await (const page of pages) {
		if (Math.max(read, stated) > most) return undefined;
		for (const record of page) records.push(record);
	}
	return records;
}

/** Whether the figures promise more than what has come before this page. */
function isIncomplete(
	{ last = 0, total = 0 }: ReturnType<typeof getPaging>,
	page: number,
	received: number,
): boolean {
	return total > 0 ? received < total : last >= page;
}

/**
 * Whether there is another page, by the figures of this one and by what came so far; undefined if the page has no
 * figures.
 */
export function hasNextPage(
	body: unknown,
	page: number,
	onPage: number,
	{ received, emptyPages }: { received: number; emptyPages: number },
): boolean | undefined {
	const { hasFigures, next = 0, last, size = LARGEST_PAGE, total = 0 } = getPaging(body);
	if (!hasFigures) return undefined;
	const isComplete = total > 0 && received >= total;
	if (onPage === 0 && (isComplete || emptyPages >= MOST_EMPTY_PAGES)) return false;
	if ((last ?? 0) > page) return true;
	if (next <= page) return false;
	// `maxpage` is behind.
	if (total > received && emptyPages < MOST_EMPTY_PAGES) return true;
	// Only `nextpage` promises more: it may be one too many, or `maxpage` may be wrong. A full page decides.
	return last === undefined ? emptyPages < 2 : onPage >= Math.min(size, LARGEST_PAGE);
}

/** Of the records' IDs and texts, since their counters may change while the list is read. */
function toHash(records: unknown[]): string {
	const identities = records.map((record) =>
		hasId(record)
			? Object.entries(record).filter(([name, value]) => name === 'id' || typeof value !== 'number')
			: record,
	);
	return createHash('sha1').update(JSON.stringify(identities)).digest('base64');
}

function hasId(record: unknown): record is Record<string, unknown> {
	return isRecord(record) && record.id !== undefined;
}

/** For an account without such records, a response may have no list at all. */
function toEmptyList(body: unknown): unknown[] {
	const isBare = isRecord(body) && body.data === null;
	if (isBare || getPaging(body).total === 0) return [];
	throw Failure.unusable(responseMessages.noList);
}
