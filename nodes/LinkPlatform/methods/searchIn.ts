import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { hasNextPage, LARGEST_PAGE, readList, readPage, toPageRequest } from '../api/paging';
import type { Client } from '../api/client';
import { toRequest } from '../api/route';
import type { RecordList } from '../resources/getMany';
import { inForm } from './inForm';

/** The number of pages that one search reads. After that, the editor offers to load more. */
const PAGES_PER_SEARCH = 5;

type Results = INodeListSearchResult['results'];
type Search = [filter?: string, paginationToken?: string];
/** Creates a method that fills a locator's list page by page, filtered by the text that the user types. */
export const searchIn = (list: RecordList) =>
	inForm(async (client, _form, ...[filter = '', page = '1']: Search) => {
		return await searchPages(client, list, filter, Number(page));
	});

/** Creates a method that fills a locator's list without paging: it reads all entries, then filters them. */
export const searchAmong = (
	read: (client: Client, form: ILoadOptionsFunctions) => Promise<Results>,
) =>
	inForm(async (client, form, ...[filter = '']: Search) => {
		const entries = await read(client, form);
		return { results: entries.filter(({ name }) => contains(name, filter)) };
	});

function contains(name: string, filter: string): boolean {
	return name.toLowerCase().includes(filter.toLowerCase());
}

/**
 * Returns the records whose label or URL contains the filter. If Link Platform can search the list, tries that search
 * first, because it also covers fields that the records don't contain. If that search finds nothing, searches the
 * records here, because Link Platform's search ignores the URL and may not be up to date.
 */
async function searchPages(
	client: Client,
	list: RecordList,
	filter: string,
	firstPage: number,
): Promise<INodeListSearchResult> {
	const { route, label, url, isPaged = true, isSearchable = false } = list;
	const toResult = (record: IDataObject): Results[number] => ({
		name: label(record),
		value: String(record.id),
		url: url?.(record),
	});
	if (isSearchable && filter !== '' && firstPage === 1) {
		const found = await readList(client, list, LARGEST_PAGE, { search: filter });
		if (found.length > 0) return { results: found.filter(isRecord).map(toResult) };
	}
	const isMatch = ({ name, url: address = '' }: Results[number]) =>
		contains(name, filter) || contains(address, filter);
	const nextPage = firstPage + PAGES_PER_SEARCH;
	for (let page = firstPage; page < nextPage; page += 1) {
		const paged = toPageRequest(toRequest(route), page, LARGEST_PAGE, isPaged);
		const { records, paging } = await readPage(client, list, paged);
		const results = records.filter(isRecord).map(toResult).filter(isMatch);
		const stated = hasNextPage(paging, page, records.length);
		const hasMore = stated ?? (isPaged && records.length === LARGEST_PAGE);
		if (records.length === 0 || !hasMore) return { results };
		if (results.length > 0) return { results, paginationToken: String(page + 1) };
	}
	return { results: [], paginationToken: String(nextPage) };
}
