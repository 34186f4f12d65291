import { getJson, keyWith, getPairs, sendsOne } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

describe('domain.delete', () => {
	test('that is answered without a body is done', async () => {
		await world.sandbox.change({ deletions: 'noContent' });
		const { items } = await world.run('domain', 'delete', { domainId: byId(2) });
		expect(getJson(items)).toEqual([{ deleted: true }]);
	});
});

describe('domain.getAll', () => {
	test('gives all domains, or as many as wanted', async () => {
		const { items } = await world.run('domain', 'getAll', { returnAll: true });
		const host = new URL(world.sandbox.url).host;
		expect(getJson(items)).toEqual([
			{ id: 1, domain: host, system: true, verified: true },
			{ id: 2, domain: 'go.example.com', system: false, verified: true },
		]);
		expect((await world.run('domain', 'getAll', { limit: 1 })).items).toHaveLength(1);
	});
});

describe('domain.create', () => {
	test('fails bad items alone, in their place', async () => {
		const items = ['a.example.com', 'no domain', 'go.example.com', '', 'b.example.com'];
		const result = await world.run(
			'domain',
			'create',
			{ domain: '={{ $json.domain }}' },
			{ items: items.map((domain) => ({ json: { domain } })) },
		);
		expect(getPairs(result.items)).toEqual([0, 4]);
		expect(result.errorItems.map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
			[{ item: 1 }, expect.stringContaining('must be a domain name')],
			[{ item: 2 }, 'The domain "go.example.com" is already taken.'],
			[{ item: 3 }, "'Domain' is empty"],
		]);
	});
});

describe('domain', () => {
	test.each([
		[
			'create',
			{ domain: ' go.shop.example ' },
			'POST /api/domain/add',
			{ domain: 'go.shop.example' },
		],
		['get', { domainId: byId(2) }, 'GET /api/domain/2', undefined],
		['delete', { domainId: byId(2) }, 'DELETE /api/domain/2/delete', undefined],
		['getAll', {}, 'GET /api/domains', undefined],
	])('%s with %j sends one request', sendsOne(world, 'domain'));

	test('create, get and delete add, show as verified and remove a domain', async () => {
		const created = await world.run('domain', 'create', { domain: 'go.shop.example' });
		expect(getJson(created.items)).toEqual([
			{
				id: expect.any(Number),
				domain: 'go.shop.example',
				verified: false,
				dns_records: expect.arrayContaining([expect.objectContaining({ type: 'TXT' })]),
			},
		]);
		const domainId = byId(created.items[0].json.id);
		await world.sandbox.verifyDomain(created.items[0].json.id);
		const got = await world.run('domain', 'get', { domainId });
		expect(got.items[0].json).toMatchObject({
			verified: true,
			dns_records: [{ status: 'valid' }, {}],
		});
		const deleted = await world.run('domain', 'delete', { domainId });
		expect(getJson(deleted.items)).toEqual([{ deleted: true }]);
		const gone = await world.run('domain', 'get', { domainId });
		expect(gone.errorItems[0].json).toMatchObject({
			error: expect.stringContaining('There is no domain with id'),
			message: expect.stringContaining("Looked for 'Domain'"),
			details: { httpCode: '404' },
		});
	});

	test('create beyond the quota, and delete with a key without the scope, say so', async () => {
		await world.sandbox.change({ quotas: { domains: 2 } });
		const full = await world.run('domain', 'create', { domain: 'c.example.com' });
		expect(full.errorItems[0].json.error).toBe("Your plan's limit of 2 domains is reached.");
		const lesserKey = await keyWith(world, ['domain:read']);
		const lesser = await world.run('domain', 'delete', { domainId: byId(2) }, lesserKey);
		expect(lesser.errorItems[0].json).toMatchObject({
			error: expect.stringContaining('domain:write'),
			details: { httpCode: '403' },
		});
	});
});

describe('domain, to choose from', () => {
	test('list is searched by name', async () => {
		const { results } = await world.engine.listSearch('searchDomains', { filter: 'EXAMPLE' });
		expect(results).toEqual([{ name: 'go.example.com', value: '2' }]);
	});
});
