import { getJson, getPairs, sendsOne, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const legacyDomainId = byId(2);

describe('legacyDomain', () => {
	test.each([
		[
			'create',
			{ domain: ' https://go.shop.example ' },
			'POST /v3/api/domain/add',
			{ domain: 'https://go.shop.example' },
		],
		[
			'create',
			{
				domain: 'http://go.shop.example',
				additionalFields: { redirectRoot: 'https://a.example', redirect404: 'https://b.example' },
			},
			'POST /v3/api/domain/add',
			{
				domain: 'http://go.shop.example',
				redirectroot: 'https://a.example',
				redirect404: 'https://b.example',
			},
		],
		[
			'update',
			{ legacyDomainId, updateFields: { redirectRoot: 'https://a.example', redirect404: '' } },
			'PUT /v3/api/domain/2/update',
			{ redirectroot: 'https://a.example' },
		],
		[
			'update',
			{ legacyDomainId, updateFields: { redirect404: 'https://b.example' } },
			'PUT /v3/api/domain/2/update',
			{ redirect404: 'https://b.example' },
		],
		['delete', { legacyDomainId }, 'DELETE /v3/api/domain/2/delete', undefined],
	])('%s with %j sends one request', sendsOne(world, 'legacyDomain'));

	test('create, update and delete add, change and remove a domain that the current API sees', async () => {
		const domain = 'https://go.shop.example';
		const created = await world.run('legacyDomain', 'create', { domain });
		const id = Number(created.items[0].json.id);
		expect(getJson(created.items)).toEqual([{ id: expect.any(Number) }]);
		const updated = await world.run('legacyDomain', 'update', {
			legacyDomainId: byId(id),
			updateFields: { redirectRoot: 'https://shop.example' },
		});
		expect(getJson(updated.items)).toEqual([{ success: true, message: expect.any(String) }]);
		const all = await world.run('legacyDomain', 'getAll', { returnAll: true });
		expect(getJson(all.items)).toContainEqual({
			id,
			domain,
			redirectroot: 'https://shop.example',
			redirect404: null,
		});
		const current = await world.run('domain', 'get', { domainId: byId(id) });
		expect(current.items[0].json).toMatchObject({ domain: 'go.shop.example', verified: true });
		const deleted = await world.run('legacyDomain', 'delete', { legacyDomainId: byId(id) });
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
		const again = await world.run('legacyDomain', 'delete', { legacyDomainId: byId(id) });
		expect(again.errorItems[0].json).toMatchObject({
			error: `There is no domain with id ${id}.`,
			message: expect.stringContaining(`Looked for 'Domain' ${id}`),
			details: { httpCode: '404' },
		});
	});
});

describe('legacyDomain.getAll', () => {
	test('reads all domains page by page, or as many as wanted', async () => {
		for (let n = 0; n < 4; n += 1) {
			await world.run('legacyDomain', 'create', { domain: `https://d${n}.example.com` });
		}
		await world.sandbox.change({ maxPageSize: 2 });
		await world.sandbox.forget();
		const { items } = await world.run('legacyDomain', 'getAll', { returnAll: true });
		expect(items).toHaveLength(5);
		expect((await sent(world)).map(({ query }) => query)).toEqual(
			['1', '2', '3'].map((page) => ({ page, limit: '100' })),
		);
		expect((await world.run('legacyDomain', 'getAll', { limit: 3 })).items).toHaveLength(3);
	});
});

describe('legacyDomain.create', () => {
	test('fails bad items alone, in their place, and those beyond the quota', async () => {
		const domains = ['https://a.example.com', 'b.example.com', 'https://go.example.com', ''];
		const result = await world.run(
			'legacyDomain',
			'create',
			{ domain: '={{ $json.domain }}' },
			{ items: domains.map((domain) => ({ json: { domain } })) },
		);
		expect(getPairs(result.items)).toEqual([0]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, expect.stringContaining('must be an http or https URL')],
			[{ item: 2 }, 'The domain "go.example.com" is already taken.'],
			[{ item: 3 }, "'Domain' is empty"],
		]);
		await world.sandbox.change({ quotas: { domains: 3 } });
		const full = await world.run('legacyDomain', 'create', { domain: 'https://c.example.com' });
		expect(full.errorItems[0].json.error).toBe("Your plan's limit of 3 domains is reached.");
	});
});

describe('legacyDomain, to choose from', () => {
	test('list is searched by name', async () => {
		const { results } = await world.engine.listSearch('searchLegacyDomains', { filter: 'EXAMPLE' });
		expect(results).toEqual([
			{ name: 'https://go.example.com', value: '2', url: 'https://go.example.com' },
		]);
	});
});
