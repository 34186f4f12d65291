import { useSandbox } from './sandboxClient.mts';
import type { Data, Slot } from './sandboxClient.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const data = async <T = Data,>(path: string) => (await ask<T>(`GET ${path}`)).body.data;

/** A visit of a short link from somewhere. */
const visit = async (alias: string, country: string, ip: string, agent = 'Firefox/1 (Windows)') =>
	await ask(`GET /${alias}`, undefined, {
		'X-Country': country,
		'X-Forwarded-For': ip,
		'User-Agent': agent,
		Referer: `https://${country.toLowerCase()}.example/`,
	});

test('visits change all statistics of a link', async () => {
	for (const name of ['countries', 'referrers', 'browsers', 'platforms'] as const) {
		expect((await data(`/api/url/2/stats/${name}`))[name]).toEqual([]);
	}
	await visit('guide', 'JP', '192.0.2.1');
	await visit('guide', 'JP', '192.0.2.1', 'Safari/1 (iPhone)');
	await visit('guide', 'BR', '192.0.2.2');

	expect(await data('/api/url/2/stats')).toEqual({
		totalClicks: 3,
		uniqueVisitors: 2,
		topCountry: 'JP',
		topReferrer: 'https://jp.example/',
		topBrowser: 'Firefox',
	});
	expect((await data('/api/url/2/stats/countries')).countries).toEqual([
		{ code: 'JP', name: 'Japan', clicks: 2 },
		{ code: 'BR', name: 'Brazil', clicks: 1 },
	]);
	expect((await data('/api/url/2/stats/referrers')).referrers).toEqual([
		{ name: 'https://jp.example/', clicks: 2 },
		{ name: 'https://br.example/', clicks: 1 },
	]);
	expect((await data('/api/url/2/stats/browsers')).browsers).toEqual([
		{ name: 'Firefox', clicks: 2 },
		{ name: 'Safari', clicks: 1 },
	]);
	expect((await data('/api/url/2/stats/platforms')).platforms).toEqual([
		{ name: 'Windows', clicks: 2 },
		{ name: 'iOS', clicks: 1 },
	]);
	const today = new Date().toISOString().slice(0, 7);
	expect(await data('/api/url/2/stats/clicks?granularity=month')).toEqual({
		clicks: [{ date: today, clicks: 3 }],
	});
});

test.each([
	['hour', '2026-02-01T00:00:00Z', 10],
	['day', '2026-02-01', 4],
	// 1 February 2026 is a Sunday, so its week began in January.
	['week', '2026-01-26', 2],
	['month', '2026-02', 1],
])('clicks per %s', async (granularity, first, rows) => {
	const path = `/api/url/1/stats/clicks?granularity=${granularity}`;
	const { clicks } = await data<{ clicks: Slot[] }>(path);
	expect(clicks[0].date).toBe(first);
	expect(clicks.reduce((sum, slot) => sum + slot.clicks, 0)).toBe(40);
	if (granularity !== 'hour') expect(clicks).toHaveLength(rows);
	// The second is a Monday.
	if (granularity === 'week') expect(clicks[1]).toEqual({ date: '2026-02-02', clicks: 30 });
});

test.each([
	['from=2026-02-02', 30],
	['to=2026-02-02', 20],
	['from=2026-02-02&to=2026-02-02', 10],
	['from=2026-02-02T00:00:00Z&to=2026-02-02T00:00:00Z', 0],
	['from=2026-02-02T02:00:00%2B01:00&to=2026-02-02T02:00:00%2B01:00', 2],
	['from=2030-01-01', 0],
])('a period of %s', async (period, totalClicks) => {
	expect(await data(`/api/url/1/stats?${period}`)).toMatchObject({ totalClicks });
	const { clicks } = await data(`/api/url/1/stats/clicks?${period}&granularity=month`);
	expect(clicks).toEqual(totalClicks === 0 ? [] : [{ date: '2026-02', clicks: totalClicks }]);
});

test.each([
	['/api/url/1/stats?from=2026-02-03&to=2026-02-02', '"from"'],
	['/api/url/1/stats/clicks?from=2026-02-03&to=2026-02-02', '"from"'],
	['/api/campaign/1/stats?from=2026-02-03&to=2026-02-02', '"from"'],
	['/api/url/1/stats?from=yesterday', '"from"'],
	['/api/url/1/stats/clicks?granularity=year', '"granularity"'],
	['/api/url/1/stats/countries?from=2026-02-03', '"from"'],
	['/api/url/1/stats/activity?from=2026-02-03', '"from"'],
])('%s is refused', async (path, named) => {
	const { status, body } = await ask(`GET ${path}`);
	expect([status, body]).toEqual([422, { error: 1, message: expect.stringContaining(named) }]);
});

test('variants of a link with A/B targets, and of one without', async () => {
	expect((await data('/api/url/4/stats/variants')).variants).toEqual([
		{ name: 'A', url: 'https://example.com/try/a', clicks: 6, percentage: 60 },
		{ name: 'B', url: 'https://example.com/try/b', clicks: 4, percentage: 40 },
	]);
	expect((await data('/api/url/1/stats/variants')).variants).toEqual([]);
});

test('activity has the oldest click first and 50 clicks per page', async () => {
	for (let n = 0; n < 11; n += 1) await visit('launch', 'JP', '192.0.2.9');
	const first = await data('/api/url/1/stats/activity');
	expect(first).toMatchObject({ result: 51, perpage: 50, currentpage: 1, nextpage: 2, maxpage: 2 });
	expect(first.activity[0].date).toBe('2026-02-01T00:00:00.000Z');
	const { activity, nextpage } = await data('/api/url/1/stats/activity?page=2');
	expect(nextpage).toBeNull();
	expect(activity).toEqual([
		{
			date: expect.any(String),
			ip: '192.0.2.9',
			userAgent: 'Firefox/1 (Windows)',
			country: 'JP',
			city: 'Unknown',
			browser: 'Firefox',
			platform: 'Windows',
			referrer: 'https://jp.example/',
		},
	]);
});

test('a campaign counts only its current links', async () => {
	await visit('guide', 'JP', '192.0.2.1');
	await visit('launch', 'JP', '192.0.2.1');
	const { id } = (await ask('POST /api/campaign/add', { name: 'Third' })).body.data;
	await ask('PUT /api/url/4/update', { campaignId: id });
	expect(await data('/api/campaign/1/stats')).toMatchObject({ links: 2, totalClicks: 1 });
	await ask('PUT /api/url/1/update', { campaignId: 1 });
	expect(await data('/api/campaign/1/stats')).toMatchObject({ links: 3, totalClicks: 42 });
	expect(await data('/api/campaign/1/stats?to=2026-02-01')).toMatchObject({ totalClicks: 10 });
	expect(await data('/api/campaign/2/stats')).toEqual({
		links: 0,
		totalClicks: 0,
		uniqueVisitors: 0,
		topCountry: '',
		topReferrer: '',
		topBrowser: '',
	});
});

test('an unknown link or campaign, or a key without the scope, is refused', async () => {
	expect((await ask('GET /api/url/99/stats/browsers')).status).toBe(404);
	expect((await ask('GET /api/campaign/99/stats')).status).toBe(404);
	const input = { name: 'lesser', scopes: ['url:read'] };
	const { key } = (await ask('POST /api/account/apikeys/add', input)).body.data;
	const { status, body } = await ask('GET /api/url/1/stats', undefined, {
		Authorization: `Bearer ${key}`,
	});
	expect([status, body.message]).toEqual([403, expect.stringContaining('stats:read')]);
});

test('an unknown country keeps its code as its name', async () => {
	await visit('guide', 'ZZZ', '192.0.2.1');
	expect((await data('/api/url/2/stats/countries')).countries).toEqual([
		{ code: 'ZZZ', name: 'ZZZ', clicks: 1 },
	]);
});
