import type { Client } from './client';
import {
	getMessage,
	getPaging,
	getRecords,
	getVerdict,
	hasId,
	isNamed,
	isRecord,
	scalarToText,
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
	/**
	 * The kind of entries that the list holds: records with an ID or a name, of which one may be looked up (default),
	 * other JSON objects, or anything.
	 */
	holds?: 'objects' | 'anything';
	/** Finds the records in a response that has them in an unusual place. */
	parse?: (body: unknown) => unknown[] | undefined;
}

interface Page {
	records: unknown[];
	paging: Paging;
}

/**
 * Yields the records of a list page by page, up to `limit` records. If records are added during the reading, some
 * appear a second time: these are left out. If records are deleted, others move to the previous page: that page is read
 * again as soon as the list's total has fallen. `onPage` is called with the paging fields of each page before its records
 * are yielded. Fails if a page repeats earlier records although `maxpage` promises others.
 *
 * | The list ends after a page …                                           | How this is known                       |
 * |------------------------------------------------------------------------|-----------------------------------------|
 * | that is the last one according to `maxpage`; 0 is an empty list        | documented; seen (S5)                   |
 * | without `maxpage` whose `nextpage` is null, absent or not a later page | "integer or null"; seen (S5)            |
 * | without `maxpage` that is empty or repeats earlier records             | assumed, as `nextpage` may be too high  |
 *
 * S5 is an observation listed in `docs/maintainers/deployments.md`.
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
	const read = async (page: number) =>
		await readPage(client, list, toPageRequest(request, page, limit, isPaged));
	let missing = limit;
	let total = 0;
	for (let page = 1; missing > 0; page += 1) {
		if (page > MOST_PAGES)
			throw Failure.unusable(responseMessages.endlessList, { pages: MOST_PAGES });
		const { records, paging } = await read(page);
		onPage(paging);
		const fresh = takeNew(records, known, page, paging);
		const { total: left = total } = paging;
		if (left < total) {
			const previous = await read(page - 1);
			// A record without an ID can't be told from one that is known.
			const named = previous.records.filter((one) => isRecord(one) && toIdKey(one.id) !== '');
			fresh.unshift(...takeNew(named, known, page - 1, previous.paging));
		}
		total = left;
		if (fresh.length > 0) yield fresh.slice(0, missing);
		missing -= fresh.length;
		if (fresh.length === 0 && records.length > 0) {
			if ((paging.pages ?? 0) < page) return;
			throw Failure.unusable(responseMessages.repeatedPage, { page });
		}
		if (!(hasNextPage(paging, page, records.length) ?? (isPaged && records.length > 0))) return;
	}
}

/**
 * Returns the records that aren't known yet, and adds their keys to `known`. Returns none if the whole page is known.
 * Records without an ID may be equal and yet different, so they are known only if the whole page is.
 *
 * The key is the ID with the type, because the items of a channel share IDs between types. Without an ID, it is the
 * content with the number of the page, if the response states that.
 */
function takeNew(
	records: unknown[],
	known: Set<string>,
	page: number,
	{ current = page, hasFigures }: Paging,
): unknown[] {
	const before = known.size;
	const fresh = records.filter((record) => {
		const { id = undefined, type = '' } = isRecord(record) ? record : {};
		const idKey = toIdKey(id);
		const key = idKey
			? `${scalarToText(type)} ${idKey}`
			: JSON.stringify([hasFigures && current, record]);
		const isNew = !known.has(key);
		known.add(key);
		return isNew || idKey === '';
	});
	return known.size === before ? [] : fresh;
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
	{ collections, parse, holds }: Omit<List, 'route'>,
	request: ApiRequest,
): Promise<Page> {
	return await client.send(request, (body) => {
		const records = getRecords(body, collections) ?? parse?.(body);
		if (records && isList(records, holds)) return { records, paging: getPaging(body) };
		const serviceMessage = getMessage(body) || JSON.stringify(body ?? null).slice(0, LONGEST_QUOTE);
		return toUnproved(responseMessages.noList, body, serviceMessage);
	});
}

/** True if a list holds entries of its kind. A list of anything else, e.g. of messages, is none. */
function isList(entries: unknown[], holds: List['holds']): boolean {
	const isOfKind = holds === 'anything' || entries.every(isRecord);
	const isKnown =
		holds !== undefined || entries.length === 0 || entries.filter(isRecord).some(isNamed);
	return isOfKind && isKnown && !entries.some(isRefusal);
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
 * Returns true if another page follows this one, which has `count` records. Returns undefined if there are no paging
 * fields.
 */
export function hasNextPage(
	{ hasFigures, next = 0, pages }: Paging,
	page: number,
	count: number,
): boolean | undefined {
	if (pages !== undefined) return pages > page;
	return hasFigures ? next > page && count > 0 : undefined;
}
