import { getJson, sent } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const name = 'Warehouse';

describe('apiKey.getAll', () => {
	test('gives as many keys as wanted by one request', async () => {
		await world.sandbox.newKey([]);
		await world.sandbox.forget();
		const { items } = await world.run('apiKey', 'getAll', { limit: 1 });
		expect(await sent(world)).toEqual([{ request: 'GET /api/account/apikeys' }]);
		expect(getJson(items)).toEqual([
			expect.objectContaining({ id: 1, name: 'Demo key', scopes: [] }),
		]);
	});
});

describe('apiKey.create', () => {
	test.each([
		['as they are entered', ['qr:read', 'qr:write']],
		['as one text', 'qr:read, qr:write'],
		['as one text in the list', ['qr:read, qr:write']],
		['as a list from an expression', '={{ ["qr:read", "qr:write"] }}'],
		['as a text from an expression', '={{ "qr:read,qr:write," }}'],
	])('sends the scopes %s', async (_, scopes) => {
		await world.run('apiKey', 'create', { name, additionalFields: { scopes } });
		expect(await sent(world)).toEqual([
			{ request: 'POST /api/account/apikeys/add', body: { name, scopes: ['qr:read', 'qr:write'] } },
		]);
	});

	test.each([{}, { scopes: [] }, { scopes: '' }, { scopes: [''] }])(
		'with %j sends no scopes',
		async (additionalFields) => {
			await world.run('apiKey', 'create', { name, additionalFields });
			expect((await sent(world))[0].body).toEqual({ name });
		},
	);

	test('shows the key this once, which works as far as its scopes go', async () => {
		const additionalFields = { scopes: ['account:read'] };
		const { items } = await world.run('apiKey', 'create', { name, additionalFields });
		const { key: apiKey } = items[0].json;
		expect(getJson(items)).toEqual([
			{
				id: 2,
				name,
				key: expect.stringMatching(/^lp_/),
				scopes: ['account:read'],
				createdAt: expect.any(String),
			},
		]);
		const credentials = { linkPlatformApi: { ...world.credential, apiKey: apiKey as string } };
		expect((await world.run('account', 'get', {}, { credentials })).items).toHaveLength(1);
		const beyond = await world.run('apiKey', 'create', { name }, { credentials });
		expect(beyond.errorItems[0].json.error).toContain('apikey:write');

		const listed = await world.run('apiKey', 'getAll', { returnAll: true });
		expect(listed.items.map(({ json }) => json.name)).toEqual(['Demo key', name]);
		expect(JSON.stringify(listed.items)).not.toContain(apiKey);
	});

	test('with an unknown scope or without a name is refused', async () => {
		const additionalFields = { scopes: ['qr:dance'] };
		const unknown = await world.run('apiKey', 'create', { name, additionalFields });
		expect(unknown.errorItems[0].json.error).toContain('scopes');
		const nameless = await world.run('apiKey', 'create', { name: '={{ $json.none }}' });
		expect(nameless.errorItems[0].json.error).toBe("'Name' is empty");
	});
});
