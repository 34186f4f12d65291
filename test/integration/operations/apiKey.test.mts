import { getJson, getField } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const name = 'Warehouse';

test("apiKey.create returns a key that works only within its scopes, and apiKey.getAll doesn't show the key again", async () => {
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
	expect(getField(listed.items, 'name')).toEqual(['Demo key', name]);
	expect(JSON.stringify(listed.items)).not.toContain(apiKey);
});
