import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { readPages } from '../../api/paging';
import { toRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRow } from '../../runner/items';
import type { OperationContext } from '../../runner/operation';
import { linkMessages } from './messages';
import { getConditions } from './filters';
import { linkList } from './list';

/**
 * Finds up to `limit` links that meet all conditions of 'Filters'. `total` is the number of links in the account. It
 * is set only if it is known and there are no conditions. The node checks the conditions itself, because the API docs
 * don't say which fields Link Platform's search covers.
 */
export async function findLinks(
	input: Input,
	{ client, addHint }: OperationContext,
	limit = Infinity,
): Promise<{ links: IDataObject[]; total?: number }> {
	const conditions = getConditions(input);
	const links: IDataObject[] = [];
	const isWanted = (link: IDataObject) => {
		for (const condition of conditions) condition.isKnown ||= condition.isMet(link) !== undefined;
		return conditions.every((condition) => {
			const isMet = condition.isMet(link);
			if (isMet === undefined) condition.unknown += 1;
			return isMet;
		});
	};
	const isFiltered = conditions.length > 0;
	// Without filters, request only as many links as are needed.
	const readLimit = isFiltered ? Infinity : limit;
	let total: number | undefined;
	const request = toRequest(linkList.route);
	const pages = readPages(client, linkList, request, readLimit, (paging) => {
		total = paging.total;
	});
	for await (const page of pages) {
		for (const link of page.map(toRow)) if (isWanted(link)) links.push(link);
		if (links.length >= limit) break;
	}
	for (const { about, isKnown, unknown } of conditions) {
		if (unknown === 0) continue;
		if (!isKnown) throw Failure.unusable(linkMessages.filterImpossible, { field: about });
		addHint(fill(linkMessages.leftOut, { count: unknown, field: about }));
	}
	return { links: links.slice(0, limit), total: isFiltered ? undefined : total };
}
