import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { getPaging, getRecords, isRecord } from '../api/envelope';
import { toRequest } from '../api/route';
import { openClient } from '../n8n/client';
import { toNodeError } from '../n8n/nodeError';
import type { RecordList } from '../resources/recordList';

const PAGE = 100;
/** Pages looked through for a search text before the user is offered to go on. */
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
	{ route, collections, label, url, isPaged = true }: RecordList,
	filter: string,
	firstPage: number,
): Promise<INodeListSearchResult> {
	const client = await openClient(context);
	const results: INodeListSearchResult['results'] = [];
	for (let page = firstPage; page < firstPage + PAGES_PER_SEARCH; page += 1) {
		const query = isPaged ? { page, limit: PAGE } : {};
		const body = await client.send({ ...toRequest(route), query });
		const records = (getRecords(body, collections) ?? []).filter(isRecord);
		for (const record of records) {
			const name = label(record);
			if (!name.toLowerCase().includes(filter.toLowerCase())) continue;
			results.push({ name, value: String(record.id), ...(url ? { url: url(record) } : {}) });
		}
		const { next, last } = getPaging(body);
		const hasMore =
			isPaged && records.length > 0 && (last === undefined ? (next ?? 0) > page : last > page);
		if (!hasMore) return { results };
		if (results.length > 0) return { results, paginationToken: String(page + 1) };
	}
	return { results, paginationToken: String(firstPage + PAGES_PER_SEARCH) };
}
