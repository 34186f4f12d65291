/** Tests that all spellings of a short URL or alias find the same link. */
import { getField, requested } from '../../support/sent.mts';
import { byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
const COMPOSED = 'caf\u00e9';
const DECOMPOSED = 'cafe\u0301';

/**
 * Descriptions of spellings, each with the short URL in Link Platform's list and the short URL in the field. All
 * spellings are tested in `test/unit/identity.test.mts`.
 */
const shortUrls: Array<[string, string, string]> = [
	[
		'percent-encoding in the field',
		`https://go.example/${COMPOSED}`,
		'https://go.example/caf%C3%A9',
	],
	['Unicode in the list', 'https://münchen.example/a', 'https://xn--mnchen-3ya.example/a'],
	['no scheme in the field', 'https://go.example/a', 'go.example/a'],
];

test.each(shortUrls)(
	'the mode By Short URL finds a link despite a difference in spelling: %s',
	async (_, shorturl, given) => {
		const others = ['https://go.example/b', 'https://other.example/a'].map((one, n) => ({
			id: n + 1,
			shorturl: one,
		}));
		await world.respond('/api/urls', { urls: [...others, { id: 7, shorturl }], maxpage: 1 });
		await world.respond('/api/url/7', { id: 7, shorturl });
		expect((await world.first('link', 'get', { linkId: byUrl(given) })).id).toBe(7);
	},
);

test.each([
	['without an alias', { alias: undefined }],
	['with an empty alias', { alias: '' }],
])(
	'the alias of a record %s is the whole path of its short URL, so its last part alone finds nothing',
	async (_, stated) => {
		const urls = [{ id: 7, shorturl: 'https://sho.rt/shop/sale', ...stated }];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/7/delete', {});
		const fail = async (operation: string) =>
			await world.fail('link', operation, { linkId: byUrl('sale'), updateFields: { url } });
		for (const operation of ['delete', 'update']) {
			expect((await fail(operation)).details).toMatchObject({ reason: 'notFound' });
		}
		await world.run('link', 'upsert', { alias: 'sale', url });
		expect(await world.first('link', 'delete', { linkId: byUrl('shop/sale') })).toEqual({
			deleted: true,
		});
		expect((await requested(world)).filter((one) => !one.startsWith('GET'))).toEqual([
			'POST /api/url/add',
			'DELETE /api/url/7/delete',
		]);
	},
);

test("the mode By Short URL finds a link at the host of its domain, even if the record's short URL has another host", async () => {
	const link = { id: 7, alias: 'x', domain: 'go.client.example', shorturl: 'https://sho.rt/x' };
	await world.respond('/api/urls', { urls: [link], maxpage: 1 });
	await world.respond('/api/url/7', link);
	const linkId = byUrl('https://go.client.example/x');
	expect((await world.first('link', 'get', { linkId })).id).toBe(7);
	// The letters are the same, so the advice doesn't speak of capital letters.
	const { message } = await world.fail('link', 'get', { linkId: byUrl('https://other.example/x') });
	expect(message).not.toContain('capital letters');
});

/** Descriptions of spellings, each with the alias in Link Platform's list and the alias in the field. */
const aliases: Array<[string, string | number, string]> = [
	['percent-encoding in the list', 'caf%C3%A9', COMPOSED],
	['decomposed Unicode letters in the field', COMPOSED, DECOMPOSED],
	['a number in the list', 2031, '2031'],
	['a trailing slash in the field', 'summer', 'summer/'],
];

test.each(aliases)(
	'the mode By Alias finds a link despite a difference in spelling: %s',
	async (_, alias, given) => {
		const urls = [
			{ id: 1, alias: 'other' },
			{ id: 7, alias },
		];
		await world.respond('/api/urls', { urls, maxpage: 1 });
		await world.respond('/api/url/7', { id: 7, alias });
		expect((await world.first('link', 'get', { linkId: byUrl(given) })).id).toBe(7);
	},
);

test.each(aliases)(
	'link.upsert updates the existing link despite a difference in spelling: %s',
	async (_, alias, given) => {
		await world.respond('/api/urls', { urls: [{ id: 7, alias }], maxpage: 1 });
		await world.respond('/api/url/7/update', { id: 7, alias });
		expect((await world.first('link', 'upsert', { alias: given, url })).id).toBe(7);
		expect((await requested(world)).slice(1)).toEqual(['PUT /api/url/7/update']);
	},
);

test.each([
	['Link Platform returns the alias', {}],
	['Link Platform returns no alias', { alias: undefined }],
	['Link Platform writes the alias percent-encoded', { alias: 'caf%C3%A9' }],
])(
	'link.upsert creates one link for rows that spell the same alias differently: %s',
	async (_, more) => {
		const record = { id: 7, alias: COMPOSED, ...more };
		await world.respond('/api/url/add', record, { times: 1 });
		await world.respond('/api/url/7/update', record);
		const rows = [COMPOSED, DECOMPOSED, 'caf%C3%A9'].map((alias) => ({ json: { alias } }));
		const parameters = { alias: '={{ $json.alias }}', url };
		const { items, errorItems } = await world.run('link', 'upsert', parameters, { items: rows });
		expect([errorItems, getField(items, 'id')]).toEqual([[], [7, 7, 7]]);
		const writes = await requested(world);
		expect(writes.filter((one) => one.startsWith('POST'))).toHaveLength(1);
	},
);
