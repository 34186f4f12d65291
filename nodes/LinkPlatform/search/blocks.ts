import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { Client } from '../api/client';
import { nodeError } from '../api/failure';
import { connect } from '../connect';
import { locate } from '../operation/request';
import { blocksOf, labelOf } from '../resources/bioBlock/blocks';
import type { Block } from '../resources/bioBlock/blocks';

/** Fills the list of a page's blocks, by type and title. They come with the page, all at once. */
export async function searchBlocks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const blocks = await blocksOfPage(await connect(this), chosen(this, 'bioPageId'));
		const results = blocks
			.map((block) => ({ name: labelOf(block), value: String(block.key) }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
		return { results };
	} catch (thrown) {
		throw nodeError(this.getNode(), thrown);
	}
}

/** The blocks of the page with this ID, which comes from the field 'Bio Page'. */
export async function blocksOfPage(client: Client, pageId: string): Promise<Block[]> {
	const request = locate(
		'GET /api/bio/{bioPageId}',
		() => pageId,
		() => 'Bio Page',
	);
	return blocksOf(await client.send(request)) ?? [];
}

/** The record that a resource locator of the node's form points to; '' if none does yet. */
export function chosen(context: ILoadOptionsFunctions, name: string): string {
	return String(context.getCurrentNodeParameter(name, { extractValue: true }) ?? '');
}
