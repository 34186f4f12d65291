/** The settings that make the sandbox answer as other services may, where the documentation is silent. */
import type { SettingsPatch } from '../../../tools/sandbox/settings.mts';
import { useSandbox } from './sandboxClient.mts';
import type { Data } from './sandboxClient.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const toRows = (...names: string[]) => names.map((name) => ({ name, url: 'https://example.com' }));
const bulk = async <T = Data,>(qrs: object[], settings: SettingsPatch['bulk'] = {}) => {
	await sandbox.change({ bulk: settings });
	return await ask<T>('POST /api/qr/bulk', { qrs });
};
const getNames = async () =>
	(await sandbox.all('/api/qrs', 'qrs')).slice(2).map(({ name }) => name);

describe('bulk that creates row by row', () => {
	const bad = { name: 'c', url: 'no address' };

	test.each([
		['named', 'Row 2: The field "qrs.2.url" is not valid: must be an http or https URL.'],
		['unnamed', 'The data that was sent is not valid.'],
	] as const)(
		'stops at a malformed row, which is %s, and keeps those before',
		async (rowByRow, words) => {
			const answer = await bulk([...toRows('a', 'b'), bad, ...toRows('d')], { rowByRow });
			expect([answer.status, answer.body]).toEqual([422, { error: 1, message: words }]);
			expect(await getNames()).toEqual(['a', 'b']);
		},
	);

	test('stops at a row that it does not allow, by its place from 1', async () => {
		const settings = { rowByRow: 'named', refuse: 'bad', countFrom: 1 } as const;
		const { body } = await bulk(toRows('a', 'bad', 'd'), settings);
		expect(body.message).toBe('Row 2: The name "bad" is not allowed.');
		expect(await getNames()).toEqual(['a']);
	});

	test('stops where the quota ends', async () => {
		await sandbox.change({ quotas: { qrs: 3 } });
		expect((await bulk(toRows('a', 'b'), { rowByRow: 'named' })).status).toBe(403);
		expect(await getNames()).toEqual(['a']);
	});

	test('answers as the other does where all rows are good', async () => {
		const { body } = await bulk(toRows('a', 'b'), { rowByRow: 'unnamed' });
		expect(body.data.qrs).toMatchObject([{ name: 'a' }, { name: 'b' }]);
	});
});

test.each([
	['index', 0, [0, 1]],
	['index', 1, [1, 2]],
	['row', 1, [1, 2]],
] as const)('bulk entries tell their place as %s from %d', async (positions, countFrom, places) => {
	const { body } = await bulk(toRows('a', 'b'), { positions, countFrom });
	expect(body.data.qrs).toMatchObject(places.map((place) => ({ [positions]: place })));
});

test('bulk entries are keyed by their place, the refused apart', async () => {
	const settings = {
		positions: 'keys',
		countFrom: 1,
		refuse: 'bad',
		refusedRows: 'errors',
	} as const;
	const { body } = await bulk(toRows('a', 'bad', 'c'), settings);
	expect(body.data.qrs).toMatchObject({ '1': { name: 'a' }, '3': { name: 'c' } });
	expect(Object.keys(body.data.qrs)).toEqual(['1', '3']);
	expect(body.data.errors).toMatchObject([{ index: 2, name: 'bad' }]);
});

test('bulk entries may hide their names', async () => {
	const { body } = await bulk(toRows('a'), { names: 'hidden' });
	expect(Object.keys(body.data.qrs[0])).toEqual(['id', 'url', 'scans', 'date']);
});

test('answers hold names and targets as asked for, and keep what was sent', async () => {
	await sandbox.change({ names: 'escaped', targets: 'normalized', qrTargets: 'shown' });
	const row = { name: 'Tom & Jerry', url: 'https://example.com' };
	const told = { name: 'Tom &amp; Jerry', target: 'https://example.com/' };
	expect((await ask('POST /api/qr/add', row)).body.data).toMatchObject(told);
	expect((await bulk([row])).body.data.qrs).toMatchObject([told]);
	expect((await ask('GET /api/qrs?search=Tom')).body.data.qrs).toMatchObject([told, told]);
	const link = await ask('POST /api/url/add', { url: 'https://example.com' });
	expect(link.body.data.longurl).toBe('https://example.com/');
	await sandbox.change({ names: 'asGiven', targets: 'asGiven' });
	expect((await ask('GET /api/qr/3')).body.data).toMatchObject({ name: row.name, target: row.url });
});

test('activity rows are all alike', async () => {
	await sandbox.fill('clicks', 80);
	await sandbox.change({ activity: 'alike' });
	const { activity } = (await ask('GET /api/url/1/stats/activity?page=2')).body.data;
	expect(new Set(activity.map((row) => JSON.stringify(row))).size).toBe(1);
	expect(Object.keys(activity[0])).toEqual(['country', 'city', 'browser', 'platform', 'referrer']);
	expect((await ask('GET /api/url/1')).body.data.clicks).toBe(40 + 80);
});

test('pages in the middle of a list are empty, and nothing is missing from the others', async () => {
	await sandbox.fill('links', 6);
	const pages = async () => {
		const counts = [];
		for (let page = 1; page <= 7; page += 1) {
			const { urls, ...paging } = (await ask(`GET /api/urls?limit=4&page=${page}`)).body.data;
			counts.push([urls.length, paging.nextpage]);
		}
		return counts;
	};
	await sandbox.change({ emptyPages: [2, 3, 9] });
	expect(await pages()).toEqual([
		...[
			[4, 2],
			[0, 3],
			[0, 4],
			[4, 5],
		],
		...[
			[2, null],
			[0, null],
			[0, null],
		],
	]);
	const { urls, ...paging } = (await ask('GET /api/urls?limit=4')).body.data;
	expect([urls.length, paging]).toEqual([4, expect.objectContaining({ result: 10, maxpage: 5 })]);
	expect(await sandbox.all('/api/urls', 'urls')).toHaveLength(10);
});

describe('webhooks', () => {
	const subscribe = async (path: string) =>
		await ask('POST /api/webhooks/subscribe', {
			url: `https://example.com/${path}`,
			events: ['link.clicked'],
		});

	test('are listed in pages', async () => {
		for (const path of ['a', 'b', 'c']) await subscribe(path);
		const whole = await ask('GET /api/webhooks');
		expect(Object.keys(whole.body.data)).toEqual(['webhooks']);
		expect((await ask('GET /api/webhooks?page=2')).status).toBe(422);
		await sandbox.change({ webhookPageSize: 2 });
		const first = await ask('GET /api/webhooks');
		expect(first.body.data).toMatchObject({ result: 3, perpage: 2, nextpage: 2, maxpage: 2 });
		const second = await ask('GET /api/webhooks?page=2');
		expect(second.body.data.webhooks).toMatchObject([{ url: 'https://example.com/c' }]);
	});

	test('are one for each URL', async () => {
		await sandbox.change({ webhooksPerUrl: 'one' });
		const answers = [await subscribe('a'), await subscribe('b'), await subscribe('a')];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
		expect(await sandbox.webhooks()).toHaveLength(2);
	});

	test('are so many and no more, switched-off ones among them', async () => {
		await sandbox.change({ webhookLimit: 2 });
		const first = await subscribe('a');
		await sandbox.deactivate(first.body.data.id);
		const answers = [await subscribe('b'), await subscribe('c')];
		expect(answers).toMatchObject([
			{ status: 200 },
			{ status: 403, body: { message: 'Your plan allows 2 webhooks.' } },
		]);
	});

	test('are made without events that the plan lacks, and say so', async () => {
		await sandbox.change({ planEvents: ['qr.scanned'] });
		const events = ['link.clicked', 'qr.scanned'];
		const url = 'https://example.com/a';
		const { body } = await ask('POST /api/webhooks/subscribe', { url, events });
		expect(body.data.events).toEqual(['qr.scanned']);
		expect(await sandbox.webhooks()).toMatchObject([{ events: ['qr.scanned'] }]);
	});

	test('do not say which events they get', async () => {
		await sandbox.change({ subscribedEvents: 'hidden' });
		const { body } = await subscribe('a');
		expect(Object.keys(body.data)).not.toContain('events');
		const { data } = (await ask('GET /api/webhooks')).body;
		expect(Object.keys((data.webhooks as object[])[0])).not.toContain('events');
	});

	test.each([
		['hidden', []],
		['listed', [{ url: 'https://example.com/a', active: false }]],
	] as const)('that were switched off are %s', async (inactiveWebhooks, shown) => {
		await sandbox.change({ inactiveWebhooks });
		const { body } = await subscribe('a');
		await sandbox.deactivate(body.data.id);
		expect((await ask('GET /api/webhooks')).body.data.webhooks).toMatchObject(shown);
	});
});

test('wrong values are told by field', async () => {
	await sandbox.change({ validation: 'byField' });
	const problem = (field: string, words: string) => ({
		status: 422,
		body: { message: 'The given data was invalid.', errors: { [field]: [words] } },
	});
	expect(await ask('POST /api/url/add', { url: 'x' })).toMatchObject(
		problem('url', 'The field "url" is not valid: must be an http or https URL.'),
	);
	expect(await ask('POST /api/url/add', { url: 'https://example.com', no: 1 })).toMatchObject(
		problem('no', 'Unknown field "no".'),
	);
	expect(await ask('GET /api/urls?page=x')).toMatchObject(
		problem('page', 'The query parameter "page" is not valid: must be a whole number.'),
	);
	const taken = { url: 'https://example.com', campaignId: 99 };
	expect((await ask('POST /api/url/add', taken)).body.errors).toHaveProperty('campaignId');
	expect((await bulk([{ name: 'a', url: 'x' }])).body.errors).toHaveProperty(['qrs.0.url']);
	expect((await ask('GET /api/url/99')).body).toEqual({ error: 1, message: expect.any(String) });
	await sandbox.change({ failuresAs200: true });
	expect((await ask('POST /api/url/add', { url: 'x' })).body).toMatchObject({ error: 1 });
});

test('the legacy API is not offered', async () => {
	expect((await ask('GET /v3/api/account')).status).toBe(200);
	await sandbox.change({ legacy: { offered: false } });
	for (const route of ['GET /v3/api/account', 'GET /v3/api/channels', 'POST /v3/api/pixel/add']) {
		expect(await ask(route)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
	}
	expect((await ask('GET /api/account')).status).toBe(200);
});

test('a limit of one endpoint says when to come back, and the others say what they have left', async () => {
	const endpoints = [{ method: 'POST', path: '/api/url/add', limit: 1, windowSeconds: 600 }];
	await sandbox.reset({ rateLimit: { limit: 60, endpoints } });
	await ask('POST /api/url/add', { url: 'https://example.com' });
	const refused = await ask('POST /api/url/add', { url: 'https://example.com' });
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
	const { headers } = await ask('GET /api/urls');
	expect(headers.get('x-ratelimit-remaining')).toBe('59');
});
