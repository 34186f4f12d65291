import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { hasNextPage, LARGEST_PAGE, readList, readPage, toPageRequest } from '../api/paging';
import type { Client } from '../api/client';
import { toRequest } from '../api/route';
import type { RecordList } from '../resources/getMany';
import { inForm } from './inForm';

/** Pages searched for a text before the user is offered to continue. */
const PAGES_PER_SEARCH = 5;

type Results = INodeListSearchResult['results'];
type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A method that fills a resource locator's list: page after page, filtered by what the user types. */
export function searchIn(list: RecordList): ListSearch {
	return async function (filter = '', paginationToken = '1') {
		return await inForm(this, async (client) => {
			return await searchPages(client, list, filter, Number(paginationToken));
		});
	};
}

/** The same for entries that are read all at once. */
export function searchAmong(
	read: (client: Client, form: ILoadOptionsFunctions) => Promise<Results>,
): ListSearch {
	return async function (filter = '') {
		return await inForm(this, async (client) => {
			const entries = await read(client, this);
			return { results: entries.filter(({ name }) => contains(name, filter)) };
		});
	};
}

function contains(name: string, filter: string): boolean {
	return name.toLowerCase().includes(filter.toLowerCase());
}

/**
 * The records whose label or URL has the text. Link Platform's own search is asked first if there is one, since it also
 * finds what the records don't show; but it doesn't look at the URL, and may be behind.
 */
async function searchPages(
	client: Client,
	list: RecordList,
	filter: string,
	firstPage: number,
): Promise<INodeListSearchResult> {
	const { route, label, url, isPaged = true, isSearchable = false } = list;
	const toResult = (record: IDataObject): Results[number] => {
		const result = { name: label(record), value: String(record.id) };
		return url ? { ...result, url: url(record) } : result;
	};
	if (isSearchable && filter !== '' && firstPage === 1) {
		const found = await readList(client, list, LARGEST_PAGE, { search: filter });
		if (found.length > 0) return { results: found.filter(isRecord).map(toResult) };
	}
	const request = toRequest(route);
	const results: Results = [];
	// What is before the first page is not counted, so that a total says nothing.
	let received = firstPage === 1 ? 0 : NaN;
	let emptyPages = 0;
	for (let page = firstPage; page < firstPage + PAGES_PER_SEARCH; page += 1) {
		const paged = toPageRequest(request, page, LARGEST_PAGE, isPaged);
		const { records: listed, paging } = await readPage(client, list, paged);
		const records = listed.filter(isRecord);
		const isMeant = ({ name, url: address = '' }: Results[number]) =>
			contains(name, filter) || (isSearchable && contains(address, filter));
		results.push(...records.map(toResult).filter(isMeant));
		received += records.length;
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		const hasMore = hasNextPage(paging, page, records.length, { received, emptyPages });
		if (!(hasMore ?? (isPaged && records.length === LARGEST_PAGE))) return { results };
		if (results.length > 0) return { results, paginationToken: String(page + 1) };
	}
	// The editor asks for more by itself while the list is empty, so figures that promise pages forever must end here.
	if (emptyPages === PAGES_PER_SEARCH) return { results };
	return { results, paginationToken: String(firstPage + PAGES_PER_SEARCH) };
}
