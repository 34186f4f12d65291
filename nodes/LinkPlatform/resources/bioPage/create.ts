import { collection } from '../../runner/fields';
import { toRequest } from '../../api/route';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { name, pageSettings, slug, theme } from './fields';
import { addBlocks, newBlocks, parseNewBlocks } from './newBlocks';

/** Creates a bio page, then adds its blocks. If a block is refused, the page is kept. */
export const create: CompositeOperation = {
	name: 'Create',
	action: 'Create bio page',
	description: 'Create a bio page, optionally with its blocks',
	routes: ['POST /api/bio/add', 'POST /api/bio/{bioPageId}/block'],
	fields: [name, slug, collection('Additional Fields', [...pageSettings, newBlocks, theme])],
	run: async (input, context) => {
		const { blocks: given, ...settings } = input.collection('additionalFields');
		const blocks = given === undefined ? undefined : parseNewBlocks(given);
		const body = { name: input.string('name'), slug: input.string('slug'), ...settings };
		const request = { ...toRequest('POST /api/bio/add'), body };
		const page = await sendForRecord(context.client, request);
		if (blocks === undefined) return [{ json: page }];
		const blocksFailed = await addBlocks(context, { ...page, slug: body.slug }, blocks);
		return [{ json: { ...page, blocksFailed } }];
	},
};
