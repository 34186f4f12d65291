import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { toRequest } from '../api/route';
import { parseBlocks, type Block } from '../resources/bioPage/blocks';

/** The blocks of the page with this ID, which comes from the field 'Bio Page'. */
export async function getBlocks(client: Client, pageId: string): Promise<Block[]> {
	const request = toRequest('GET /api/bio/{bioPageId}', { bioPageId: pageId }, () => 'Bio Page');
	return parseBlocks(await client.send(request)) ?? [];
}

/** The record that a resource locator of the node's form points to; '' if none does yet. */
export function getChosen(form: ILoadOptionsFunctions, name: string): string {
	return String(form.getCurrentNodeParameter(name, { extractValue: true }) ?? '');
}
