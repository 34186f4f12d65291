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
import { responseMessages } from './messages';
import { toRequest, type ApiRequest, type Route } from './route';

export const LARGEST_PAGE = 100;
/** More pages than any account has. Ends a list that would otherwise return new records forever. */
const MOST_PAGES = 20_000;
/** The number of characters that are quoted of a response without a list. */
const LONGEST_QUOTE = 200;

/** A list that the API offers, and how to read its responses. */
export interface List {
	route: Route;
	/** Names of the field that may hold the records in a response, the documented one first. */
	collections: string[];
	/** False if the endpoint is documented to return the whole list at once. */
	isPaged?: boolean;
	/** Finds the records in a response that has them in an unusual place. */
	parse?: (body: unknown) => unknown[] | undefined;
}

/**
 * Yields the records of a list page by page, up to `limit` records. If records are added during the reading, some
 * appear a second time: these are left out. `onPage` is called with the paging fields of each page before its records
 * are yielded.
 *
 * | The list ends after a page …                                               | Origin                                 |
 * |----------------------------------------------------------------------------|----------------------------------------|
 * | that is the last one according to `maxpage`; 0 is an empty list            | documents; seen: S5                    |
 * | without `maxpage`, whose `nextpage` is null, absent or not a later page    | documents: "integer or null"; seen: S5 |
 * | without `maxpage`, that is empty                                           | not documented                         |
 * | that repeats earlier records; reading fails if `maxpage` says there's more | not documented                         |
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
	let missing = limit;
	for (let page = 1; missing > 0; page += 1) {
		if (page > MOST_PAGES)
			throw Failure.unusable(responseMessages.endlessList, { pages: MOST_PAGES });
		const paged = toPageRequest(request, page, limit, isPaged);
		const { records, paging } = await readPage(client, list, paged);
		onPage(paging);
		const fresh = records.filter((record) => !known.has(toKey(record, page, paging)));
		for (const record of fresh) known.add(toKey(record, page, paging));
		if (fresh.length > 0) {
			yield fresh.slice(0, missing);
			missing -= fresh.length;
		} else if (records.length > 0) {
			if ((paging.pages ?? 0) < page) return;
			throw Failure.unusable(responseMessages.repeatedPage, { page });
		}
		if (!(hasNextPage(paging, page, records.length) ?? (isPaged && records.length > 0))) return;
	}
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
	if (page === 1 && !isPaged) return request;
	const paged = { page, limit: Math.min(LARGEST_PAGE, limit) };
	return { ...request, query: { ...request.query, ...paged } };
}

/** Reads one page of a list with its paging fields. If the response isn't a list, the failure quotes the response. */
export async function readPage(
	client: Client,
	{ collections, parse }: Pick<List, 'collections' | 'parse'>,
	request: ApiRequest,
): Promise<{ records: unknown[]; paging: Paging }> {
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
 * True if another page follows this one, which has `count` records; undefined if there are no paging fields. `nextpage`
 * may be one too high, so an empty page is the last one, unless `maxpage` says that there are more.
 */
export function hasNextPage(
	{ hasFigures, next = 0, pages }: Paging,
	page: number,
	count: number,
): boolean | undefined {
	if (!hasFigures) return undefined;
	return pages === undefined ? count > 0 && next > page : pages > page;
}

/**
 * Returns a key that identifies a record in a list: its ID and type (because the items of a channel share IDs between
 * types), or its content if it has no ID. Equal records without an ID are different ones if they are on different
 * pages.
 */
function toKey(record: unknown, page: number, { hasFigures }: Paging): string {
	if (hasOwnId(record)) return JSON.stringify([record.type, record.id]);
	return JSON.stringify(hasFigures ? [page, record] : record);
}

function hasOwnId(record: unknown): record is IDataObject {
	return isRecord(record) && record.id !== undefined;
}
