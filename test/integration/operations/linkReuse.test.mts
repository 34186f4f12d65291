/** Tests If URL Exists in Link > Create: which link is returned, how many are created, and which requests are sent. */
import { createHash } from 'node:crypto';
import type * as InTurn from '../../../nodes/LinkPlatform/api/inTurn.ts';
import { getBuiltModule } from '../../../tools/built.mts';
import { getField, getPairs, getRecord, requested } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const toItems = (urls: string[]) => urls.map((url) => ({ json: { url } }));
const create = (urls: string[], more: object = {}) =>
	world.run(
		'link',
		'create',
		{ url: '={{ $json.url }}', ifUrlExists: 'reuse', ...more },
		{ items: toItems(urls) },
	);
const requests = () => requested(world);
const count = async (route: string) => (await world.counts())[route];

test.each(['https://example.com/launch', 'HTTPS://EXAMPLE.com:443/launch/'])(
	'link.create reuses the link with the target /launch for the same target written as %s',
	async (url) => {
		expect(getRecord(await create([url]))).toMatchObject({
			id: 1,
			alias: 'launch',
			created: false,
		});
		expect(await requests()).toEqual(['GET /api/urls']);
	},
);

test.each([
	'http://example.com/launch',
	'https://www.example.com/launch',
	'https://example.com/Launch',
	'https://example.com/l%61unch',
	'https://example.com/launch?a=1',
])(
	'link.create creates a new link for %s, which differs from the existing target /launch',
	async (url) => {
		expect(getRecord(await create([url]))).toMatchObject({ longurl: url, created: true });
	},
);

test("link.create doesn't reuse a link whose stored target has &amp; where the new target has &", async () => {
	const longurl = 'https://example.com/?a=1&amp;b=2';
	await world.respond('/api/urls', { urls: [{ id: 9, alias: 'x', longurl }], maxpage: 1 });
	expect(getRecord(await create(['https://example.com/?a=1&b=2']))).toMatchObject({
		created: true,
	});
});

test('link.create reuses the newest of several links with the same target', async () => {
	const longurl = 'https://example.com/a';
	const urls = ['2026-01-01 10:00:00', '2026-03-01 10:00:00', '2026-02-01 10:00:00'].map(
		(date, n) => ({ id: n + 1, alias: `a${n}`, longurl, date }),
	);
	await world.respond('/api/urls', { urls, maxpage: 1 });
	expect(getRecord(await create([longurl]))).toMatchObject({ id: 2, created: false });
});

test('link.create creates one link for rows with the same target, and reads the list of links once', async () => {
	await world.fill('links', 250);
	const urls = ['a', 'b', 'a/', 'launch', 'b'].map((path) => `https://example.com/new/${path}`);
	const { items } = await create([...urls, 'https://example.com/249']);
	expect(getField(items, 'created')).toEqual([true, true, false, true, false, false]);
	expect([items[2].json.id, items[4].json.id]).toEqual([items[0].json.id, items[1].json.id]);
	expect(getPairs(items)).toEqual([0, 1, 2, 3, 4, 5]);
	expect(await count('POST /api/url/add')).toBe(3);
	expect(await count('GET /api/urls')).toBe(3);
});

const longurl = 'https://example.com/offer';
const link = { id: 9, alias: 'x', domain: 'go.example', longurl, campaignId: 1 };
const others = [{ id: 8, longurl: 'https://example.com/other', campaignId: null }];
const listed = (...urls: object[]) =>
	world.respond('/api/urls', { urls: [...urls, ...others], maxpage: 1 });
const getIds = async (additionalFields: object) => {
	const { items } = await create([longurl], { additionalFields });
	return getField(items, 'id');
};

describe('reuse of a link depends on alias, domain and campaign', () => {
	beforeEach(() => world.respond('/api/url/add', { id: 10 }));

	test.each([
		{},
		{ alias: 'x' },
		{ alias: '/x/' },
		{ domain: 'https://GO.example' },
		{ campaignId: 1 },
		{ alias: 'x', domain: 'go.example', campaignId: '1' },
	])('link.create reuses a link that matches the requested fields %j', async (wishes) => {
		await listed(link);
		expect(await getIds(wishes)).toEqual([9]);
	});

	test.each([
		{ alias: 'X' },
		{ alias: 'y' },
		{ domain: 'other.example' },
		{ campaignId: 2 },
		{ alias: 'x', domain: 'other.example' },
	])(
		"link.create doesn't reuse a link that differs from the requested fields %j",
		async (wishes) => {
			await listed(link);
			expect(await getIds(wishes)).toEqual([10]);
		},
	);

	test("link.create takes a link's domain from its short URL if the list doesn't state the domain", async () => {
		await listed({ ...link, domain: undefined, shorturl: 'https://other.example/x' });
		expect(await getIds({ domain: 'other.example' })).toEqual([9]);
	});
});

describe("links that can't be reused", () => {
	beforeEach(() => world.respond('/api/url/add', { id: 10 }));

	test.each([
		['Password', { password: 'not-for-all-1' }],
		['Expiry', { expiry: '2099-01-01' }],
		['Max Clicks', { maxClicks: 5 }],
	])(
		"the field %s can't be combined with Reuse Newest Link, and is rejected before any request",
		async (field, additionalFields) => {
			const { errorItems } = await create([longurl], { additionalFields });
			expect(getField(errorItems, 'error')).toEqual([
				`'${field}' can't be combined with 'Reuse Newest Link'`,
			]);
			expect(await requests()).toEqual([]);
		},
	);

	test("link.create rejects a campaign together with Reuse Newest Link if the list doesn't state campaigns", async () => {
		await world.respond('/api/urls', { urls: [{ ...link, campaignId: undefined }], maxpage: 1 });
		const { errorItems } = await create([longurl], { additionalFields: { campaignId: 1 } });
		expect(getField(errorItems, 'error')).toEqual([
			"'Campaign' can't be combined with 'Reuse Newest Link' in your Link Platform",
		]);
		expect(await requests()).toEqual(['GET /api/urls']);
	});

	test('link.create creates a link in the campaign if the account has no links to reuse', async () => {
		await world.respond('/api/urls', { urls: [], maxpage: 1 });
		expect(await getIds({ campaignId: 1 })).toEqual([10]);
	});

	test.each([
		{ expiry: '2020-01-01' },
		{ expiry: '2020-01-01 10:00:00' },
		{ expiry: new Date(Date.now() - 60_000).toISOString() },
		{ maxClicks: 5, clicks: 5 },
		{ maxClicks: '5', clicks: '7' },
	])(
		"link.create doesn't reuse a link that has expired or reached its click limit (%j)",
		async (end) => {
			await listed({ ...link, ...end });
			expect(await getIds({})).toEqual([10]);
		},
	);

	test.each([
		{ expiry: null, maxClicks: null },
		{ expiry: 0, maxClicks: 0, clicks: 7 },
		{ expiry: '2099-01-01' },
		// This time has no offset, so in some time zones it is still in the future.
		{ expiry: new Date(Date.now() - 13 * 3_600_000).toISOString().slice(0, 19) },
		{ expiry: `${new Date().toISOString().slice(0, 10)}T00:00:00Z` },
		{ maxClicks: 5, clicks: 4 },
	])('link.create reuses a link that may still be working (%j)', async (end) => {
		await listed({ ...link, ...end });
		expect(await getIds({})).toEqual([9]);
	});
});

test('link.create creates a link in the campaign if the only known link is one that this run created', async () => {
	await world.respond('/api/urls', { urls: [], maxpage: 1 });
	const items = [{}, { campaign: 1 }].map((json, n) => ({
		json: { ...json, url: `${longurl}/${n}` },
	}));
	const additionalFields = { campaignId: '={{ $json.campaign }}' };
	const parameters = { url: '={{ $json.url }}', ifUrlExists: 'reuse', additionalFields };
	const pace = { concurrency: 1 };
	const { errorItems } = await world.run('link', 'create', parameters, { items, pace });
	expect(errorItems).toEqual([]);
});

test('link.create with Reuse Newest Link fails and creates nothing if the list of links contains no targets', async () => {
	await world.respond('/api/urls', { urls: [{ id: 9, alias: 'x', leadsTo: 'y' }], maxpage: 1 });
	const { errorItems } = await create(['https://example.com/launch']);
	expect(getField(errorItems, 'error')).toEqual([
		"Link Platform doesn't return the target URLs of links, so no link can be reused",
	]);
	expect(await requests()).toEqual(['GET /api/urls']);
});

test("link.create reuses the link with the highest ID if the links' dates can't be parsed", async () => {
	const longurl = 'https://example.com/a';
	const urls = [
		{ id: 9, longurl, date: 'May 1' },
		{ id: 11, longurl, date: 'May 2' },
		{ id: 10, longurl },
	];
	await world.respond('/api/urls', { urls, maxpage: 1 });
	expect(getRecord(await create([longurl]))).toMatchObject({ id: 11, created: false });
});

test('rows with the same alias and target share one link, even if Link Platform converts the alias to lower case', async () => {
	await world.change({ aliases: 'lowered' });
	const more = { additionalFields: { alias: 'Spring' } };
	const { items, errorItems } = await create(
		['https://example.com/x', 'https://example.com/x'],
		more,
	);
	expect(errorItems).toEqual([]);
	expect(getField(items, 'created')).toEqual([true, false]);
	expect(items[1].json.id).toBe(items[0].json.id);
});

test('link.create reads the list of links only once even if all rows fail', async () => {
	await world.fill('links', 250);
	await world.fault('/api/url/add', withStatus(422));
	const { errorItems } = await create(
		Array.from({ length: 9 }, (_, n) => `https://example.com/new/${n}`),
	);
	expect(errorItems).toHaveLength(9);
	expect(await count('GET /api/urls')).toBe(3);
});

test('two simultaneous runs of link.create with Reuse Newest Link create only one link per target', async () => {
	await world.change({ latencyMs: 20 });
	const urls = ['https://example.com/x', 'https://example.com/y'];
	const runs = await Promise.all([create(urls), create(urls)]);
	const created = runs.flatMap(({ items }) => getField(items, 'created'));
	expect(created.sort()).toEqual([false, false, true, true]);
	expect(await count('POST /api/url/add')).toBe(2);
});

test("link.create with Reuse Newest Link doesn't wait for a simultaneous run of qrCode.createMany", async () => {
	const { inTurn } = getBuiltModule<typeof InTurn>('nodes/LinkPlatform/api/inTurn');
	const key = createHash('sha256').update(world.apiKey).digest('hex');
	const creating = Promise.withResolvers<void>();
	const account = `${world.credential.apiUrl} ${key}`;
	const line = inTurn(account, async () => await creating.promise);
	const { items } = await create(['https://example.com/launch']);
	expect(items).toHaveLength(1);
	creating.resolve();
	await line;
});

test('link.create sends no second create request for a target whose response was lost, even if the list is outdated', async () => {
	await world.change({ listDelayMs: 2_000 });
	const action = { type: 'reset', when: 'afterHandling' } as const;
	await world.fault('/api/url/add', action);
	const { errorItems } = await create(['https://example.com/x', 'https://example.com/x/']);
	expect(getField(errorItems, 'error')).toEqual([
		expect.stringContaining('connection'),
		'The link was not created, because an earlier item may have created it already',
	]);
	expect(await count('POST /api/url/add')).toBe(1);
});

test('link.upsert creates an alias on a second domain after the response for the first domain was lost', async () => {
	await world.fault('/api/url/add', { type: 'reset', when: 'afterHandling' }, { times: 1 });
	const additionalFields = { domain: '={{ $json.domain }}' };
	const items = ['links.example', 'go.example.com'].map((domain) => ({ json: { domain } }));
	const parameters = { alias: 'twin', url: 'https://example.com', additionalFields };
	const settings = { items, pace: { concurrency: 1 } };
	const done = await world.run('link', 'upsert', parameters, settings);
	expect([done.items.length, done.errorItems.length]).toEqual([1, 1]);
});

test('link.create compares targets including their UTM parameters when it looks for a link to reuse', async () => {
	const utm = { values: { source: 'mail' } };
	const additionalFields = { utm };
	const [first, second] = [
		await create(['https://example.com/launch'], { additionalFields }),
		await create(['https://example.com/launch'], { additionalFields }),
	];
	expect(first.items[0].json).toMatchObject({ created: true });
	expect(second.items[0].json).toMatchObject({ created: false, id: first.items[0].json.id });
});

test('link.create gives rows with the same wish the same link, even if another row creates a newer one', async () => {
	const items = [{}, { alias: 'newer' }, {}].map((json) => ({ json }));
	const additionalFields = { alias: '={{ $json.alias }}' };
	const parameters = { url: longurl, ifUrlExists: 'reuse', additionalFields };
	const { items: made } = await world.run('link', 'create', parameters, { items });
	expect(getField(made, 'created')).toEqual([true, true, false]);
	expect(made[2].json.id).toBe(made[0].json.id);
});

test("link.create always creates a link and doesn't read the list if If URL Exists is Create New Link", async () => {
	expect(
		getRecord(await create(['https://example.com/launch'], { ifUrlExists: 'create' })),
	).not.toHaveProperty('created');
	expect(await requests()).toEqual(['POST /api/url/add']);
});
