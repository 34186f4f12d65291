import type { IDataObject } from 'n8n-workflow';
import type { Client } from './client';
import {
	getMessage,
	getPaging,
	getRecords,
	getVerdict,
	hasId,
	isRecord,
	type Paging,
} from './envelope';
import { Failure } from './failure';
import { toUnproved } from './failures';
import { toIdKey } from './identity';
import { responseMessages } from './messages';
import { toRequest, type ApiRequest, type Route } from './route';

export const LARGEST_PAGE = 100;
/** A number of pages that no account reaches. It stops the reading of a list that returns new records forever. */
const MOST_PAGES = 20_000;
/** The maximum number of characters to quote from a response that isn't a list. */
const LONGEST_QUOTE = 200;

/** A list that the API offers, and how to read its responses. */
export interface List {
	route: Route;
	/** The possible names of the field that holds the records in a response, with the documented name first. */
	collections: string[];
	/** False if the endpoint is documented to return the whole list in one response. */
	isPaged?: boolean;
	/** Finds the records in a response that has them in an unusual place. */
	parse?: (body: unknown) => unknown[] | undefined;
}

interface Page {
	records: unknown[];
	paging: Paging;
}

/**
 * Yields the records of a list page by page, up to `limit` records. If records are added during the reading, some
 * appear a second time: these are left out. If records are deleted, some move to an earlier page: that page is read
 * again. `onPage` is called with the paging fields of each page before its records are yielded.
 *
 * | The list ends after a page …                                    | How this is known                              |
 * |-----------------------------------------------------------------|------------------------------------------------|
 * | whose `nextpage` is null, absent or not a later page            | documented as "integer or null"; seen (S5)     |
 * | that is the last one according to `maxpage`; 0 is an empty list | documented; seen (S5)                          |
 * | that is empty, unless `maxpage` or the total says there is more | assumed, because `nextpage` may be too high    |
 * | that repeats earlier records; fails if there should be more     | assumed                                        |
 *
 * S5 is an observation listed in `docs/maintainers/deployments.md`. If these signs contradict each other, reading
 * continues: an extra request costs less than a lost record. A page without paging fields inherits those of the
 * previous page. If a page up to `maxpage` was empty and the total isn't reached, reading fails.
 */
export async function* readPages(
	client: Client,
	list: List,
	request: ApiRequest,
	limit = Infinity,
	onPage: (paging: Paging) => void = () => {},
): AsyncGenerator<unknown[]> {
	const { isPaged = true } = list;
	const known = new Set<string>();
	let latest: Paging | undefined;
	let missing = limit;
	let received = 0;
	let hasGap = false;
	for (let page = 1; missing > 0; page += 1) {
		if (page > MOST_PAGES)
			throw Failure.unusable(responseMessages.endlessList, { pages: MOST_PAGES });
		const read = async (number: number) =>
			await readPage(client, list, toPageRequest(request, number, limit, isPaged));
		const { records, paging: stated } = await read(page);
		const paging = stated.hasFigures || !latest ? stated : { ...latest, current: undefined };
		const before = latest ?? paging;
		onPage(paging);
		if (records.length > 0 && records.every((one) => known.has(toKey(one, page, paging)))) {
			if (![before, paging].every((one) => isIncomplete(one, page, received))) return;
			throw Failure.unusable(responseMessages.repeatedPage, { page });
		}
		const isShorter = (paging.total ?? Infinity) < (before.total ?? 0);
		const moved = isShorter ? getMoved(await read(page - 1), known, page - 1, before) : [];
		const fresh = [moved, records].flatMap((list) => takeNew(list, known, page, paging));
		if (fresh.length > 0) yield fresh.slice(0, missing);
		missing -= fresh.length;
		received += Math.max(records.length, fresh.length);
		latest = paging;
		hasGap ||= records.length === 0 && page <= (paging.pages ?? 0);
		const hasMore = hasNextPage(paging, page, records.length, received);
		if (hasMore ?? (isPaged && records.length > 0)) continue;
		if (!hasGap || received >= (paging.total ?? 0)) return;
		throw Failure.unusable(responseMessages.missingPage);
	}
}

/**
 * Returns the records that moved to a page after it was read for the first time, with this paging. They move if records
 * before them are deleted, which a lower total shows.
 */
function getMoved({ records }: Page, known: Set<string>, page: number, paging: Paging): unknown[] {
	return records.filter((record) => !known.has(toKey(record, page, paging)));
}

/** Returns the records that aren't known yet, and adds their keys to `known`. */
function takeNew(records: unknown[], known: Set<string>, page: number, paging: Paging): unknown[] {
	const toOwnKey = (record: unknown) => toKey(record, page, paging);
	const fresh = records.filter((record) => !hasOwnId(record) || !known.has(toOwnKey(record)));
	for (const record of fresh) known.add(toOwnKey(record));
	return fresh;
}

/**
 * Returns the request for one page of a list. The first page of an endpoint that isn't documented as paged is requested
 * without a page number.
 */
export function toPageRequest(
	request: ApiRequest,
	page: number,
	limit: number,
	isPaged: boolean,
): ApiRequest {
	const paged = isPaged ? { page, limit: Math.min(LARGEST_PAGE, limit) } : { page };
	return { ...request, query: { ...request.query, ...(page === 1 && !isPaged ? {} : paged) } };
}

/** Reads one page of a list with its paging fields. If the response isn't a list, the failure quotes the response. */
export async function readPage(
	client: Client,
	{ collections, parse }: Pick<List, 'collections' | 'parse'>,
	request: ApiRequest,
): Promise<Page> {
	return await client.send(request, (body) => {
		const records = getRecords(body, collections) ?? parse?.(body);
		if (records && !records.some(isRefusal)) return { records, paging: getPaging(body) };
		const serviceMessage = getMessage(body) || JSON.stringify(body ?? null).slice(0, LONGEST_QUOTE);
		return toUnproved(responseMessages.noList, body, serviceMessage);
	});
}

/** True for a list entry that reports a refusal instead of being a record. Records may also have an `error` field. */
function isRefusal(entry: unknown): boolean {
	return isRecord(entry) && !hasId(entry) && getVerdict(entry) === 'refused';
}

/** Returns the records of a list, at most `limit`. `query` filters them. */
export async function readList(
	client: Client,
	list: List,
	limit?: number,
	query?: ApiRequest['query'],
): Promise<unknown[]> {
	const records: unknown[] = [];
	const request = { ...toRequest(list.route), query };
	for await (const page of readPages(client, list, request, limit)) {
		for (const record of page) records.push(record);
	}
	return records;
}

/**
 * True if the paging fields of a page say that the list has more records than were received before a repeated page. The
 * repeated page may count a record that was added in the meantime, and the page before it one that was deleted. So both
 * have to say it.
 */
function isIncomplete({ pages = 0, total }: Paging, page: number, received: number): boolean {
	return total === undefined ? pages >= page : received < total;
}

/**
 * Returns true if another page follows this one. Returns undefined if there are no paging fields. This page has `count`
 * records, and `received` records were received so far.
 */
export function hasNextPage(
	{ hasFigures, next = 0, pages, size = LARGEST_PAGE, total }: Paging,
	page: number,
	count: number,
	received: number,
): boolean | undefined {
	if (!hasFigures) return undefined;
	const isComplete = total !== undefined && received >= total;
	const isPromised = total !== undefined && received < total;
	const last = pages ?? (isPromised ? next : 0);
	if (count === 0) return !isComplete && last > page;
	if (isPromised || last > page) return true;
	if (next <= page) return false;
	// Only `nextpage` says that there is another page. It may be one too high, or `maxpage` may be too low. Believe
	// `nextpage` if this page is full.
	return pages === undefined || count >= Math.min(size, LARGEST_PAGE);
}

/**
 * Returns a key that identifies a record in a list: its ID and type (because the items of a channel share IDs between
 * types), or its content if it has no ID. Equal records without an ID count as different if they are on different
 * pages.
 */
function toKey(record: unknown, page: number, { current = page, hasFigures }: Paging): string {
	if (hasOwnId(record)) return JSON.stringify([record.type, record.id]);
	return JSON.stringify(hasFigures ? [current, record] : record);
}

function hasOwnId(record: unknown): record is IDataObject {
	return isRecord(record) && toIdKey(record.id) !== '';
}
