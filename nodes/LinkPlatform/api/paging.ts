import { createHash } from 'crypto';
import type { Client } from './client';
import {
	getMessage,
	getPaging,
	getRecords,
	isRecord,
	isRefusedEntry,
	type Paging,
} from './envelope';
import { Failure } from './failure';
import { toUnproved } from './failures';
import { responseMessages } from './messages';
import { toRequest, type ApiRequest, type Route } from './route';

export const LARGEST_PAGE = 100;
/** Far beyond any account; ends a list that makes up new records forever. */
const MOST_PAGES = 20_000;
/** In characters, of a response that has no list. */
const LONGEST_QUOTE = 200;
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

/** How far a list was read. */
interface Progress {
	page: number;
	received: number;
	/** In a row. */
	emptyPages: number;
	/** The number that the page before this one gave itself. */
	previous?: number;
	/** Pages by their keys. */
	seen: Set<string>;
	/** The records of earlier pages by type and ID. */
	ids: Set<string>;
}

/**
 * Yields the records of a list page by page, up to `limit` of them. Link Platform's figures (`maxpage`,
 * `nextpage`, `result`) decide whether there are more, even if a page is empty or looks like an earlier one, or the
 * list is not documented to be paged. Without figures, an empty or repeated page is the end; with figures that promise
 * more, a repeated page is requested again, and fails the list if it stays the same. If figures contradict each other
 * it reads on, since an extra page is cheaper than a lost record. A record that comes again, since others were added
 * meanwhile, is left out. `onPage` gets the figures of each page before its records are yielded; a reading that failed can
 * go on at `firstPage`.
 */
export async function* readPages(
	client: Client,
	list: List,
	request: ApiRequest,
	limit = Infinity,
	onPage: (paging: Paging) => void = () => {},
	firstPage = 1,
): AsyncGenerator<unknown[]> {
	const { isPaged = true } = list;
	const progress = startAt(firstPage);
	let missing = limit;
	let isSecondTry = false;
	while (progress.page <= MOST_PAGES && missing > 0) {
		const { page } = progress;
		const paged = toPageRequest(request, page, limit, isPaged);
		const { records, paging } = await readPage(client, list, paged);
		onPage(paging);
		let key = progress.seen.size > 0 ? toKey(records) : undefined;
		if (isRepeated(records, key, paging, progress)) {
			if (!isIncomplete(paging, progress)) return;
			if (isSecondTry) throw Failure.unusable(responseMessages.repeatedPage, { page });
			// A cache or a replica that is behind may have the right one a moment later.
			isSecondTry = true;
			continue;
		}
		isSecondTry = false;
		const fresh = takeFresh(records, progress.ids);
		if (fresh.length > 0) yield fresh.slice(0, missing);
		missing -= fresh.length;
		advance(progress, records, paging);
		const hasMore = hasNextPage(paging, page, records.length, progress);
		if (!(hasMore ?? (isPaged && records.length > 0))) return;
		progress.seen.add((key ??= toKey(records)));
	}
	if (limit === Infinity)
		throw Failure.unusable(responseMessages.endlessList, { pages: MOST_PAGES });
}

/** What is before the first page isn't counted, so a total can't be compared with it. */
function startAt(page: number): Progress {
	const received = page === 1 ? 0 : NaN;
	return { page, received, emptyPages: 0, seen: new Set(), ids: new Set() };
}

/** Returns the records that no earlier page had, and adds them to `known`. */
function takeFresh(records: unknown[], known: Set<string>): unknown[] {
	const fresh = records.filter((record) => !hasId(record) || !known.has(toRecordKey(record)));
	for (const record of fresh.filter(hasId)) known.add(toRecordKey(record));
	return fresh;
}

/** Items of a channel share IDs between types. */
function toRecordKey({ type, id }: Record<string, unknown>): string {
	return JSON.stringify([type, id]);
}

/** The first page of a list that is not documented to be paged is asked for without a number. */
export function toPageRequest(
	request: ApiRequest,
	page: number,
	limit: number,
	isPaged: boolean,
): ApiRequest {
	const paged = isPaged ? { page, limit: Math.min(LARGEST_PAGE, limit) } : { page };
	return { ...request, query: { ...request.query, ...(page === 1 && !isPaged ? {} : paged) } };
}

/** The page has been read: the next one is its successor. */
function advance(progress: Progress, records: unknown[], { current }: Paging): void {
	progress.previous = current;
	progress.received += records.length;
	progress.emptyPages = records.length === 0 ? progress.emptyPages + 1 : 0;
	progress.page += 1;
}

/** A page of a list, with its figures; fails with what came instead if the response has no list. */
export async function readPage(
	client: Client,
	{ collections, parse }: Pick<List, 'collections' | 'parse'>,
	request: ApiRequest,
): Promise<{ records: unknown[]; paging: Paging }> {
	return await client.send(request, (body) => {
		const records = getRecords(body, collections) ?? parse?.(body);
		if (records && !records.some(isRefusedEntry)) return { records, paging: getPaging(body) };
		const said = getMessage(body) || JSON.stringify(body ?? null).slice(0, LONGEST_QUOTE);
		return toUnproved(responseMessages.noList, body, said);
	});
}

/** Whether a page looks like an earlier one, and its own number or the IDs of its records say that it is the same. */
function isRepeated(
	records: unknown[],
	key: string | undefined,
	paging: Paging,
	{ seen, previous }: Progress,
): boolean {
	if (records.length === 0 || key === undefined || !seen.has(key)) return false;
	const isSame = paging.current !== undefined && paging.current === previous;
	return isSame || !paging.hasFigures || records.every(hasId);
}

/** The records of a list, up to `limit`; `query` filters them. One that gets shorter meanwhile is read once more. */
export async function readList(
	client: Client,
	list: List,
	limit?: number,
	query?: ApiRequest['query'],
): Promise<unknown[]> {
	const request = { ...toRequest(list.route), query };
	const read = async () => {
		const total = new TotalWatch();
		const records: unknown[] = [];
		for await (const page of readPages(client, list, request, limit, total.onPage)) {
			for (const record of page) records.push(record);
		}
		return { records, isShifted: total.hasFallen };
	};
	const first = await read();
	return first.isShifted ? (await read()).records : first.records;
}

/** Notices that a list gets shorter while it is read: a record that moved to an earlier page is missed then. */
export class TotalWatch {
	/** As the latest page states it. */
	total?: number;
	hasFallen = false;

	readonly onPage = ({ total = this.total }: Paging) => {
		this.hasFallen ||= total !== undefined && total < (this.total ?? total);
		this.total = total;
	};
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
	const reading = readPages(client, list, request, Infinity, ({ pages = 0 }) => {
		read += 1;
		stated = pages;
	});
	for await (const page of reading) {
		if (Math.max(read, stated) > most) return undefined;
		for (const record of page) records.push(record);
	}
	return records;
}

/** Whether the figures promise more than what has come before this page. */
function isIncomplete(
	{ last = 0, total = 0, result = 0, size = 0 }: Paging,
	{ page, received }: Progress,
): boolean {
	if (total > 0 && received >= 0) return received < total;
	// A page with room to spare was all, if the count says so, too.
	return last >= page && !(received === result && received < size);
}

/**
 * Whether there is another page, by the figures of this one and by what came so far; undefined if the page has no
 * figures.
 */
export function hasNextPage(
	{ hasFigures, next = 0, last, size = LARGEST_PAGE, total = 0 }: Paging,
	page: number,
	onPage: number,
	{ received, emptyPages }: Pick<Progress, 'received' | 'emptyPages'>,
): boolean | undefined {
	if (!hasFigures) return undefined;
	const isComplete = total > 0 && received >= total;
	if (onPage === 0 && (isComplete || emptyPages >= MOST_EMPTY_PAGES)) return false;
	if ((last ?? 0) > page) return true;
	// `maxpage` is behind; an empty page shows that the total is wrong instead.
	if (total > received && emptyPages < (next > page ? MOST_EMPTY_PAGES : 1)) return true;
	if (next <= page) return false;
	// Only `nextpage` promises more: it may be one too many, or `maxpage` may be wrong. A full page decides.
	return last === undefined ? emptyPages < 2 : onPage >= Math.min(size, LARGEST_PAGE);
}

/** Identifies a page: by the IDs of its records, since counters may change; without IDs, by whatever they say. */
function toKey(records: unknown[]): string {
	if (records.length > 0 && records.every(hasId)) {
		return JSON.stringify(records.map(toRecordKey));
	}
	return createHash('sha1').update(JSON.stringify(records)).digest('base64');
}

function hasId(record: unknown): record is Record<string, unknown> {
	return isRecord(record) && record.id !== undefined;
}
