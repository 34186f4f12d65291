import { getJson, keyWith, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const campaignId = byId(1);

describe('campaign', () => {
	test.each([
		['create', { name: 'Autumn' }, 'POST /api/campaign/add', { name: 'Autumn' }],
		[
			'create',
			{ name: 'Autumn', additionalFields: { description: 'Leaves' } },
			'POST /api/campaign/add',
			{ name: 'Autumn', description: 'Leaves' },
		],
		['get', { campaignId }, 'GET /api/campaign/1', undefined],
		['delete', { campaignId }, 'DELETE /api/campaign/1/delete', undefined],
		[
			'update',
			{ campaignId, updateFields: { name: 'Autumn', description: '' } },
			'PUT /api/campaign/1/update',
			{ name: 'Autumn' },
		],
	])('%s with %j sends one request', sendsOne(world, 'campaign'));

	test('create, update, get and delete make, change, count and delete a campaign, whose links stay', async () => {
		const created = await world.run('campaign', 'create', { name: 'Autumn' });
		const { id } = created.items[0].json;
		expect(getJson(created.items)).toEqual([
			{ id, name: 'Autumn', description: '', links: 0, clicks: 0, createdAt: expect.any(String) },
		]);
		await world.run('link', 'update', { linkId: byId(1), updateFields: { campaignId: id } });
		const updated = await world.run('campaign', 'update', {
			campaignId: byId(id),
			updateFields: { description: 'Leaves' },
		});
		expect(updated.items[0].json).toMatchObject({
			name: 'Autumn',
			description: 'Leaves',
			links: 1,
			clicks: 40,
		});
		expect((await world.run('campaign', 'get', { campaignId: byId(id) })).items[0].json).toEqual(
			updated.items[0].json,
		);
		const deleted = await world.run('campaign', 'delete', { campaignId: byId(id) });
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
		expect((await world.run('link', 'get', { linkId: byId(1) })).items).toHaveLength(1);
	});
});

describe('campaign.getAll', () => {
	test('reads all campaigns page by page, or as many as wanted', async () => {
		for (let n = 0; n < 5; n += 1) await world.run('campaign', 'create', { name: `No. ${n}` });
		await world.sandbox.change({ maxPageSize: 3 });
		await world.sandbox.forget();
		const { items } = await world.run('campaign', 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(getPairs(items)).toEqual(Array(7).fill(0));
		expect((await sent(world)).map(({ query }) => query?.page)).toEqual(['1', '2', '3']);
		expect((await world.run('campaign', 'getAll', { limit: 4 })).items).toHaveLength(4);
		const refused = await world.run('campaign', 'getAll', { limit: -1 });
		expect(refused.errorItems[0].json.error).toMatch(/^'Limit' must be 1 or more/);
	});
});

describe('campaign.update', () => {
	test('fails bad items alone, in their place', async () => {
		const result = await world.run(
			'campaign',
			'update',
			{ campaignId: byId('={{ $json.id }}'), updateFields: { name: '={{ $json.name }}' } },
			{
				items: [
					{ json: { id: 1, name: 'One' } },
					{ json: { id: 99, name: 'None' } },
					{ json: { id: 2, name: '' } },
					{ json: { id: '..', name: 'Up' } },
					{ json: { id: 2, name: 'Two' } },
				],
			},
		);
		expect(result.items.map(({ json }) => json.name)).toEqual(['One', 'Two']);
		expect(getPairs(result.items)).toEqual([0, 4]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, 'There is no campaign with id 99.'],
			[{ item: 2 }, "'Update Fields' is empty, so there is nothing to change"],
			[{ item: 3 }, `'Campaign' is not a valid ID (got "..")`],
		]);
	});
});

describe('campaign.create', () => {
	test('with a key without the scope names the scope', async () => {
		const lesserKey = await keyWith(world, ['campaign:read']);
		const { errorItems } = await world.run('campaign', 'create', { name: 'x' }, lesserKey);
		expect(errorItems[0].json.error).toContain('campaign:write');
	});
});
