import type { Composite } from '../../operation/operation';
import { recordOf } from '../../operation/items';
import { locate } from '../../operation/request';
import { linksOf } from '../../search/linkIndex';
import { alias, linkBody, linkSettings, targetUrl } from './fields';

/** Updates the link with this alias, or creates it. The list is read once for all items. */
export const upsert: Composite = {
	calls: ['GET /api/urls', 'PUT /api/url/{linkId}/update', 'POST /api/url/add'],
	fields: [
		{ ...alias, required: true, description: 'The link with this alias is updated, or created' },
		targetUrl,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: linkSettings,
		},
	],
	lane: (input) => input.text('alias'),
	run: async (input, { client }) => {
		const links = linksOf(client);
		const wanted = input.text('alias');
		const settings = input.group('additionalFields');
		const body = linkBody({ url: input.text('url'), ...settings });
		const found = await links.byAlias(wanted, settings.domain as string | undefined);
		if (found) {
			const request = locate('PUT /api/url/{linkId}/update', () => String(found.id));
			const answer = await client.send({ ...request, body });
			return [{ json: { ...found, ...recordOf(answer) } }];
		}
		const request = locate('POST /api/url/add');
		const created = recordOf(await client.send({ ...request, body: { ...body, alias: wanted } }));
		links.add(created);
		return [{ json: created }];
	},
};
