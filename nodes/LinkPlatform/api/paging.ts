import { createHash } from 'crypto';
import type { Client } from './client';
import { isRecord, pagingOf, recordsOf } from './envelope';
import { Failure } from './failure';
import type { ServiceRequest } from './request';

const LARGEST_PAGE = 100;
/** Far beyond any account; ends a list that invents new records for ever. */
const MOST_PAGES = 20_000;

export interface Listing {
	/** Names under which the service may file the records, the documented one first. */
	collections: string[];
	/** Stop after so many records; undefined = all. */
	limit?: number;
	/** Endpoints that answer with everything at once take no `page` and `limit`. */
	isPaged?: boolean;
	/** The field that takes the keys, where an object of counts may come instead of a list. */
	keyedBy?: string;
}

/**
 * Yields the records of a list page by page. Ends when the service's signs (`nextpage`, `maxpage`) say so,
 * on a page that it has served before, and on an empty page. Where the signs contradict each other it
 * reads on, since a page too many is cheaper than a record lost.
 */
export async function* pagesOf(
	client: Client,
	request: ServiceRequest,
	{ collections, limit = Infinity, isPaged = true, keyedBy }: Listing,
): AsyncGenerator<unknown[]> {
	const size = Math.min(LARGEST_PAGE, limit);
	const seen = new Set<string>();
	let missing = limit;
	let emptyPages = 0;
	for (let page = 1; page <= MOST_PAGES && missing > 0; page += 1) {
		const paging = isPaged ? { page, limit: size } : {};
		const body = await client.send({ ...request, query: { ...request.query, ...paging } });
		const records = recordsOf(body, collections, keyedBy) ?? emptyList(body);
		const print = createHash('sha1')
			.update(JSON.stringify(records.map(printable)))
			.digest('base64');
		if (records.length > 0 && seen.has(print)) return;
		seen.add(print);
		if (records.length > 0) yield records.length > missing ? records.slice(0, missing) : records;
		missing -= records.length;
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		if (!isPaged || emptyPages > 1 || isLast(body, page, records.length, size)) return;
	}
	if (missing > 0 && limit === Infinity) {
		throw new Failure(
			`The service's list does not end: ${MOST_PAGES} pages were read`,
			"Switch off 'Return All' and set 'Limit'",
			{ httpCode: '200' },
		);
	}
}

/** All records of a list, up to its limit. */
export async function listAll(
	client: Client,
	request: ServiceRequest,
	listing: Listing,
): Promise<unknown[]> {
	const records: unknown[] = [];
	for await (const page of pagesOf(client, request, listing)) records.push(...page);
	return records;
}

/** What identifies a record: its counters may move on while the list is read. */
function printable(record: unknown): unknown {
	if (!isRecord(record) || record.id === undefined) return record;
	return Object.entries(record).filter(
		([name, value]) => name === 'id' || typeof value !== 'number',
	);
}

function isLast(body: unknown, page: number, received: number, asked: number): boolean {
	const { next, last, size = asked } = pagingOf(body);
	const isFull = received >= Math.min(size, asked);
	const goesOn = next !== undefined && next > page;
	const isBeforeLast = last !== undefined && last > page;
	if (received === 0) return !isBeforeLast;
	if (isBeforeLast) return false;
	// `nextpage` alone points on: it may be one too many, or `maxpage` may be wrong. A full page decides.
	if (goesOn) return last !== undefined && !isFull;
	// A service that says nothing at all: only an empty or a repeated page can end the list.
	return last !== undefined || next !== undefined || (isRecord(body) && 'nextpage' in dataOf(body));
}

function dataOf(body: Record<string, unknown>): Record<string, unknown> {
	return isRecord(body.data) ? body.data : body;
}

/** An account without such records may get no list at all; anything else is no list. */
function emptyList(body: unknown): unknown[] {
	const data = isRecord(body) ? dataOf(body) : {};
	const says = [data.result, data.total].some((count) => Number(count ?? NaN) === 0);
	const isBare =
		isRecord(body) && (body.data === null || (Array.isArray(body.data) && body.data.length === 0));
	if (says || isBare) return [];
	throw new Failure(
		'The service answered without a list',
		"Check 'API URL' in the credential; the service may be of another version",
		{ httpCode: '200' },
	);
}
