import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../api/envelope';
import { Failure, getFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest } from '../../api/route';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { parseBlocks } from './blocks';
import { bioPageId, name, slug } from './fields';
import { bioPageMessages } from './messages';
import { addBlocks, getNewId, toReason } from './newBlocks';

/**
 * Creates a bio page with the settings and blocks of another page. Once the new page exists, a refused part doesn't
 * stop the copy: the output lists it, and the other parts are still copied.
 */
export const duplicate: CompositeOperation = {
	name: 'Duplicate',
	action: 'Duplicate bio page',
	description:
		'Copy a bio page with its settings and blocks. The subscribers and the domain are not copied.',
	routes: [
		'POST /api/bio/add',
		'GET /api/bio/{bioPageId}',
		'PUT /api/bio/{bioPageId}/update',
		'POST /api/bio/{bioPageId}/block',
	],
	fields: [bioPageId, name, slug],
	run: async (input, context) => {
		const { client, addHint } = context;
		const address = { name: input.string('name'), slug: input.string('slug') };
		const body = await client.send(toItemRequest('GET /api/bio/{bioPageId}', input));
		const blocks = parseBlocks(body);
		if (blocks === undefined) throw Failure.unusable(bioPageMessages.blocksMissing);
		const { bio, avatar, theme, seo: given } = toRecord(body);
		const settings = omitEmpty({ bio, avatar, theme });
		const request = { ...toRequest('POST /api/bio/add'), body: { ...address, ...settings } };
		const page = await sendForRecord(client, request);
		// The request that creates a page can't include the title and description for search engines, so they are set
		// afterwards.
		const { title, description } = isRecord(given) ? given : {};
		const seo = omitEmpty({ title, description });
		const change = toRequest('PUT /api/bio/{bioPageId}/update', { bioPageId: getNewId(page) });
		const hasSeo = Object.keys(seo).length > 0;
		const failure = hasSeo && (await getFailure(client.send({ ...change, body: { seo } })));
		const settingsFailed = failure ? [{ field: 'seo', reason: toReason(failure) }] : [];
		if (failure) addHint(fill(bioPageMessages.settingsFailed, { slug: address.slug }).message);
		const blocksFailed = await addBlocks(context, { ...page, slug: address.slug }, blocks);
		const blocksCopied = blocks.length - blocksFailed.length;
		return [{ json: { ...page, blocksCopied, blocksFailed, settingsFailed } }];
	},
};

function omitEmpty(values: IDataObject): IDataObject {
	const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
	return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
}
