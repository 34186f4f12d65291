import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { readPages } from '../../api/paging';
import { toRequest } from '../../api/route';
import { cutForModel, toRow } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { paging } from '../fields';
import { linkMessages } from './messages';
import { filters, getConditions } from './filters';
import { linkList } from './list';

type OnPage = Parameters<typeof readPages>[4];

/** The links that meet all conditions of 'Filters'. Pages are read until there are as many as wanted. */
export const getAll: CompositeOperation = {
	name: 'Get Many',
	action: 'Get many links',
	description: 'Get the links of the account',
	builderHint: 'Reads all pages by itself: set returnAll, and narrow with filters',
	routes: ['GET /api/urls'],
	fields: [...paging, filters],
	output: { of: linkList },
	run: async (input, { client, addHint }) => {
		const { search } = input.collection('filters') as { search?: string };
		const conditions = getConditions(input);
		const limit = input.limit() ?? Infinity;
		const links: IDataObject[] = [];
		const counts = conditions.map(({ about }) => ({ about, asked: 0, unknown: 0 }));
		const isWanted = (link: IDataObject) =>
			conditions.every(({ isMet }, index) => {
				const met = isMet(link);
				counts[index].asked += 1;
				counts[index].unknown += met === undefined ? 1 : 0;
				return met === true;
			});
		// A page needs no more than is wanted, unless filters may drop some of it.
		const readLimit = conditions.length === 0 ? input.limit() : undefined;
		let total: number | undefined;
		const onPage: OnPage = (paging) => {
			({ total } = paging);
		};
		for await (const page of readLinks(client, search, readLimit, onPage)) {
			links.push(...page.map(toRow).filter(isWanted));
			if (links.length >= limit) break;
		}
		for (const { about, asked, unknown } of counts) {
			if (unknown === 0) continue;
			if (unknown === asked) {
				throw Failure.unusable(linkMessages.filterImpossible, { field: about });
			}
			addHint(fill(linkMessages.leftOut, { count: unknown, field: about }).message);
		}
		const outputs = links.slice(0, limit).map((json) => ({ json }));
		return input.isCut
			? cutForModel(outputs, conditions.length === 0 ? total : undefined)
			: outputs;
	},
};

/** The pages of the list, narrowed by Link Platform if it can search links. */
async function* readLinks(
	client: Client,
	search: string | undefined,
	limit: number | undefined,
	onPage: OnPage,
): AsyncGenerator<unknown[]> {
	const request = toRequest(linkList.route);
	if (search !== undefined) {
		const pages = readPages(client, linkList, { ...request, query: { search } });
		const first = await pages.next().catch(toNoPage);
		if (!first.done) {
			yield first.value;
			yield* pages;
			return;
		}
	}
	// What Link Platform's search doesn't look at, such as the domain, may match all the same.
	yield* readPages(client, linkList, request, limit, onPage);
}

/** No document lists the parameter `search` for links, so a deployment may refuse it. */
function toNoPage(thrown: unknown): IteratorReturnResult<undefined> {
	if (thrown instanceof Failure && thrown.isAboutValues) return { done: true, value: undefined };
	throw thrown;
}
