import { getJson, keyWith } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

describe('legacyAccount', () => {
	test('legacyAccount.update changes the email address that the legacy and the current API return', async () => {
		const updateFields = { email: 'new@example.com' };
		const updated = await world.run('legacyAccount', 'update', { updateFields });
		expect(getJson(updated.items)).toEqual([
			{ success: true, message: 'Account has been successfully updated.' },
		]);
		const { items } = await world.run('legacyAccount', 'get');
		expect(items[0].json).toMatchObject({ id: 1, email: 'new@example.com', username: 'demo' });
		expect((await world.run('account', 'get')).items[0].json.email).toBe('new@example.com');
	});

	test("legacyAccount.update changes the password for the current API as well, and errors don't reveal it", async () => {
		const password = 'a very new one';
		await world.run('legacyAccount', 'update', { updateFields: { password } });
		const passwords = { currentPassword: password, newPassword: 'the next one' };
		const changed = await world.run('account', 'changePassword', passwords);
		expect(changed.errorItems).toEqual([]);
		await world.sandbox.fault({ action: { type: 'echo' } });
		const echoed = await world.run('legacyAccount', 'update', { updateFields: { password } });
		expect(echoed.errorItems).toHaveLength(1);
		expect(JSON.stringify(echoed)).not.toContain(password);
	});

	test("legacyAccount.get fails with an explanation if the API key doesn't have full access", async () => {
		const lesserKey = await keyWith(world, ['account:read']);
		const lesser = await world.run('legacyAccount', 'get', {}, lesserKey);
		expect(lesser.errorItems[0].json).toMatchObject({
			error: 'The legacy API needs a key with full access.',
			message: expect.stringContaining('full access'),
			details: { httpCode: '403', reason: 'key' },
		});
	});

	test("legacyAccount.get uses 'API URL' if 'Legacy API URL' is empty", async () => {
		const credentials = {
			linkPlatformApi: { ...world.credential, apiUrl: world.sandbox.legacyUrl, legacyApiUrl: '' },
		};
		const record = await world.first('legacyAccount', 'get', {}, { credentials });
		expect(record.username).toBe('demo');
	});
});
