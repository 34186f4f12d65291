import { collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { name, pageSettings, slug, theme } from './fields';
import { createPage, newBlocks, parseNewBlocks } from './newBlocks';

/** Creates a bio page, then adds its blocks. If Link Platform refuses a block, the page is kept. */
export const create: CompositeOperation = {
	action: 'Create bio page',
	description: 'Create a bio page, optionally with its blocks',
	routes: ['POST /api/bio/add', 'POST /api/bio/{bioPageId}/block'],
	fields: [name, slug, collection('Additional Fields', [...pageSettings, newBlocks, theme])],
	run: async (input, context) => {
		const { blocks: given = [], ...settings } = input.collection('additionalFields');
		const blocks = parseNewBlocks(given);
		const body = { name: input.string('name'), slug: input.string('slug'), ...settings };
		const { page, blocksFailed } = await createPage(context, body, blocks);
		return [{ json: blocks.length > 0 ? { ...page, blocksFailed } : page }];
	},
};
