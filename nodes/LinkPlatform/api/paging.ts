import { createHash } from 'crypto';
import type { Client } from './client';
import { getPaging, getRecords, isRecord } from './envelope';
import { Failure } from './failure';
import { toRequest, type ApiRequest, type Route } from './route';

const LARGEST_PAGE = 100;
/** Far beyond any account; ends a list that invents new records for ever. */
const MOST_PAGES = 20_000;

/** A list of the API, and how its responses are read. */
export interface List {
	route: Route;
	/** Names under which the service may file the records, the documented one first. */
	collections: string[];
	/** False where the endpoint responds with everything at once, and takes no `page` and `limit`. */
	isPaged?: boolean;
	/** Reads a response that holds no list in any of the usual places. */
	parse?: (body: unknown) => unknown[] | undefined;
}

/**
 * Yields the records of a list page by page, up to `limit` of them. Ends when the service's signs (`nextpage`,
 * `maxpage`) say so, on a page that it has served before, and on an empty page. Where the signs contradict
 * each other it reads on, since a page too many is cheaper than a record lost.
 */
export async function* readPages(
	client: Client,
	{ collections, isPaged = true, parse }: List,
	request: ApiRequest,
	limit = Infinity,
): AsyncGenerator<unknown[]> {
	const size = Math.min(LARGEST_PAGE, limit);
	const seen = new Set<string>();
	let missing = limit;
	let emptyPages = 0;
	for (let page = 1; page <= MOST_PAGES && missing > 0; page += 1) {
		const paging = isPaged ? { page, limit: size } : {};
		const body = await client.send({ ...request, query: { ...request.query, ...paging } });
		const records = getRecords(body, collections) ?? parse?.(body) ?? toEmptyList(body);
		const hash = createHash('sha1')
			.update(JSON.stringify(records.map(getIdentity)))
			.digest('base64');
		if (records.length > 0 && seen.has(hash)) return;
		seen.add(hash);
		if (records.length > 0) yield records.length > missing ? records.slice(0, missing) : records;
		missing -= records.length;
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		if (!isPaged || emptyPages > 1 || isLastPage(body, page, records.length, size)) return;
	}
	if (missing > 0 && limit === Infinity) {
		throw Failure.unusable(
			`The service's list does not end: ${MOST_PAGES} pages were read`,
			"Switch off 'Return All' and set 'Limit'",
		);
	}
}

/** All records of a list, up to `limit`. */
export async function readList(client: Client, list: List, limit?: number): Promise<unknown[]> {
	const records: unknown[] = [];
	const pages = readPages(client, list, toRequest(list.route), limit);
	for await (const page of pages) records.push(...page);
	return records;
}

/** What identifies a record: its counters may move on while the list is read. */
function getIdentity(record: unknown): unknown {
	if (!isRecord(record) || record.id === undefined) return record;
	return Object.entries(record).filter(
		([name, value]) => name === 'id' || typeof value !== 'number',
	);
}

function isLastPage(body: unknown, page: number, received: number, asked: number): boolean {
	const { next, last, size = asked } = getPaging(body);
	const isFull = received >= Math.min(size, asked);
	const goesOn = next !== undefined && next > page;
	const isBeforeLast = last !== undefined && last > page;
	if (received === 0) return !isBeforeLast;
	if (isBeforeLast) return false;
	// `nextpage` alone points on: it may be one too many, or `maxpage` may be wrong. A full page decides.
	if (goesOn) return last !== undefined && !isFull;
	// A service that says nothing at all: only an empty or a repeated page can end the list.
	return (
		last !== undefined || next !== undefined || (isRecord(body) && 'nextpage' in getData(body))
	);
}

function getData(body: Record<string, unknown>): Record<string, unknown> {
	return isRecord(body.data) ? body.data : body;
}

/** An account without such records may get no list at all; anything else is no list. */
function toEmptyList(body: unknown): unknown[] {
	const data = isRecord(body) ? getData(body) : {};
	const says = [data.result, data.total].some((count) => Number(count ?? NaN) === 0);
	const isBare =
		isRecord(body) && (body.data === null || (Array.isArray(body.data) && body.data.length === 0));
	if (says || isBare) return [];
	throw Failure.unusable(
		'The service answered without a list',
		"Check 'API URL' in the credential; the service may be of another version",
	);
}
