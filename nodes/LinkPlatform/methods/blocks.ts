import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Client } from '../api/client';
import { toRequest } from '../api/route';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { getLabel, parseBlocks } from '../resources/bioPage/blocks';
import type { Block } from '../resources/bioPage/blocks';

/** Fills the list of a page's blocks, by type and title. They come with the page, all at once. */
export async function searchBlocks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const blocks = await getBlocks(await openClient(this), getChosen(this, 'bioPageId'));
		const results = blocks
			.map((block) => ({ name: getLabel(block), value: String(block.key) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
		return { results };
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown);
	}
}

/** The blocks of the page with this ID, which comes from the field 'Bio Page'. */
export async function getBlocks(client: Client, pageId: string): Promise<Block[]> {
	const request = toRequest('GET /api/bio/{bioPageId}', { bioPageId: pageId }, () => 'Bio Page');
	return parseBlocks(await client.send(request)) ?? [];
}

/** The record that a resource locator of the node's form points to; '' if none does yet. */
export function getChosen(context: ILoadOptionsFunctions, name: string): string {
	return String(context.getCurrentNodeParameter(name, { extractValue: true }) ?? '');
}
