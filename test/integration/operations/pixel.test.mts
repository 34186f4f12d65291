import { getJson, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const pixelId = byId(2);
const types = [
	'gtmpixel',
	'gapixel',
	'fbpixel',
	'adwordspixel',
	'linkedinpixel',
	'twitterpixel',
	'adrollpixel',
	'quorapixel',
	'pinterest',
	'bing',
	'snapchat',
	'reddit',
	'tiktok',
];

describe('pixel.create', () => {
	test('makes a pixel of each of the 13 types', async () => {
		const items = types.map((type) => ({ json: { type } }));
		const parameters = { type: '={{ $json.type }}', name: '={{ $json.type }}', tag: 'T-1' };
		const created = await world.run('pixel', 'create', parameters, { items });
		expect(getPairs(created.items)).toEqual(types.map((_, index) => index));
		expect(created.items[0].json).toEqual({ id: expect.any(Number) });
		const all = await world.run('pixel', 'getAll', { returnAll: true });
		expect(new Set(all.items.map(({ json }) => json.type))).toEqual(new Set(types));
	});
});

describe('pixel', () => {
	test.each([
		[
			'create',
			{ type: 'bing', name: 'Shop', tag: 123 },
			'POST /v3/api/pixel/add',
			{ type: 'bing', name: 'Shop', tag: '123' },
		],
		['update', { pixelId, tag: 'T-1' }, 'PUT /v3/api/pixel/2/update', { tag: 'T-1' }],
		[
			'update',
			{ pixelId, tag: 'T-1', updateFields: { name: 'Shop', type: 'bing' } },
			'PUT /v3/api/pixel/2/update',
			{ tag: 'T-1', name: 'Shop' },
		],
		['delete', { pixelId }, 'DELETE /v3/api/pixel/2/delete', undefined],
	])('%s with %j sends one request', sendsOne(world, 'pixel'));

	test('update and delete change and delete a pixel', async () => {
		const updated = await world.run('pixel', 'update', {
			pixelId,
			tag: '7654321',
			updateFields: { name: 'X' },
		});
		expect(getJson(updated.items)).toEqual([{ success: true, message: expect.any(String) }]);
		const all = await world.run('pixel', 'getAll');
		expect(all.items[1].json).toEqual({
			id: 2,
			type: 'twitterpixel',
			name: 'X',
			tag: '7654321',
			date: '2026-01-14 11:00:00',
		});
		expect(getJson((await world.run('pixel', 'delete', { pixelId })).items)).toEqual([
			{ deleted: true },
		]);
		expect((await world.run('pixel', 'getAll')).items).toHaveLength(1);
	});
});

describe('pixel.getAll', () => {
	test('reads all pixels page by page, or as many as wanted', async () => {
		await world.sandbox.fill('pixels', 148);
		await world.sandbox.forget();
		const { items } = await world.run('pixel', 'getAll', { returnAll: true });
		expect(items).toHaveLength(150);
		expect((await sent(world)).map(({ query }) => query?.page)).toEqual(['1', '2']);
		expect((await world.run('pixel', 'getAll', { limit: 101 })).items).toHaveLength(101);
	});
});

describe('pixel.update', () => {
	test('fails bad items alone, in their place', async () => {
		const result = await world.run(
			'pixel',
			'update',
			{ pixelId: byId('={{ $json.id }}'), tag: '={{ $json.tag }}' },
			{
				items: [
					{ json: { id: 1, tag: 'A' } },
					{ json: { id: 99, tag: 'B' } },
					{ json: { id: 1, tag: '' } },
					{ json: { id: '', tag: 'C' } },
					{ json: { id: 1, tag: { a: 1 } } },
					{ json: { id: 2, tag: 'D' } },
				],
			},
		);
		expect(getPairs(result.items)).toEqual([0, 5]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, 'There is no pixel with id 99.'],
			[{ item: 2 }, "'Tag' is empty"],
			[{ item: 3 }, "'Pixel' is empty"],
			[{ item: 4 }, `'Tag' must be text (got {"a":1})`],
		]);
		expect(result.errorItems[0].json.message).toContain("Looked for 'Pixel' 99");
	});
});

describe('pixel, to choose from', () => {
	test('list is searched by name', async () => {
		const { results } = await world.engine.listSearch('searchPixels', { filter: 'gtm' });
		expect(results).toEqual([{ name: 'GTM pixel (1)', value: '1' }]);
	});
});
