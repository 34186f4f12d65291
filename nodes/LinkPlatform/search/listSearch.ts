import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isRecord, pagingOf, recordsOf } from '../api/envelope';
import { nodeError } from '../api/failure';
import { connect } from '../connect';
import type { Route } from '../operation/operation';
import { locate } from '../operation/request';

const PAGE = 100;
/** Pages looked through for a search text before the user is offered to go on. */
const PAGES_PER_SEARCH = 5;

interface Searchable {
	route: Route;
	collections: string[];
	/** What the list shows of a record, and what a search text is compared with. */
	label: (record: IDataObject) => string;
	/** Where the browser's link next to the field leads. */
	url?: (record: IDataObject) => string;
	/** The service's own search parameter; it narrows the pages, and the label is compared all the same. */
	search?: string;
	/** False where the endpoint answers with everything at once. */
	isPaged?: boolean;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A method that fills a resource locator's list: page after page, filtered by what the user types. */
export function listSearch(searchable: Searchable): ListSearch {
	return async function (filter, paginationToken) {
		try {
			return await searchPages(this, searchable, filter ?? '', Number(paginationToken ?? 1));
		} catch (thrown) {
			throw nodeError(this.getNode(), thrown);
		}
	};
}

async function searchPages(
	context: ILoadOptionsFunctions,
	{ route, collections, label, url, search, isPaged = true }: Searchable,
	filter: string,
	firstPage: number,
): Promise<INodeListSearchResult> {
	const client = await connect(context);
	const request = locate(route, (name) =>
		String(context.getCurrentNodeParameter(name, { extractValue: true }) ?? ''),
	);
	const results: INodeListSearchResult['results'] = [];
	for (let page = firstPage; page < firstPage + PAGES_PER_SEARCH; page += 1) {
		const query = {
			...(isPaged ? { page, limit: PAGE } : {}),
			...(search && filter ? { [search]: filter } : {}),
		};
		const body = await client.send({ ...request, query });
		const records = (recordsOf(body, collections) ?? []).filter(isRecord);
		const found = records.filter((record) =>
			label(record).toLowerCase().includes(filter.toLowerCase()),
		);
		for (const record of found) {
			results.push({
				name: label(record),
				value: String(record.id),
				...(url ? { url: url(record) } : {}),
			});
		}
		const { next, last } = pagingOf(body);
		const hasMore =
			isPaged && records.length > 0 && (last === undefined ? (next ?? 0) > page : last > page);
		if (!hasMore) return { results };
		if (results.length > 0) return { results, paginationToken: String(page + 1) };
	}
	return { results, paginationToken: String(firstPage + PAGES_PER_SEARCH) };
}
