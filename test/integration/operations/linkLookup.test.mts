/** How one link is found among many: by search where that is cheaper, and by the list where a search finds nothing. */
import { getErrors, getJson, keyWith, sent } from '../../support/sent.mts';
import { byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';
const toItems = (rows: object[]) => rows.map((json) => ({ json: json as never }));
const lists = async () => {
	const requests = (await sent(world)).filter(({ request }) => request === 'GET /api/urls');
	return requests.map(({ query }) => (query as { search?: string }).search ?? 'list');
};
const writes = async () => (await sent(world)).filter(({ request }) => !request.startsWith('GET'));

/** The link on the last page of a list of eleven. */
async function fillPages() {
	await world.sandbox.fill('links', 1_000);
	const link = (await world.sandbox.all('/api/urls', 'urls')).at(-1) as Record<string, string>;
	await world.sandbox.forget();
	return link;
}

describe('one link of eleven pages is found by a search after the first page', () => {
	test('by its short URL', async () => {
		const { id, alias, shorturl } = await fillPages();
		const { items } = await world.run('link', 'get', { linkId: byUrl(shorturl) });
		expect(getJson(items)).toMatchObject([{ id }]);
		expect(await lists()).toEqual(['list', alias]);
	});

	test('by its alias', async () => {
		const { id, alias } = await fillPages();
		const { items } = await world.run('link', 'upsert', { alias, url });
		expect(getJson(items)).toMatchObject([{ id, created: false }]);
		expect(await lists()).toEqual(['list', alias]);
	});

	test('by its target', async () => {
		const { id, longurl } = await fillPages();
		const { items } = await world.run('link', 'create', { url: longurl, ifUrlExists: 'reuse' });
		expect(getJson(items)).toMatchObject([{ id, created: false }]);
		expect(await lists()).toEqual(['list', longurl]);
	});
});

test.each<[string, object]>([
	['finds nothing', { type: 'wrongJson', body: '{"error":0,"data":{"urls":[],"maxpage":1}}' }],
	[
		'finds other links',
		{ type: 'wrongJson', body: '{"error":0,"data":{"urls":[{"id":1}],"maxpage":1}}' },
	],
	['is refused', { type: 'status', status: 403 }],
])('a search that %s proves nothing, so the list decides', async (_, action) => {
	const { id, alias } = await fillPages();
	await world.fault('/api/urls', action, { after: 1, times: 1 });
	const { items } = await world.run('link', 'upsert', { alias, url });
	expect(getJson(items)).toMatchObject([{ id, created: false }]);
	expect(await lists()).toEqual(['list', alias, ...Array<string>(10).fill('list')]);
});

test('once a search has missed, the list is read for all rows and nothing is searched', async () => {
	await fillPages();
	const items = toItems(Array.from({ length: 9 }, (_, n) => ({ alias: `fresh-${n}` })));
	const pace = { concurrency: 1 };
	await world.run('link', 'upsert', { alias: '={{ $json.alias }}', url }, { items, pace });
	expect(await lists()).toEqual(['list', 'fresh-0', ...Array<string>(10).fill('list')]);
});

test('links are searched for only while there are fewer of them than pages', async () => {
	const { alias } = await fillPages();
	const items = toItems(Array.from({ length: 11 }, () => ({})));
	await world.run('link', 'get', { linkId: byUrl(alias) }, { items });
	expect(new Set(await lists())).toEqual(new Set(['list']));
});

const BROKEN = ['offer#2', 'who-are-we?', 'Table 4', 'a\\b', './sale', 'x/../sale', 'offer%232'];

describe.each(BROKEN)('the alias %j is refused before anything is sent', (alias) => {
	test.each<[string, object]>([
		['create', { url, additionalFields: { alias } }],
		['createOnce', { url, idempotencyKey: 'a', additionalFields: { slug: alias } }],
		['upsert', { url, alias }],
		['update', { linkId: byUrl(alias), updateFields: { url } }],
		['update', { linkId: byUrl('launch'), updateFields: { alias } }],
		['get', { linkId: byUrl(alias) }],
		['delete', { linkId: byUrl(alias) }],
		['waitForClick', { linkId: byUrl(alias) }],
	])('by link.%s(%j)', async (operation, parameters) => {
		const { items, errorItems } = await world.run('link', operation, { ...parameters });
		expect(items).toEqual([]);
		expect(errorItems[0].json.error).toContain(`must not contain #, ?, \\`);
		expect(await writes()).toEqual([]);
	});
});

test.each(['go.example/x/../sale', 'https://go.example/of%23fer', 'https://go.example/a b'])(
	'the short URL %s is refused, since its alias would be',
	async (shortUrl) => {
		const { errorItems } = await world.run('link', 'delete', { linkId: byUrl(shortUrl) });
		expect(errorItems[0].json.error).toContain('must not contain #, ?, \\');
		expect(await sent(world)).toEqual([]);
	},
);

describe('a link to itself is refused', () => {
	const words = "'URL' is the link's own short URL, so visitors would be redirected without end";
	test.each<[string, (own: string) => object]>([
		['upsert', (own) => ({ alias: 'launch', url: own })],
		['upsert', (own) => ({ alias: 'launch', url: `${own}/?utm_source=x` })],
		['update', (own) => ({ linkId: byUrl('launch'), updateFields: { url: own } })],
		[
			'create',
			() => ({
				url: 'http://GO.example.com/a/',
				additionalFields: { alias: 'a', domain: 'go.example.com' },
			}),
		],
	])('by %s', async (operation, toParameters) => {
		const parameters = toParameters(`${world.sandbox.url}/launch`);
		const { errorItems } = await world.run('link', operation, { ...parameters });
		expect(errorItems.map(({ json }) => json.error)).toEqual([words]);
		expect(await writes()).toEqual([]);
	});

	test('but another link of the account is a target like any other', async () => {
		const target = `${world.sandbox.url}/guide`;
		const { items } = await world.run('link', 'upsert', { alias: 'launch', url: target });
		expect(getJson(items)).toMatchObject([{ longurl: target }]);
	});
});

describe('previousUrl tells where a link led before', () => {
	const rows = toItems([{ to: 'one' }, { to: 'two' }]);
	const to = '=https://example.com/{{ $json.to }}';
	test.each<[string, object]>([
		['upsert', { alias: 'launch', url: to }],
		['update', { linkId: byUrl('launch'), updateFields: { url: to } }],
	])('by %s, for each row', async (operation, parameters) => {
		const { items } = await world.run('link', operation, { ...parameters }, { items: rows });
		expect(items.map(({ json }) => [json.previousUrl, json.longurl])).toEqual([
			['https://example.com/launch', 'https://example.com/one'],
			['https://example.com/one', 'https://example.com/two'],
		]);
	});

	test('unless the target stays, or was not read', async () => {
		const updateFields = { password: 'knock-knock' };
		const kept = await world.run('link', 'update', { linkId: byUrl('launch'), updateFields });
		const unread = await world.run('link', 'update', { linkId: '1', updateFields: { url } });
		for (const { items } of [kept, unread]) expect(items[0].json).not.toHaveProperty('previousUrl');
	});
});

test('two runs of Create or Update at once create one link, and the later one updates it', async () => {
	await world.sandbox.change({ latencyMs: 20 });
	const upsert = async () => await world.run('link', 'upsert', { alias: 'fresh', url });
	const runs = await Promise.all([upsert(), upsert()]);
	expect(runs.flatMap(({ errorItems }) => getErrors(errorItems))).toEqual([]);
	const created = runs.flatMap(({ items }) => items.map(({ json }) => json.created));
	expect(created.sort()).toEqual([false, true]);
});

test('an unknown alias names the link whose alias differs in capitals alone', async () => {
	const { errorItems } = await world.run('link', 'get', { linkId: byUrl('Launch') });
	expect(errorItems[0].json).toMatchObject({
		error: 'No link has the alias "Launch"',
		message: expect.stringContaining('A link has the alias "launch"') as string,
	});
});

describe('the short URL of a QR code', () => {
	const short = 'https://go.example/poster';

	test('leads to the link of its details if the list says that the ID of its link is 0', async () => {
		await world.respond('/api/qrs', { qrs: [{ id: 5, url: short, linkId: 0 }], maxpage: 1 });
		await world.respond('/api/qr/5', { id: 5, url: short, linkId: 2 });
		const { items } = await world.run('link', 'get', { linkId: byUrl(short) });
		expect(getJson(items)).toMatchObject([{ id: 2 }]);
	});

	test('is not called unknown if the key may not read QR codes', async () => {
		const key = await keyWith(world, ['url:read']);
		const { errorItems } = await world.run('link', 'get', { linkId: byUrl(short) }, key);
		expect(errorItems[0].json).toMatchObject({
			error: `No link has the short URL "${short}", and the QR codes could not be read: This API key lacks the scope qr:read.`,
			details: { httpCode: '403' },
		});
	});
});

test.each<[string, object]>([
	['create', { url, additionalFields: { alias: 'launch' } }],
	['upsert', { url, alias: 'launch', ifExists: 'fail' }],
	['update', { linkId: '2', updateFields: { alias: 'launch' } }],
])(
	'link.%s(%j) fails by the name link.aliasTaken if the alias is taken',
	async (operation, parameters) => {
		const { errorItems } = await world.run('link', operation, { ...parameters });
		expect(errorItems[0].json.details).toMatchObject({ reason: 'link.aliasTaken' });
	},
);

test('an unknown short URL fails by the name notFound', async () => {
	const { errorItems } = await world.run('link', 'get', { linkId: byUrl('nowhere') });
	expect(errorItems[0].json.details).toMatchObject({ reason: 'notFound', httpCode: '404' });
});
