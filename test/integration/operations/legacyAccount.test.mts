import { getJson, keyWith } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

describe('legacyAccount', () => {
	test('legacyAccount.update sets the email address in both APIs', async () => {
		const updateFields = { email: 'new@example.com' };
		const updated = await world.run('legacyAccount', 'update', { updateFields });
		expect(getJson(updated.items)).toEqual([
			{ success: true, message: 'Account has been successfully updated.' },
		]);
		const { items } = await world.run('legacyAccount', 'get');
		expect(items[0].json).toMatchObject({ id: 1, email: 'new@example.com', username: 'demo' });
		expect((await world.run('account', 'get')).items[0].json.email).toBe('new@example.com');
	});

	test("legacyAccount.update sets the password that the current API asks for, and doesn't show it", async () => {
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

	test('legacyAccount.get says what is wrong with a key of fewer rights', async () => {
		const lesserKey = await keyWith(world, ['account:read']);
		const lesser = await world.run('legacyAccount', 'get', {}, lesserKey);
		expect(lesser.errorItems[0].json).toMatchObject({
			error: 'The legacy API needs a key with full access.',
			message: expect.stringContaining('full access'),
			details: { httpCode: '403', reason: 'key' },
		});
	});

	test('legacyAccount.get uses the API URL if the legacy API has no URL', async () => {
		const credentials = {
			linkPlatformApi: { ...world.credential, apiUrl: world.sandbox.legacyUrl, legacyApiUrl: '' },
		};
		const record = await world.first('legacyAccount', 'get', {}, { credentials });
		expect(record.username).toBe('demo');
	});
});
