import { keyWith } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

describe('legacyAccount', () => {
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
});
