import { keyWith } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

test("legacyAccount.get fails with an explanation if the API key doesn't have full access", async () => {
	const lesserKey = await keyWith(world, ['account:read']);
	const lesser = await world.run('legacyAccount', 'get', {}, lesserKey);
	expect(lesser.errorItems[0].json).toMatchObject({
		error: 'The legacy API needs a key with full access.',
		message: expect.stringContaining('full access'),
		details: { httpCode: '403', reason: 'key' },
	});
});
