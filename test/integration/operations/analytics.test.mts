import type { SettingsPatch } from '../../../packages/sandbox/settings.mts';
import { getJson, getPairs, requested, sent } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';
import { withJson } from '../../support/faults.mts';

const world = useWorld();

/** Makes Link Platform answer every request for a list of browsers with a successful response that has these fields. */
const answerWith = (fields: object) =>
	world.fault('/api/url/:id/stats/browsers', withJson({ error: 0, ...fields }));

const link = (value: unknown) => ({ linkId: byId(value) });

test("analytics.getLinkClicks sends the granularity and the period in the workflow's time zone", async () => {
	const filters = { from: '2026-02-01T00:00:00', to: '2026-02-02' };
	await world.run(
		'analytics',
		'getLinkClicks',
		{ ...link(1), granularity: 'week', filters },
		{ settings: { timezone: 'America/New_York' } },
	);
	expect(await sent(world)).toEqual([
		{
			request: 'GET /api/url/1/stats/clicks',
			query: { from: '2026-02-01T00:00:00-05:00', to: '2026-02-02', granularity: 'week' },
		},
	]);
});

test.each([
	['getLinkSummary', link(1), '/api/url/1/stats'],
	['getCampaignSummary', { campaignId: byId(1) }, '/api/campaign/1/stats'],
])(
	'analytics.%s accepts a period start that an expression returns as a date',
	async (operation, record, path) => {
		const filters = { from: "={{ DateTime.fromISO('2026-02-01T10:00:00Z') }}", to: '' };
		await world.run(
			'analytics',
			operation,
			{ ...record, filters },
			{ settings: { timezone: 'UTC' } },
		);
		const request = `GET ${path}`;
		expect(await sent(world)).toEqual([{ request, query: { from: '2026-02-01T10:00:00Z' } }]);
	},
);

test.each([
	['getLinkSummary', link(1), {}],
	['getLinkClicks', link(1), { granularity: 'day' }],
	['getCampaignSummary', { campaignId: byId(1) }, {}],
])(
	"analytics.%s sends the period Today as midnight to now in the workflow's time zone",
	async (name, record, more) => {
		const now = Date.now();
		const timezone = 'Pacific/Kiritimati';
		// The period overrides the two dates.
		const filters = { period: 'today', from: '2026-02-03', to: '2026-02-02' };
		const run = await world.run(
			'analytics',
			name,
			{ ...record, filters },
			{ settings: { timezone } },
		);
		expect(run.errorItems).toEqual([]);
		const [{ query }] = await sent(world);
		const { from, to, ...rest } = query!;
		expect(rest).toEqual(more);
		expect(from).toMatch(/T00:00:00\+14:00$/);
		expect(to).toMatch(/\+14:00$/);
		expect(Date.parse(to)).toBeGreaterThanOrEqual(now);
		expect(Date.parse(to) - Date.parse(from)).toBeLessThan(86_400_000);
	},
);

test('analytics.getLinkSummary requests the same period for every item', async () => {
	await world.change({ latencyMs: 5 });
	const items = Array.from({ length: 12 }, () => ({ json: {} }));
	const parameters = { ...link(1), filters: { period: 'last30Days' } };
	await world.run('analytics', 'getLinkSummary', parameters, { items });
	expect(new Set((await sent(world)).map(({ query }) => query!.from)).size).toBe(1);
});

test("analytics.getLinkSummary returns one item whose first field is the link's ID", async () => {
	const record = await world.first('analytics', 'getLinkSummary', link('1'));
	expect(Object.entries(record)).toEqual([
		['linkId', 1],
		['totalClicks', 40],
		['uniqueVisitors', 16],
		['topCountry', 'US'],
		['topReferrer', 'https://news.example/'],
		['topBrowser', 'Chrome'],
	]);
});

test("analytics.getLinkVariants adds the link's ID to each item if the link is given by its short URL", async () => {
	const linkId = byUrl(`${world.url}/try`);
	const { items } = await world.run('analytics', 'getLinkVariants', { linkId });
	const [a, b] = ['A', 'B'].map((key) => ({ linkId: 4, dimension: 'variant', key, name: key }));
	const url = 'https://example.com/try';
	expect(getJson(items)).toEqual([
		{ ...a, url: `${url}/a`, clicks: 6, percentage: 60 },
		{ ...b, url: `${url}/b`, clicks: 4, percentage: 40 },
	]);
});

test('analytics.getLinkCountries returns paired items in input order, and only the item with an unknown link fails', async () => {
	const result = await world.run(
		'analytics',
		'getLinkCountries',
		{ linkId: byId('={{ $json.id }}') },
		{
			items: [{ json: { id: 4 } }, { json: { id: 77 } }, { json: { id: 1 } }, { json: { id: 2 } }],
		},
	);
	expect(getJson(result.items)).toEqual([
		{ linkId: 4, dimension: 'country', key: 'US', code: 'US', name: 'United States', clicks: 5 },
		{ linkId: 4, dimension: 'country', key: 'FR', code: 'FR', name: 'France', clicks: 3 },
		{ linkId: 4, dimension: 'country', key: 'DE', code: 'DE', name: 'Germany', clicks: 2 },
		{ linkId: 1, dimension: 'country', key: 'US', code: 'US', name: 'United States', clicks: 20 },
		{ linkId: 1, dimension: 'country', key: 'DE', code: 'DE', name: 'Germany', clicks: 10 },
		{ linkId: 1, dimension: 'country', key: 'FR', code: 'FR', name: 'France', clicks: 10 },
	]);
	expect(getPairs(result.items)).toEqual([0, 0, 0, 2, 2, 2]);
	expect(getPairs(result.errorItems)).toEqual([1]);
});

test('analytics operations convert counts that are strings to numbers, but leave names and dates as strings', async () => {
	await world.change({ counters: 'text' });
	const first = async (operation: string) =>
		(await world.run('analytics', operation, link(1))).items[0].json;
	expect(await first('getLinkSummary')).toMatchObject({ totalClicks: 40, topCountry: 'US' });
	expect(await first('getLinkClicks')).toMatchObject({ clicks: expect.any(Number) });
	await world.respond('/api/url/:id/stats/referrers', {
		referrers: [{ name: '2048', clicks: '1204', percentage: '33.3', key: 7 }],
	});
	expect(await first('getLinkReferrers')).toEqual({
		linkId: 1,
		dimension: 'referrer',
		key: '7',
		name: '2048',
		clicks: 1204,
		percentage: 33.3,
	});
});

test.each([
	[
		'in a field named after the dimension',
		'getLinkBrowsers',
		{ browser: 'Opera', clicks: 1 },
		'Opera',
	],
	['missing', 'getLinkReferrers', { name: '', clicks: 2 }, ''],
	['a country name without a code', 'getLinkCountries', { name: 'Peru', clicks: 2 }, 'Peru'],
])('a breakdown entry gets the right key if its name is %s', async (_, operation, row, key) => {
	await world.respond('/api/url/:id/stats/*', [row]);
	const record = await world.first('analytics', operation, link(1));
	expect(record.key).toBe(key);
});

test('analytics.getLinkActivity reads all pages up to the limit, and omits IP addresses if requested', async () => {
	await world.change({ maxPageSize: 15 });
	const all = await world.run('analytics', 'getLinkActivity', { ...link(1), returnAll: true });
	expect(all.items).toHaveLength(40);
	expect((await sent(world)).map(({ query }) => query)).toEqual([
		{ page: '1', limit: '100' },
		{ page: '2', limit: '100' },
		{ page: '3', limit: '100' },
	]);
	expect(all.items[0].json).toMatchObject({ linkId: 1, date: '2026-02-01T00:00:00Z' });
	expect(all.items[0].json.ip).toMatch(/^198\.51\.100\./);

	const some = await world.run('analytics', 'getLinkActivity', {
		...link(1),
		limit: 3,
		dropIpAddresses: true,
	});
	expect(some.items.map(({ json }) => Object.keys(json))).toEqual(
		Array(3).fill([
			'linkId',
			'date',
			'userAgent',
			'country',
			'city',
			'browser',
			'platform',
			'referrer',
			'isLikelyBot',
			'botReason',
		]),
	);
});

test('analytics.getLinkActivity marks clicks that are likely from bots and gives the reason', async () => {
	const clicks = [{ browser: 'HeadlessChrome' }, { browser: 'Chrome', botReason: 'theirs' }];
	await world.respond('/api/url/1/stats/activity', { activity: clicks, maxpage: 1 });
	const { items } = await world.run('analytics', 'getLinkActivity', link(1));
	expect(items.map(({ json: { isLikelyBot, botReason } }) => [isLikelyBot, botReason])).toEqual([
		[true, 'headless'],
		[false, null],
	]);
});

test.each([
	['an array directly in `data`', (rows: object[]) => ({ data: rows })],
	['an array under another name', (rows: object[]) => ({ data: { stats: rows } })],
	[
		'an object that maps names to counts',
		() => ({ data: { browsers: { Chrome: '12' }, total: 12 } }),
	],
])('analytics.getLinkBrowsers reads a response that is %s', async (_, toAnswer) => {
	await answerWith(toAnswer([{ name: 'Chrome', clicks: 12 }]));
	expect(await world.first('analytics', 'getLinkBrowsers', link(1))).toEqual({
		linkId: 1,
		dimension: 'browser',
		key: 'Chrome',
		name: 'Chrome',
		clicks: 12,
	});
});

test.each([
	['an empty array', { data: { browsers: [] } }],
	['null', { data: null }],
])('analytics.getLinkBrowsers returns no items if the response is %s', async (_, answer) => {
	await answerWith(answer);
	const { items, errorItems } = await world.run('analytics', 'getLinkBrowsers', link(1));
	expect([items, errorItems]).toEqual([[], []]);
});

test.each([{}, { data: {} }, { data: { browsers: 'none' } }, { data: { Chrome: 1, Opera: 2 } }])(
	'analytics.getLinkBrowsers fails if the response is %j',
	async (answer) => {
		await answerWith(answer);
		const failure = await world.fail('analytics', 'getLinkBrowsers', link(1));
		expect(failure.error).toContain('returned no list');
	},
);

test('analytics.getLinkClicks also reads counts by date', async () => {
	const counts = { clicks: { '2026-02-01': 3, '2026-02-02': '4' } };
	await world.respond('/api/url/:id/stats/clicks', counts);
	const { items } = await world.run('analytics', 'getLinkClicks', link(1));
	expect(getJson(items)).toEqual([
		{ linkId: 1, date: '2026-02-01', clicks: 3 },
		{ linkId: 1, date: '2026-02-02', clicks: 4 },
	]);
});

const poster = () => ({ linkId: byUrl(`${world.url}/poster`) });

test.each<[string, SettingsPatch, boolean]>([
	['listed', {}, false],
	['hidden, but QR code lists show IDs', { qrLinks: 'hidden', qrLinkIds: 'shown' }, false],
	['hidden, but details show IDs', { qrLinks: 'hidden', qrLinkIds: 'details' }, true],
])(
	"analytics operations accept a QR code's short URL and find the link behind it (QR code links: %s)",
	async (_title, settings, readsDetails) => {
		await world.change(settings);
		await world.visit('/poster', { 'x-country': 'JP' });
		expect(await world.first('analytics', 'getLinkCountries', poster())).toMatchObject({
			dimension: 'country',
			key: 'JP',
			clicks: 1,
		});
		const paths = await requested(world);
		expect(paths.includes('GET /api/qr/1')).toBe(readsDetails);
	},
);

test('analytics operations read the list of QR codes once for all items', async () => {
	await world.change({ qrLinks: 'hidden', qrLinkIds: 'shown' });
	const items = Array.from({ length: 3 }, () => ({ json: {} }));
	const run = await world.run('analytics', 'getLinkSummary', poster(), { items });
	expect(run.items).toHaveLength(3);
	const lists = (await sent(world)).filter(({ request }) => request === 'GET /api/qrs');
	expect(lists).toHaveLength(1);
});

test("analytics operations suggest QR Code > Get if Link Platform doesn't show the QR code's link", async () => {
	await world.change({ qrLinks: 'hidden' });
	const failure = await world.fail('analytics', 'getLinkSummary', poster());
	expect(failure).toMatchObject({
		error: expect.stringMatching(/\/poster" belongs to the QR code "Poster" \(ID 1\)/),
		message: expect.stringContaining('QR Code > Get'),
	});
});

test.each([
	['get', {}],
	['update', { updateFields: { maxClicks: 5 } }],
])(
	"link.%s accepts a QR code's short URL and uses the link behind the QR code",
	async (operation, parameters) => {
		for (const settings of [{}, { qrLinks: 'hidden', qrLinkIds: 'details' }] as const) {
			await world.change(settings);
			const record = await world.first('link', operation, { ...poster(), ...parameters });
			expect(record).toMatchObject({ id: 5, alias: 'poster' });
		}
	},
);

test("link.delete rejects the short URL of a QR code whose link isn't listed", async () => {
	await world.change({ qrLinks: 'hidden', qrLinkIds: 'details' });
	const failure = await world.fail('link', 'delete', poster());
	expect(failure.error).toMatch(/^No link has the short URL/);
	expect(await requested(world)).toEqual(['GET /api/urls']);
});

test('link.get fails for an unknown short URL and says how many links and QR codes were searched', async () => {
	const linkId = byUrl(`${world.url}/none`);
	const failure = await world.fail('link', 'get', { linkId });
	expect(failure).toMatchObject({
		error: expect.stringMatching(/^No link has the short URL or alias "/),
		message: expect.stringMatching(/Searched links: 6, QR codes: \d+/),
	});
});
