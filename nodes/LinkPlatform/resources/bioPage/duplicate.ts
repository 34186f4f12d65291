import { Failure } from '../../api/failure';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { toItemRequest } from '../../runner/requests';
import { parseBlocks } from './blocks';
import { bioPageId, name, slug } from './fields';
import { bioPageMessages } from './messages';
import { createPage } from './newBlocks';

/** Creates a bio page with the settings and blocks of another page. */
export const duplicate: CompositeOperation = {
	action: 'Duplicate bio page',
	description:
		'Copy a bio page with its bio, avatar, theme and blocks. Subscribers, domain, SEO title and SEO description are not copied.',
	routes: ['POST /api/bio/add', 'GET /api/bio/{bioPageId}', 'POST /api/bio/{bioPageId}/block'],
	fields: [bioPageId, name, slug],
	run: async (input, context) => {
		const address = { name: input.string('name'), slug: input.string('slug') };
		const body = await context.client.send(toItemRequest('GET /api/bio/{bioPageId}', input));
		const blocks = parseBlocks(body);
		if (blocks === undefined) throw Failure.unusable(bioPageMessages.blocksMissing);
		const { bio, avatar, theme } = toRecord(body);
		// An empty setting isn't sent, because Link Platform may refuse it.
		const filled = Object.entries({ bio, avatar, theme }).filter(([, value]) => value);
		const settings = { ...address, ...Object.fromEntries(filled) };
		const { page, blocksFailed } = await createPage(context, settings, blocks);
		const blocksCopied = blocks.length - blocksFailed.length;
		return [{ json: { ...page, blocksCopied, blocksFailed } }];
	},
};
