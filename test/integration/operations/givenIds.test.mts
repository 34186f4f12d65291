/** People and models enter more than the bare ID into a field for a record. */
import { sent, requested, getField } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

describe('an ID field of a link', () => {
	test.each([
		['https://go.example/launch', true],
		['launch', true],
		['[launch](https://go.example/launch)', true],
		['**launch**', true],
		['7', false],
		['[7](https://links.example/links/7)', false],
		['0b7d9053-a1c4-4e8f-9a2b-2f1f0c6e2b7d', false],
		['665f1e9b8c1a2b0012345678', false],
	])('link.get takes %j (looked up in the list: %s)', async (given, isLookedUp) => {
		const urls = [{ id: 7, alias: 'launch', shorturl: 'https://go.example/launch' }];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/*', { id: 7, alias: 'launch' });
		const { items, errorItems } = await world.run('link', 'get', { linkId: byId(given) });
		expect([errorItems, getField(items, 'id')]).toEqual([[], [7]]);
		const id = isLookedUp ? '7' : String(given).replace(/[#`.[\]]|\(.*/g, '');
		expect(await requested(world)).toEqual([
			...(isLookedUp ? ['GET /api/urls'] : []),
			`GET /api/url/${id}`,
		]);
	});

	test('link.get takes the ID of a deployment whose IDs are words', async () => {
		const urls = [{ id: 'lnk_9f', alias: 'launch' }];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/*', { id: 'lnk_9f' });
		const { errorItems } = await world.run('link', 'get', { linkId: byId('lnk_9f') });
		expect(errorItems).toEqual([]);
		expect((await sent(world)).at(-1)!.request).toBe('GET /api/url/lnk_9f');
	});
});

test.each(['[Launch](https://go.example/launch)', '`launch`.'])(
	'the mode By Short URL or Alias takes %j',
	async (given) => {
		const urls = [{ id: 7, alias: 'launch', shorturl: 'https://go.example/launch' }];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/7', { id: 7 });
		const { items } = await world.run('link', 'get', { linkId: byUrl(given) });
		expect(getField(items, 'id')).toEqual([7]);
	},
);

test.each(['**2**', ' #2 ', '[2](https://links.example/qr/2)'])(
	'the ID of any record may be written as %s',
	async (given) => {
		await world.run('campaign', 'get', { campaignId: byId(given) });
		expect(await requested(world)).toEqual(['GET /api/campaign/2']);
	},
);
