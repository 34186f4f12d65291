import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { isRecord, omit } from '../../api/envelope';
import { Failure, getFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest } from '../../api/route';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { bioPageMessages } from './messages';
import { parseBlocks } from './blocks';
import { bioPageId, name, slug } from './fields';
import { addBlocks, getNewId, toBlocksHint, toReason } from './newBlocks';

/** A setting that the copy doesn't have, and why. */
interface FailedSetting extends IDataObject {
	field: string;
	reason: string;
}

/**
 * Makes a page with the settings and blocks of another. What Link Platform refuses to set is named in the
 * output, and the rest is copied all the same.
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
	run: async (input, { client, addHint }) => {
		const address = { name: input.string('name'), slug: input.string('slug') };
		const values = { bioPageId: input.string('bioPageId') };
		const label = (field: string) => input.label(field);
		const body = await client.send(toRequest('GET /api/bio/{bioPageId}', values, label));
		const blocks = parseBlocks(body);
		if (blocks === undefined) throw Failure.unusable(bioPageMessages.blocksMissing);
		const { page, rest } = await createPage(client, address, getSettings(body));
		const id = getNewId(page);
		const settingsFailed = await setEach(client, id, rest);
		const blocksFailed = await addBlocks(client, id, blocks);
		if (blocksFailed.length > 0) addHint(toBlocksHint(address.slug, blocksFailed, blocks.length));
		if (settingsFailed.length > 0) addHint(toSettingsHint(address.slug, settingsFailed));
		const copied = omit(rest, ['seo', ...settingsFailed.map(({ field }) => field)]);
		const blocksCopied = blocks.length - blocksFailed.length;
		return [{ json: { ...page, ...copied, blocksCopied, blocksFailed, settingsFailed } }];
	},
};

/** What the API can set of a page, as the page has it: on creation, and by an update only. */
function getSettings(body: unknown) {
	const record = toRecord(body);
	const page = [record.page, record.bio].find(isRecord) ?? record;
	const { bio, avatar, theme } = page;
	// No document names the fields of the details: an object as in an update, or fields of the page.
	const given = isRecord(page.seo) ? page.seo : {};
	const seo = omitEmpty({
		title: given.title ?? page.seoTitle ?? page.seo_title ?? page.meta_title,
		description:
			given.description ?? page.seoDescription ?? page.seo_description ?? page.meta_description,
	});
	return {
		onCreation: omitEmpty({ bio, avatar, theme }),
		onUpdate: Object.keys(seo).length > 0 ? { seo } : {},
	};
}

/** Makes the page; without settings if it is refused with them, so that each can be tried on its own. */
async function createPage(
	client: Client,
	address: IDataObject,
	{ onCreation, onUpdate }: ReturnType<typeof getSettings>,
): Promise<{ page: IDataObject; rest: IDataObject }> {
	const request = toRequest('POST /api/bio/add');
	const create = async (body: IDataObject) =>
		toRecord(await client.send({ ...request, body }), request);
	const withSettings = create({ ...address, ...onCreation });
	const failure = await getFailure(withSettings);
	const isRefused = failure?.isAboutValues && Object.keys(onCreation).length > 0;
	if (!isRefused) return { page: await withSettings, rest: onUpdate };
	return { page: await create(address), rest: { ...onCreation, ...onUpdate } };
}

/** Sets each field on its own; resolves with those that could not be set. */
async function setEach(
	client: Client,
	bioPageId: unknown,
	settings: IDataObject,
): Promise<FailedSetting[]> {
	const request = toRequest('PUT /api/bio/{bioPageId}/update', { bioPageId });
	const failed: FailedSetting[] = [];
	for (const [field, value] of Object.entries(settings)) {
		const failure = await getFailure(client.send({ ...request, body: { [field]: value } }));
		if (failure) failed.push({ field, reason: toReason(failure) });
	}
	return failed;
}

function toSettingsHint(page: string, failed: FailedSetting[]): string {
	const names = failed.map(({ field }) => field).join(', ');
	return fill(bioPageMessages.settingsFailed, { page: JSON.stringify(page), settings: names })
		.message;
}

function omitEmpty(values: IDataObject): IDataObject {
	const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
	return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
}
