/** Link > Create with If URL Exists: which link is returned, how many are created, and which requests are sent. */
import { createHash } from 'node:crypto';
import type * as InTurn from '../../../nodes/LinkPlatform/api/inTurn.ts';
import { getBuiltModule } from '../../../tools/built.mts';
import { getJson, getPairs, requested, getField, getMessages } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const toItems = (urls: string[]) => urls.map((url) => ({ json: { url } }));
const create = async (urls: string[], more: object = {}) =>
	await world.run(
		'link',
		'create',
		{ url: '={{ $json.url }}', ifUrlExists: 'reuse', ...more },
		{ items: toItems(urls) },
	);
const requests = async () => await requested(world);
const count = async (request: string) => (await requests()).filter((one) => one === request).length;

test.each(['https://example.com/launch', 'HTTPS://EXAMPLE.com:443/launch/'])(
	'%s is the target of a link that is reused',
	async (url) => {
		const { items } = await create([url]);
		expect(getJson(items)).toMatchObject([{ id: 1, alias: 'launch', created: false }]);
		expect(await requests()).toEqual(['GET /api/urls']);
	},
);

test.each([
	'http://example.com/launch',
	'https://www.example.com/launch',
	'https://example.com/Launch',
	'https://example.com/l%61unch',
	'https://example.com/launch?a=1',
])('%s differs from the target /launch, so it gets its own link', async (url) => {
	const { items } = await create([url]);
	expect(getJson(items)).toMatchObject([{ longurl: url, created: true }]);
});

test("a link to a URL with HTML entities isn't reused for the corrected URL", async () => {
	const longurl = 'https://example.com/?a=1&amp;b=2';
	await world.respond('/api/urls', { urls: [{ id: 9, alias: 'x', longurl }], maxpage: 1 });
	const { items } = await create(['https://example.com/?a=1&b=2']);
	expect(getJson(items)).toMatchObject([{ created: true }]);
});

test('the newest of several links is reused', async () => {
	const longurl = 'https://example.com/a';
	const urls = ['2026-01-01 10:00:00', '2026-03-01 10:00:00', '2026-02-01 10:00:00'].map(
		(date, n) => ({ id: n + 1, alias: `a${n}`, longurl, date }),
	);
	await world.respond('/api/urls', { urls, maxpage: 1 });
	const { items } = await create([longurl]);
	expect(items[0].json).toMatchObject({ id: 2, created: false });
});

test('rows with one target share one link, and the account is read once', async () => {
	await world.sandbox.fill('links', 250);
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
const listed = async (...urls: object[]) =>
	await world.respond('/api/urls', { urls: [...urls, ...others], maxpage: 1 });
const getIds = async (additionalFields: object) => {
	const { items } = await create([longurl], { additionalFields });
	return getField(items, 'id');
};

describe('a link that differs from what is asked for beside the target is not reused', () => {
	beforeEach(async () => await world.respond('/api/url/add', { id: 10 }));

	test.each([
		{},
		{ alias: 'x' },
		{ alias: '/x/' },
		{ domain: 'https://GO.example' },
		{ campaignId: 1 },
		{ alias: 'x', domain: 'go.example', campaignId: '1' },
	])('a link that meets %j is reused', async (wishes) => {
		await listed(link);
		expect(await getIds(wishes)).toEqual([9]);
	});

	test.each([
		{ alias: 'X' },
		{ alias: 'y' },
		{ domain: 'other.example' },
		{ campaignId: 2 },
		{ alias: 'x', domain: 'other.example' },
	])("a link that differs from %j isn't reused", async (wishes) => {
		await listed(link);
		expect(await getIds(wishes)).toEqual([10]);
	});

	test('a link without a domain has the host of its short URL', async () => {
		await listed({ ...link, domain: undefined, shorturl: 'https://other.example/x' });
		expect(await getIds({ domain: 'other.example' })).toEqual([9]);
	});
});

describe('a link of another campaign is not reused', () => {
	beforeEach(async () => await world.respond('/api/url/add', { id: 10 }));

	test.each([
		['Password', { password: 'not-for-all-1' }],
		['Expiry', { expiry: '2099-01-01' }],
		['Max Clicks', { maxClicks: 5 }],
	])(
		"%s can't be combined with reuse, and is refused before anything is sent",
		async (field, additionalFields) => {
			const { errorItems } = await create([longurl], { additionalFields });
			expect(getField(errorItems, 'error')).toEqual([
				`'${field}' can't be combined with 'Reuse Newest Link'`,
			]);
			expect(await requests()).toEqual([]);
		},
	);

	test('a campaign is refused if no listed link states one, before a link is created', async () => {
		await world.respond('/api/urls', { urls: [{ ...link, campaignId: undefined }], maxpage: 1 });
		const { errorItems } = await create([longurl], { additionalFields: { campaignId: 1 } });
		expect(getField(errorItems, 'error')).toEqual([
			"'Campaign' can't be combined with 'Reuse Newest Link' here",
		]);
		expect(await requests()).toEqual(['GET /api/urls']);
	});

	test('a link is created in the campaign if the account is empty', async () => {
		await world.respond('/api/urls', { urls: [], maxpage: 1 });
		expect(await getIds({ campaignId: 1 })).toEqual([10]);
	});

	test.each([
		{ expiry: '2020-01-01' },
		{ expiry: '2020-01-01 10:00:00' },
		{ expiry: new Date(Date.now() - 60_000).toISOString() },
		{ maxClicks: 5, clicks: 5 },
		{ maxClicks: '5', clicks: '7' },
	])("a link that has ended (%j) isn't reused", async (end) => {
		await listed({ ...link, ...end });
		expect(await getIds({})).toEqual([10]);
	});

	test.each([
		{ expiry: null, maxClicks: null },
		{ expiry: 0, maxClicks: 0, clicks: 7 },
		{ expiry: '2099-01-01' },
		// In some time zone, this time is still in the future.
		{ expiry: new Date(Date.now() - 60_000).toISOString().slice(0, 19) },
		{ maxClicks: 5, clicks: 4 },
	])('a link that may not have ended (%j) is reused', async (end) => {
		await listed({ ...link, ...end });
		expect(await getIds({})).toEqual([9]);
	});
});

test('a list that states no target at all fails, and nothing is created', async () => {
	await world.respond('/api/urls', { urls: [{ id: 9, alias: 'x', leadsTo: 'y' }], maxpage: 1 });
	const { errorItems } = await create(['https://example.com/launch']);
	expect(getField(errorItems, 'error')).toEqual([
		"Link Platform doesn't return where links lead, so none can be reused",
	]);
	expect(await requests()).toEqual(['GET /api/urls']);
});

test("the link with the highest ID is reused if dates aren't readable, and a hint says so", async () => {
	const longurl = 'https://example.com/a';
	const urls = [
		{ id: 9, longurl, date: '2026-01-01T10:00:00Z' },
		{ id: 11, longurl, date: 'May 1' },
		{ id: 10, longurl },
	];
	await world.respond('/api/urls', { urls, maxpage: 1 });
	const { items, hints } = await create([longurl]);
	expect(items[0].json).toMatchObject({ id: 11, created: false });
	expect(getMessages(hints)).toEqual([
		"Link Platform doesn't return readable dates of these links, so the one with the highest ID was taken as the newest",
	]);
});

test('rows that want the same alias share one link, even if Link Platform lower-cases it', async () => {
	await world.sandbox.change({ aliases: 'lowered' });
	const more = { additionalFields: { alias: 'Spring' } };
	const { items, errorItems } = await create(
		['https://example.com/x', 'https://example.com/x'],
		more,
	);
	expect(errorItems).toEqual([]);
	expect(getField(items, 'created')).toEqual([true, false]);
	expect(items[1].json.id).toBe(items[0].json.id);
});

test("rows that fail don't cause the list to be read again", async () => {
	await world.sandbox.fill('links', 250);
	await world.fault('/api/url/add', withStatus(422));
	const { errorItems } = await create(
		Array.from({ length: 9 }, (_, n) => `https://example.com/new/${n}`),
	);
	expect(errorItems).toHaveLength(9);
	expect(await count('GET /api/urls')).toBe(3);
});

test('two simultaneous runs create one link per target', async () => {
	await world.sandbox.change({ latencyMs: 20 });
	const urls = ['https://example.com/x', 'https://example.com/y'];
	const runs = await Promise.all([create(urls), create(urls)]);
	const created = runs.flatMap(({ items }) => getField(items, 'created'));
	expect(created.sort()).toEqual([false, false, true, true]);
	expect(await count('POST /api/url/add')).toBe(2);
});

test("a run that reuses links doesn't wait for a run of Create Many", async () => {
	const { inTurn } = getBuiltModule<typeof InTurn>('nodes/LinkPlatform/api/inTurn');
	const key = createHash('sha256').update(world.sandbox.apiKey).digest('hex');
	const creating = Promise.withResolvers<void>();
	const account = `${world.credential.apiUrl} ${key}`;
	const line = inTurn(account, async () => await creating.promise);
	const { items } = await create(['https://example.com/launch']);
	expect(items).toHaveLength(1);
	creating.resolve();
	await line;
});

test("a target whose creation was lost gets no second link, even if the list isn't up to date", async () => {
	await world.sandbox.change({ listDelayMs: 2_000 });
	const action = { type: 'reset', when: 'afterHandling' } as const;
	await world.sandbox.fault({ path: '/api/url/add', action });
	const { errorItems } = await create(['https://example.com/x', 'https://example.com/x/']);
	expect(getField(errorItems, 'error')).toEqual([
		expect.stringContaining('connection'),
		'Not created, since an earlier item may have created this link',
	]);
	expect(await count('POST /api/url/add')).toBe(1);
});

test('UTM parameters are part of the target', async () => {
	const utm = { values: { source: 'mail' } };
	const additionalFields = { utm };
	const [first, second] = [
		await create(['https://example.com/launch'], { additionalFields }),
		await create(['https://example.com/launch'], { additionalFields }),
	];
	expect(first.items[0].json).toMatchObject({ created: true });
	expect(second.items[0].json).toMatchObject({ created: false, id: first.items[0].json.id });
});

test('every run creates another link and reads nothing at Create New Link', async () => {
	const { items } = await create(['https://example.com/launch'], { ifUrlExists: 'create' });
	expect(items[0].json).not.toHaveProperty('created');
	expect(await requests()).toEqual(['POST /api/url/add']);
});

test('rows may choose by an expression, and a wrong choice fails alone', async () => {
	const { items, errorItems } = await world.run(
		'link',
		'create',
		{ url: 'https://example.com/launch', ifUrlExists: '={{ $json.how }}' },
		{ items: ['reuse', 'sometimes', 'create'].map((how) => ({ json: { how } })) },
	);
	expect(getField(items, 'created')).toEqual([false, undefined]);
	expect(getField(errorItems, 'error')).toEqual([
		expect.stringMatching(/^'If URL Exists' must be one of create, reuse/),
	]);
});
