/** Tests how the node finds a link: by a search if that is cheaper, and in the list if the search finds nothing. */
import {
	getErrors,
	getField,
	getRecord,
	keyWith,
	sent,
	toItems,
	written,
} from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';
import { withJson, withStatus } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://example.com/a';
const lists = async () => {
	const requests = (await sent(world)).filter(({ request }) => request === 'GET /api/urls');
	return requests.map(({ query }) => (query as { search?: string }).search ?? 'list');
};

/** Creates enough links to fill eleven pages; returns the last link. */
async function fillPages() {
	await world.fill('links', 1_000);
	const link = (await world.all('/api/urls', 'urls')).at(-1) as Record<string, string>;
	await world.forget();
	return link;
}

test("link.get finds a link that isn't on the first page by searching for its short URL's alias", async () => {
	const { id, alias, shorturl } = await fillPages();
	for (const linkId of [byUrl(shorturl), byId(shorturl)]) {
		await world.forget();
		expect(await world.first('link', 'get', { linkId })).toMatchObject({ id });
		expect(await lists()).toEqual(['list', alias]);
	}
});

test('link.create finds a reusable link beyond the first page by searching for its target', async () => {
	const { id, longurl } = await fillPages();
	expect(await world.first('link', 'create', { url: longurl, ifUrlExists: 'reuse' })).toMatchObject(
		{ id, created: false },
	);
	expect(await lists()).toEqual(['list', longurl]);
});

test.each([
	['finds nothing', { type: 'wrongJson', body: '{"error":0,"data":{"urls":[],"maxpage":1}}' }],
	[
		'finds other links',
		{ type: 'wrongJson', body: '{"error":0,"data":{"urls":[{"id":1}],"maxpage":1}}' },
	],
	['is refused', withStatus(403)],
])(
	'link.upsert reads the whole list of links if the search for the alias %s',
	async (_, action) => {
		const { id, alias } = await fillPages();
		await world.fault('/api/urls', action, { after: 1, times: 1 });
		expect(await world.first('link', 'upsert', { alias, url })).toMatchObject({
			id,
			created: false,
		});
		expect(await lists()).toEqual(['list', alias, ...Array<string>(10).fill('list')]);
	},
);

test('link.get takes a long alias with digits for an alias, although its mode is By ID', async () => {
	const alias = 'spring-sale-2026';
	await world.run('link', 'create', { url: 'https://example.com', additionalFields: { alias } });
	expect(getRecord(await world.run('link', 'get', { linkId: byId(alias) }))).toMatchObject({
		alias,
	});
});

test('link.upsert reads all pages of the hits of a search', async () => {
	await fillPages();
	const { id } = await world.first('link', 'create', { url, additionalFields: { alias: '-1' } });
	await world.forget();
	const found = await world.first('link', 'upsert', { alias: '-1', url });
	expect(found).toMatchObject({ id, created: false });
	expect(await lists()).toEqual(['list', '-1', '-1']);
});

test('link.upsert reads the list if a search has as many pages, because it may ignore its text', async () => {
	const { id, alias } = await fillPages();
	const urls = Array.from({ length: 100 }, (_, n) => ({ id: 9_000 + n, alias: `other-${n}` }));
	await world.fault('/api/urls', withJson({ urls, maxpage: 11 }), { after: 1, times: 1 });
	expect(await world.first('link', 'upsert', { alias, url })).toMatchObject({ id, created: false });
	expect(await lists()).toEqual(['list', alias, ...Array<string>(10).fill('list')]);
});

test('link.upsert stops searching after one search without a match, and reads the list once for all rows', async () => {
	await fillPages();
	const items = toItems(Array.from({ length: 9 }, (_, n) => ({ alias: `fresh-${n}` })));
	const pace = { concurrency: 1 };
	await world.run('link', 'upsert', { alias: '={{ $json.alias }}', url }, { items, pace });
	expect(await lists()).toEqual(['list', 'fresh-0', ...Array<string>(10).fill('list')]);
});

test('link.get reads the list instead of searching if there are at least as many items as pages', async () => {
	const { alias } = await fillPages();
	const items = toItems(Array.from({ length: 11 }, () => ({})));
	await world.run('link', 'get', { linkId: byUrl(alias) }, { items });
	expect(new Set(await lists())).toEqual(new Set(['list']));
});

const BROKEN = ['offer#2', 'who-are-we?', 'Table 4', 'a\\b', './sale', 'x/../sale', 'offer%232'];

describe.each(BROKEN)('the malformed alias %j', (alias) => {
	test.each([
		['create', { url, additionalFields: { alias } }],
		['createOnce', { url, idempotencyKey: 'a', additionalFields: { slug: alias } }],
		['upsert', { url, alias }],
		['update', { linkId: byUrl(alias), updateFields: { url } }],
		['update', { linkId: byUrl('launch'), updateFields: { alias } }],
		['get', { linkId: byUrl(alias) }],
		['delete', { linkId: byUrl(alias) }],
		['waitForClick', { linkId: byUrl(alias) }],
	])(
		'link.%s rejects the malformed alias in %j before any write request',
		async (operation, parameters) => {
			expect((await world.fail('link', operation, { ...parameters })).error).toContain(
				`must not contain #, ?, \\`,
			);
			expect(await written(world)).toEqual([]);
		},
	);
});

test.each(['go.example/x/../sale', 'https://go.example/of%23fer', 'https://go.example/a b'])(
	'link.delete rejects the short URL %s, because its alias is malformed',
	async (shortUrl) => {
		const failure = await world.fail('link', 'delete', { linkId: byUrl(shortUrl) });
		expect(failure.error).toContain('must not contain #, ?, \\');
		await world.expectNoRequest();
	},
);

describe('a link to itself', () => {
	const words = "'URL' is the link's own short URL, so visitors would be redirected endlessly";
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
	])(
		"link.%s rejects a target that is the link's own short URL",
		async (operation, toParameters) => {
			const parameters = toParameters(`${world.url}/launch`);
			const { errorItems } = await world.run('link', operation, { ...parameters });
			expect(getField(errorItems, 'error')).toEqual([words]);
			expect(await written(world)).toEqual([]);
		},
	);

	test('link.upsert accepts the short URL of another link as the target', async () => {
		const target = `${world.url}/guide`;
		expect(await world.first('link', 'upsert', { alias: 'launch', url: target })).toMatchObject({
			longurl: target,
		});
	});
});

describe('previousUrl: the former target', () => {
	const rows = toItems([{ to: 'one' }, { to: 'two' }]);
	const to = '=https://example.com/{{ $json.to }}';
	test.each([
		['upsert', { alias: 'launch', url: to }],
		['update', { linkId: byUrl('launch'), updateFields: { url: to } }],
	])(
		'link.%s returns the target before each change as previousUrl',
		async (operation, parameters) => {
			const { items } = await world.run('link', operation, { ...parameters }, { items: rows });
			expect(items.map(({ json }) => [json.previousUrl, json.longurl])).toEqual([
				['https://example.com/launch', 'https://example.com/one'],
				['https://example.com/one', 'https://example.com/two'],
			]);
		},
	);

	test("link.update returns no previousUrl if the target didn't change or the former target wasn't read", async () => {
		const updateFields = { password: 'knock-knock' };
		const kept = await world.run('link', 'update', { linkId: byUrl('launch'), updateFields });
		const unread = await world.run('link', 'update', { linkId: '1', updateFields: { url } });
		for (const { items } of [kept, unread]) expect(items[0].json).not.toHaveProperty('previousUrl');
	});
});

test('two simultaneous runs of link.upsert create one link, and the later run updates it', async () => {
	await world.change({ latencyMs: 20 });
	const upsert = () => world.run('link', 'upsert', { alias: 'fresh', url });
	const runs = await Promise.all([upsert(), upsert()]);
	expect(runs.flatMap(({ errorItems }) => getErrors(errorItems))).toEqual([]);
	const created = runs.flatMap(({ items }) => getField(items, 'created'));
	expect(created.sort()).toEqual([false, true]);
});

describe('the short URL of a QR code', () => {
	const short = 'https://go.example/poster';

	test("link.get reads a QR code's details to find its link if the list states the link ID 0", async () => {
		await world.respond('/api/qrs', { qrs: [{ id: 5, url: short, linkId: 0 }], maxpage: 1 });
		await world.respond('/api/qr/5', { id: 5, url: short, linkId: 2 });
		expect(await world.first('link', 'get', { linkId: byUrl(short) })).toMatchObject({ id: 2 });
	});

	test("link.get reports that QR codes couldn't be read if the API key lacks qr:read and no link has the short URL", async () => {
		const key = await keyWith(world, ['url:read']);
		const failure = await world.fail('link', 'get', { linkId: byUrl(short) }, key);
		expect(failure).toMatchObject({
			error: `No link has the short URL "${short}", and the QR codes could not be read: This API key lacks the scope qr:read.`,
			details: { httpCode: '403' },
		});
	});
});

test.each([
	['create', { url, additionalFields: { alias: 'launch' } }],
	['upsert', { url, alias: 'launch', ifExists: 'fail' }],
	['update', { linkId: '2', updateFields: { alias: 'launch' } }],
])(
	'link.%s(%j) fails with the reason link.aliasTaken if the alias is taken',
	async (operation, parameters) => {
		const failure = await world.fail('link', operation, { ...parameters });
		expect(failure.details).toMatchObject({ reason: 'link.aliasTaken' });
	},
);
