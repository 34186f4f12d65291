import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isRecord } from '../api/envelope';
import { Failure } from '../api/failure';
import { readPages } from '../api/paging';
import { toRequest } from '../api/route';
import { activityList } from '../resources/analytics/getLinkActivity';
import { getOrder, getTime, toChronological } from './rows';

/** Of a list that is in no order. */
const MOST_UNORDERED = 1_000;

/**
 * The newest clicks of a link in chronological order, `wanted` or more if there are so many. None if Link Platform
 * refuses to list them or the rate limit leaves no time for it, since their number is known all the same.
 */
export async function readNewestClicks(
	client: Client,
	linkId: string,
	wanted: number,
): Promise<IDataObject[]> {
	return await readNewest(client, linkId, wanted).then(toChronological, (thrown: unknown) => {
		if (thrown instanceof Failure && isWithoutList(thrown)) return [];
		throw thrown;
	});
}

/** True if another attempt would not help: no permission, no list, or more clicks than the rate limit allows. */
function isWithoutList({ kind, status = 500 }: Failure): boolean {
	return kind === 'waitLimit' || (status < 500 && status !== 401);
}

async function readNewest(client: Client, linkId: string, wanted: number): Promise<IDataObject[]> {
	const request = toRequest(activityList.route, { linkId });
	let last = 1;
	const pages = readPages(client, activityList, request, Infinity, (paging) => {
		last = paging.last ?? 1;
	});
	const rows = await readNext(pages);
	const isTimed = rows.some((row) => getTime(row) !== undefined);
	const order = isTimed ? getOrder(rows) : 'oldestFirst';
	if (order === 'oldestFirst' && last > 1) return await readBackwards(client, linkId, wanted, last);
	const enough = order === 'newestFirst' ? wanted : MOST_UNORDERED;
	while (rows.length < enough) {
		const more = await readNext(pages);
		if (more.length === 0) break;
		rows.push(...more);
	}
	return rows;
}

/** The rows of a list whose newest ones are on its last page. */
async function readBackwards(client: Client, linkId: string, wanted: number, last: number) {
	const request = toRequest(activityList.route, { linkId });
	const from = (page: number) =>
		readPages(client, activityList, request, Infinity, undefined, page);
	const rows: IDataObject[] = [];
	// The figures may be behind.
	const end = from(last);
	for (let more = await readNext(end); more.length > 0; more = await readNext(end)) {
		rows.push(...more);
	}
	for (let page = last - 1; page > 0 && rows.length < wanted; page -= 1) {
		rows.unshift(...(await readNext(from(page))));
	}
	return rows;
}

async function readNext(pages: AsyncGenerator<unknown[]>): Promise<IDataObject[]> {
	const { done, value } = await pages.next();
	return done ? [] : value.filter(isRecord);
}
