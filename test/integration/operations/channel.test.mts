import { getJson, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const channelId = byId(1);

describe('channel.update', () => {
	test('gives the record where Link Platform answers with it', async () => {
		await world.sandbox.change({ legacy: { channelUpdate: 'record' } });
		const { items } = await world.run('channel', 'update', {
			channelId: byId(2),
			updateFields: { description: 'On paper' },
		});
		expect(getJson(items)).toEqual([
			{ id: 2, name: 'Print', description: 'On paper', color: '#000000', starred: false },
		]);
	});
});

describe('channel.getItems', () => {
	test('gives items of every type, also with the same ID, until they or the channel are deleted', async () => {
		const { items } = await world.run('channel', 'getItems', { channelId });
		expect(items.map(({ json }) => [json.type, json.id])).toEqual([
			['links', 1],
			['bio', 1],
			['qr', 1],
		]);
		expect(items[0].json).toEqual({
			type: 'links',
			id: 1,
			title: 'https://example.com/launch',
			preview: expect.any(String),
			link: `${world.sandbox.url}/launch`,
			date: '2026-01-25',
		});
		const assigned = await world.run('channel', 'assignItem', {
			channelId,
			itemType: 'qr',
			itemId: '2',
		});
		expect(getJson(assigned.items)).toEqual([{ success: true, message: expect.any(String) }]);
		await world.run('link', 'delete', { linkId: byId(1) });
		const rest = await world.run('channel', 'getItems', { channelId });
		expect(rest.items.map(({ json }) => [json.type, json.id])).toEqual([
			['bio', 1],
			['qr', 1],
			['qr', 2],
		]);
		await world.run('channel', 'delete', { channelId });
		expect((await world.run('qrCode', 'get', { qrCodeId: byId(2) })).items).toHaveLength(1);
		const gone = await world.run('channel', 'getItems', { channelId });
		expect(gone.errorItems[0].json).toMatchObject({
			error: 'There is no channel with id 1.',
			message: expect.stringContaining("Looked for 'Channel' 1"),
		});
	});
});

describe('channel', () => {
	test.each([
		['create', { name: 'Press' }, 'POST /v3/api/channel/add', { name: 'Press' }],
		[
			'create',
			{
				name: 'Press',
				additionalFields: { color: 'a1b2c3', description: 'News', starred: false },
			},
			'POST /v3/api/channel/add',
			{ name: 'Press', color: '#a1b2c3', description: 'News', starred: false },
		],
		[
			'update',
			{
				channelId,
				updateFields: { name: 'Press', color: '#abc', description: '', starred: 'true' },
			},
			'PUT /v3/api/channel/1/update',
			{ name: 'Press', color: '#abc', starred: true },
		],
		['delete', { channelId }, 'DELETE /v3/api/channel/1/delete', undefined],
		[
			'assignItem',
			{ channelId, itemType: 'qr', itemId: 2 },
			'POST /v3/api/channel/1/assign/qr/2',
			undefined,
		],
		['assignItem', { channelId, itemId: '2' }, 'POST /v3/api/channel/1/assign/links/2', undefined],
	])('%s with %j sends one request', sendsOne(world, 'channel'));

	test('create, update and delete make, change and delete a channel', async () => {
		const created = await world.run('channel', 'create', { name: 'Press' });
		const { id } = created.items[0].json;
		const record = { id, name: 'Press', description: '', color: '#000000', starred: false };
		expect(getJson(created.items)).toEqual([record]);
		const updated = await world.run('channel', 'update', {
			channelId: byId(id),
			updateFields: { starred: true },
		});
		expect(getJson(updated.items)).toEqual([{ success: true, message: expect.any(String) }]);
		const all = await world.run('channel', 'getAll', { returnAll: true });
		expect(getJson(all.items)).toContainEqual({ ...record, starred: true });
		const deleted = await world.run('channel', 'delete', { channelId: byId(id) });
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
	});

	test('getAll and getItems read page by page, or as many as wanted', async () => {
		await world.sandbox.fill('channels', 248);
		await world.sandbox.forget();
		const { items } = await world.run('channel', 'getAll', { returnAll: true });
		expect(new Set(items.map(({ json }) => json.id)).size).toBe(250);
		expect((await sent(world)).map(({ query }) => query)).toEqual(
			['1', '2', '3'].map((page) => ({ page, limit: '100' })),
		);
		expect((await world.run('channel', 'getAll')).items).toHaveLength(50);

		// Two pages that hold the same IDs, of another type each.
		await world.sandbox.change({ maxPageSize: 2 });
		for (const itemType of ['links', 'qr']) {
			const ids = [1, 2].map((id) => ({ json: { id } }));
			const parameters = { channelId: byId(2), itemType, itemId: '={{ $json.id }}' };
			await world.run('channel', 'assignItem', parameters, { items: ids });
		}
		const all = await world.run('channel', 'getItems', { channelId: byId(2), returnAll: true });
		expect(all.items.map(({ json }) => [json.type, json.id])).toEqual([
			['links', 1],
			['links', 2],
			['qr', 1],
			['qr', 2],
		]);
		const three = await world.run('channel', 'getItems', { channelId: byId(2), limit: 3 });
		expect(three.items).toHaveLength(3);
		const none = await world.run('channel', 'getItems', { channelId: byId(3), returnAll: true });
		expect([none.items, none.errorItems]).toEqual([[], []]);
	});

	test('assignItem and create fail bad items alone, in their place', async () => {
		const result = await world.run(
			'channel',
			'assignItem',
			{
				channelId: byId('={{ $json.channel }}'),
				itemType: '={{ $json.type }}',
				itemId: '={{ $json.id }}',
			},
			{
				items: [
					{ json: { channel: 2, type: 'links', id: 1 } },
					{ json: { channel: 2, type: 'links', id: '' } },
					{ json: { channel: 2, type: 'bio', id: 99 } },
					{ json: { channel: 2, type: 'file', id: 1 } },
					{ json: { channel: 2, type: 'qr', id: '../../1' } },
					{ json: { channel: 99, type: 'links', id: 1 } },
					{ json: { channel: 2, type: 'bio', id: 1 } },
				],
			},
		);
		expect(getPairs(result.items)).toEqual([0, 6]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, "'Link' is empty"],
			[{ item: 2 }, 'There is no item of type bio with id 99.'],
			[{ item: 3 }, `'Item Type' must be one of links, qr, bio (got "file")`],
			[{ item: 4 }, expect.stringContaining('must be a whole number')],
			[{ item: 5 }, 'There is no channel with id 99.'],
		]);
		expect(result.errorItems[1].json.message).toContain("'Item Type' bio, 'Bio Page' 99");
	});

	test.each([
		['links', byId(1), 'links/1'],
		['links', byUrl('/launch'), 'links/1'],
		['qr', byId(2), 'qr/2'],
		['bio', byId(1), 'bio/1'],
	])('assignItem takes a picked record of the type %s', async (itemType, itemId, path) => {
		const given = {
			...itemId,
			value: String(itemId.value).replace(/^\//, `${world.sandbox.url}/`),
		};
		const result = await world.run('channel', 'assignItem', { channelId, itemType, itemId: given });
		expect(result.errorItems).toEqual([]);
		expect((await sent(world)).at(-1)).toEqual({
			request: `POST /v3/api/channel/1/assign/${path}`,
		});
	});

	test('assignItem looks for no link where the item is none', async () => {
		const { errorItems } = await world.run('channel', 'assignItem', {
			channelId,
			itemType: 'qr',
			itemId: byUrl(`${world.sandbox.url}/launch`),
		});
		expect(errorItems).toHaveLength(1);
		expect((await sent(world)).map(({ request }) => request)).toEqual([
			expect.stringMatching(/^POST .*\/assign\/qr\/http/),
		]);
	});

	test('create refuses a color that is none', async () => {
		const color = await world.run('channel', 'create', {
			name: 'Press',
			additionalFields: { color: 'red' },
		});
		expect(color.errorItems[0].json.error).toContain("'Color' must be a hex color");
	});
});

describe('channel, to choose from', () => {
	test('list is searched by name', async () => {
		const { results } = await world.engine.listSearch('searchChannels', { filter: 'soc' });
		expect(results).toEqual([{ name: 'Social (1)', value: '1' }]);
	});
});
