import type { IDataObject } from 'n8n-workflow';
import { toTargetKey } from '../../api/identity';
import { toRequest } from '../../api/route';
import { choice, collection } from '../../runner/fields';
import type { Input } from '../../runner/input';
import type { CompositeOperation } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { doubts } from '../doubts';
import { alias, checkRecord, linkBody, linkSettings, targetUrl } from './fields';
import { getLinkLookup } from './linkLookup';
import { assertReusable, findReusable } from './reuse';

export const create: CompositeOperation = {
	action: 'Create link',
	description: 'Create a short link',
	builderHint: 'A repeated run creates another link, unless ifUrlExists is reuse',
	routes: ['POST /api/url/add', 'GET /api/urls'],
	warnings: [doubts],
	fields: [
		targetUrl,
		choice('If URL Exists', 'ifUrlExists', [
			{ name: 'Create Another Link', value: 'create' },
			{
				name: 'Reuse Newest Link',
				value: 'reuse',
				description: 'Return the newest link with this URL, alias, domain and campaign',
			},
		]),
		collection('Additional Fields', [alias, ...linkSettings]),
	],
	orderingKey: (input) => (isReusing(input) ? toTargetKey(toBody(input).url) : undefined),
	looksUp: isReusing,
	run: async (input, context) => {
		const body = toBody(input);
		if (!isReusing(input)) {
			const request = { ...toRequest('POST /api/url/add'), body };
			const record = await sendForRecord(context.client, request);
			checkRecord(record, body, context);
			return [{ json: record }];
		}
		assertReusable(body);
		const links = getLinkLookup(context.account);
		// A row may ask for the same as an earlier one, although another row has created a newer link meanwhile.
		const wish = JSON.stringify({ ...body, url: toTargetKey(body.url) });
		const found = links.reused.get(wish) ?? (await findReusable(body, links));
		const record = found ?? (await links.create(body, toTargetKey(body.url)));
		links.reused.set(wish, record);
		if (!found) {
			checkRecord(record, body, context);
			links.addCreated(record, body);
		}
		return [{ json: { ...record, created: !found } }];
	},
};

function toBody(input: Input): IDataObject {
	return linkBody({ url: input.string('url'), ...input.collection('additionalFields') });
}

function isReusing(input: Input): boolean {
	return input.string('ifUrlExists') === 'reuse';
}
