import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { getPaging, isRecord } from '../api/envelope';
import { hasNextPage, toRecords } from '../api/paging';
import { toRequest } from '../api/route';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import type { RecordList } from '../resources/recordList';

const PAGE = 100;
/** Pages searched for a text before the user is offered to continue. */
const PAGES_PER_SEARCH = 5;

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A method that fills a resource locator's list: page after page, filtered by what the user types. */
export function searchIn(list: RecordList): ListSearch {
	return async function (filter, paginationToken) {
		try {
			return await searchPages(this, list, filter ?? '', Number(paginationToken ?? 1));
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

async function searchPages(
	context: ILoadOptionsFunctions,
	list: RecordList,
	filter: string,
	firstPage: number,
): Promise<INodeListSearchResult> {
	const { route, label, url, isPaged = true, isSearchable = false } = list;
	const client = await openClient(context);
	const search = isSearchable && filter !== '' ? { search: filter } : {};
	const results: INodeListSearchResult['results'] = [];
	// What is before the first page is not counted, so that a total says nothing.
	let received = firstPage === 1 ? 0 : NaN;
	let emptyPages = 0;
	for (let page = firstPage; page < firstPage + PAGES_PER_SEARCH; page += 1) {
		const paging = isPaged ? { page, limit: PAGE } : page > 1 ? { page } : {};
		const query = { ...search, ...paging };
		const body = await client.send({ ...toRequest(route), query });
		const records = toRecords(body, list).filter(isRecord);
		for (const record of records) {
			const name = label(record);
			if (!isSearchable && !name.toLowerCase().includes(filter.toLowerCase())) continue;
			results.push({ name, value: String(record.id), ...(url ? { url: url(record) } : {}) });
		}
		received += records.length;
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		const hasMore = hasNextPage(getPaging(body), page, records.length, { received, emptyPages });
		if (!(hasMore ?? (isPaged && records.length === PAGE))) return { results };
		if (results.length > 0) return { results, paginationToken: String(page + 1) };
	}
	// The editor asks for more by itself while the list is empty, so figures that promise pages forever must end here.
	if (emptyPages === PAGES_PER_SEARCH) return { results };
	return { results, paginationToken: String(firstPage + PAGES_PER_SEARCH) };
}
