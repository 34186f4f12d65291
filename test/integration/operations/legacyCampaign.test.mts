import { getJson, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const legacyCampaignId = byId(2);
const settings = async (legacy: object) => await world.sandbox.change({ legacy });

describe('legacyCampaign', () => {
	test.each([
		['create', {}, 'POST /v3/api/campaign/add', {}],
		[
			'create',
			{ additionalFields: { name: 'Autumn', slug: 'autumn', public: false } },
			'POST /v3/api/campaign/add',
			{ name: 'Autumn', slug: 'autumn', public: false },
		],
		[
			'update',
			{ legacyCampaignId, name: 'Autumn' },
			'PUT /v3/api/campaign/2/update',
			{ name: 'Autumn' },
		],
		[
			'update',
			{ legacyCampaignId, name: 'Autumn', updateFields: { slug: 'autumn', public: 'true' } },
			'PUT /v3/api/campaign/2/update',
			{ name: 'Autumn', slug: 'autumn', public: true },
		],
		['delete', { legacyCampaignId }, 'DELETE /v3/api/campaign/2/delete', undefined],
		[
			'assignLink',
			{ legacyCampaignId, linkId: byId(3) },
			'POST /v3/api/campaign/2/assign/3',
			undefined,
		],
	])('%s with %j sends one request', sendsOne(world, 'legacyCampaign'));

	test.each(['domain', 'campaign', 'name'] as const)(
		'create, update and getAll give as name what is under "%s"',
		async (key) => {
			await settings({ campaignName: key });
			const { url } = world.sandbox;
			const created = await world.run('legacyCampaign', 'create', {
				additionalFields: { name: 'Autumn', slug: 'autumn', public: true },
			});
			expect(getJson(created.items)).toEqual([
				{
					id: 3,
					name: 'Autumn',
					public: true,
					rotator: `${url}/c/autumn`,
					list: `${url}/u/demo/3`,
				},
			]);
			const updated = await world.run('legacyCampaign', 'update', {
				legacyCampaignId: byId(3),
				name: 'Late autumn',
				updateFields: { public: false },
			});
			expect(getJson(updated.items)).toEqual([
				{ id: 3, name: 'Late autumn', public: false, rotator: false, list: `${url}/u/demo/3` },
			]);
			const all = await world.run('legacyCampaign', 'getAll', { returnAll: true });
			expect(all.items.map(({ json }) => [json.id, json.name, json.rotator])).toEqual([
				[1, 'Spring launch', `${url}/c/spring`],
				[2, 'Newsletter', false],
				[3, 'Late autumn', false],
			]);
			for (const { json } of all.items) {
				expect(Object.keys(json)).toEqual(['id', 'name', 'public', 'rotator', 'list']);
			}
		},
	);

	test('getAll, assignLink and delete read what a service writes as text', async () => {
		await world.sandbox.change({ errorAs: 'string', idsAsStrings: true });
		const { items } = await world.run('legacyCampaign', 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.name)).toEqual(['Spring launch', 'Newsletter']);
		const assigned = await world.run('legacyCampaign', 'assignLink', {
			legacyCampaignId,
			linkId: byId('1'),
		});
		expect(assigned.errorItems).toEqual([]);
		await world.sandbox.change({ failuresAs200: true });
		const refused = await world.run('legacyCampaign', 'delete', { legacyCampaignId: byId(99) });
		expect(refused.errorItems[0].json).toMatchObject({
			error: 'There is no campaign with id 99.',
			details: { httpCode: '200' },
		});
	});
});

describe('legacyCampaign.assignLink', () => {
	test('assigns a link by its ID or short URL, which counts in the current API', async () => {
		const shortUrl = { __rl: true, mode: 'url', value: `${world.sandbox.url}/launch` };
		for (const linkId of [byId(4), shortUrl]) {
			const { items } = await world.run('legacyCampaign', 'assignLink', {
				legacyCampaignId,
				linkId,
			});
			expect(getJson(items)).toEqual([{ success: true, message: expect.any(String) }]);
		}
		const campaign = await world.run('campaign', 'get', { campaignId: byId(2) });
		expect(campaign.items[0].json).toMatchObject({ name: 'Newsletter', links: 2, clicks: 50 });
		const deleted = await world.run('legacyCampaign', 'delete', { legacyCampaignId });
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
		expect((await world.run('link', 'get', { linkId: byId(4) })).items).toHaveLength(1);
	});
});

describe('legacyCampaign.getAll', () => {
	test('reads all campaigns page by page, or as many as wanted', async () => {
		for (let n = 0; n < 5; n += 1) await world.run('legacyCampaign', 'create');
		await world.sandbox.change({ maxPageSize: 3 });
		await world.sandbox.forget();
		const { items } = await world.run('legacyCampaign', 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect((await sent(world)).map(({ query }) => query?.page)).toEqual(['1', '2', '3']);
		expect((await world.run('legacyCampaign', 'getAll', { limit: 4 })).items).toHaveLength(4);
	});
});

describe('legacyCampaign.update', () => {
	test('fails bad items alone, in their place', async () => {
		const result = await world.run(
			'legacyCampaign',
			'update',
			{
				legacyCampaignId: byId('={{ $json.id }}'),
				name: '={{ $json.name }}',
				updateFields: { slug: '={{ $json.slug }}' },
			},
			{
				items: [
					{ json: { id: 1, name: 'One' } },
					{ json: { id: 99, name: 'None' } },
					{ json: { id: 2, name: '' } },
					{ json: { id: 2, name: 'Two', slug: 'spring' } },
					{ json: { id: 2, name: 'Two', slug: 'two' } },
				],
			},
		);
		expect(result.items.map(({ json }) => json.name)).toEqual(['One', 'Two']);
		expect(getPairs(result.items)).toEqual([0, 4]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, 'There is no campaign with id 99.'],
			[{ item: 2 }, "'Name' is empty"],
			[{ item: 3 }, 'The slug "spring" is already taken.'],
		]);
		const unknown = await world.run('legacyCampaign', 'assignLink', {
			legacyCampaignId,
			linkId: byId(99),
		});
		expect(unknown.errorItems[0].json).toMatchObject({
			error: 'There is no link with id 99.',
			message: expect.stringContaining("'Campaign' 2, 'Link' 99"),
		});
	});
});

describe('legacyCampaign, to choose from', () => {
	test('list has the names, whatever key holds them', async () => {
		const { results } = await world.engine.listSearch('searchLegacyCampaigns');
		expect(results).toEqual([
			{ name: 'Spring launch (1)', value: '1', url: `${world.sandbox.url}/u/demo/1` },
			{ name: 'Newsletter (2)', value: '2', url: `${world.sandbox.url}/u/demo/2` },
		]);
	});
});
