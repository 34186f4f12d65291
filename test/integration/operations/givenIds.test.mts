/** Tests values other than numbers that a field for a record accepts as an ID. */
import { requested, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

test.each([
	['https://go.example/launch', true],
	['launch', true],
	['7', false],
	['0b7d9053-a1c4-4e8f-9a2b-2f1f0c6e2b7d', false],
	['665f1e9b8c1a2b0012345678', false],
])(
	'link.get accepts %j in the mode By ID (looked up in the list of links: %s)',
	async (given, isLookedUp) => {
		const urls = [{ id: 7, alias: 'launch', shorturl: 'https://go.example/launch' }];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/*', { id: 7, alias: 'launch' });
		expect((await world.first('link', 'get', { linkId: byId(given) })).id).toBe(7);
		const id = isLookedUp ? '7' : given;
		expect(await requested(world)).toEqual([
			...(isLookedUp ? ['GET /api/urls'] : []),
			`GET /api/url/${id}`,
		]);
	},
);

test('link.get accepts an ID that contains letters if Link Platform uses such IDs', async () => {
	const urls = [{ id: 'lnk_9f', alias: 'launch' }];
	await world.respond('/api/urls', { urls, maxpage: 1 });
	await world.respond('/api/url/*', { id: 'lnk_9f' });
	const { errorItems } = await world.run('link', 'get', { linkId: byId('lnk_9f') });
	expect(errorItems).toEqual([]);
	expect((await sent(world)).at(-1)!.request).toBe('GET /api/url/lnk_9f');
});

test.each([
	['download', {}, 'GET /api/qr/007/download'],
	['createArtistic', { style: 'pixel', prompt: 'x' }, 'POST /api/qr/007/artistic'],
	['get', {}, 'GET /api/qr/007'],
])('qrCode.%s sends the ID 007 as it was entered', async (operation, more, request) => {
	await world.run('qrCode', operation, { qrCodeId: byId('007'), ...more });
	expect(await requested(world)).toEqual([request]);
});
