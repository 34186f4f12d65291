import type { IDataObject } from 'n8n-workflow';
import { choice, collection } from '../../runner/fields';
import type { Input } from '../../runner/input';
import type { CompositeOperation } from '../../runner/operation';
import { inTurn } from '../../api/inTurn';
import { qrCodeMessages } from '../qrCode/messages';
import { alias, linkBody, linkSettings, targetUrl, withAlias } from './fields';
import { toTargetKey } from '../../api/identity';
import { addLink, getLinkLookup } from './linkLookup';

export const create: CompositeOperation = {
	name: 'Create',
	action: 'Create link',
	description: 'Create a short link',
	builderHint: 'A repeated run creates another link, unless ifUrlExists is reuse',
	routes: ['POST /api/url/add', 'GET /api/urls'],
	fields: [
		targetUrl,
		choice('If URL Exists', 'ifUrlExists', [
			{ name: 'Create Another Link', value: 'create' },
			{
				name: 'Reuse Newest Link',
				value: 'reuse',
				description: 'Return the newest link to this URL unchanged, if there is one',
			},
		]),
		collection('Additional Fields', [alias, ...linkSettings]),
	],
	orderingKey: (input) => (isReusing(input) ? toTargetKey(toBody(input).url) : undefined),
	// Another run would not see what this one is about to create.
	around: async (inputs, { client, announce }, work) => {
		if (!inputs.some(mayReuse)) return await work();
		await inTurn(client.account, work, () => announce(qrCodeMessages.waitsInLine.message));
	},
	run: async (input, context) => {
		const { client } = context;
		const body = toBody(input);
		const isReused = isReusing(input);
		const links = getLinkLookup(client);
		const found = isReused ? await links.newestTo(body.url) : undefined;
		if (found) return [{ json: { ...found, created: false } }];
		const key = isReused ? toTargetKey(body.url) : undefined;
		const record = withAlias(await addLink(client, body, key), body.alias, context);
		if (!isReused) return [{ json: record }];
		links.made.push({ ...record, longurl: body.url });
		return [{ json: { ...record, created: true } }];
	},
};

function toBody(input: Input): IDataObject {
	return linkBody({ url: input.string('url'), ...input.collection('additionalFields') });
}

function isReusing(input: Input): boolean {
	return input.string('ifUrlExists') === 'reuse';
}

/** Also for an item whose value can't be read, which fails in its own turn. */
function mayReuse(input: Input): boolean {
	try {
		return isReusing(input);
	} catch {
		return true;
	}
}
