/** The settings that make the sandbox behave as other deployments do, where the documentation is silent. */
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

const byField = (field: string, message: string) => ({
	status: 422,
	body: { message: 'The given data was invalid.', errors: { [field]: [message] } },
});
const qrs = (entries: unknown) => ({ status: 200, body: { data: { qrs: entries } } });
const link = { url: 'https://example.com' };
const [toBulk, toLinks] = ['POST /api/qr/bulk', 'POST /api/url/add'];
const [validation, offered] = ['byField' as const, false];

test.each<[SettingsPatch, string, object, object?]>([
	[{ errorAs: 'string' }, 'GET /api/url/1', { body: { error: '0' } }],
	[{ errorAs: 'boolean' }, 'GET /api/url/1', { body: { error: false } }],
	[{ idsAsStrings: true }, 'GET /api/url/1', { body: { data: { id: '1' } } }],
	[{ failuresAs200: true }, 'GET /api/url/999', { status: 200, body: { error: 1 } }],
	[{ deletions: 'noContent' }, 'DELETE /api/qr/1/delete', { status: 204, body: '' }],
	[{ linkSearch: 'accepted' }, 'GET /api/urls?search=guide', { body: { data: { result: 1 } } }],
	[{ linkSearch: 'ignored' }, 'GET /api/urls?search=guide', { body: { data: { result: 4 } } }],
	[{ linkSearch: 'refused' }, 'GET /api/urls?search=guide', { status: 422 }],
	[{ legacy: { offered: true } }, 'GET /v3/api/account', { status: 200 }],
	[{ legacy: { offered } }, 'GET /v3/api/account', { status: 404, body: { message: 'Not Found' } }],
	[{ legacy: { offered } }, 'GET /v3/api/channels', { status: 404 }],
	[{ legacy: { offered } }, 'POST /v3/api/pixel/add', { status: 404 }],
	[{ legacy: { offered } }, 'GET /api/account', { status: 200 }],
	[
		{ validation },
		toLinks,
		byField('url', 'The field "url" is not valid: must be an http or https URL.'),
		{ url: 'x' },
	],
	[{ validation }, toLinks, byField('no', 'Unknown field "no".'), { ...link, no: 1 }],
	[
		{ validation },
		'GET /api/urls?page=x',
		byField('page', 'The query parameter "page" is not valid: must be a whole number.'),
	],
	[
		{ validation },
		toLinks,
		{ body: { errors: { campaignId: expect.any(Array) } } },
		{ ...link, campaignId: 99 },
	],
	[
		{ validation },
		toBulk,
		{ body: { errors: { 'qrs.0.url': expect.any(Array) } } },
		{ qrs: [{ name: 'a', url: 'x' }] },
	],
	[{ validation }, 'GET /api/url/99', { body: { error: 1, message: expect.any(String) } }],
	[{ validation, failuresAs200: true }, toLinks, { body: { error: 1 } }, { url: 'x' }],
	[
		{ bulk: { rowByRow: 'unnamed' } },
		toBulk,
		qrs([{ name: 'a' }, { name: 'b' }]),
		{ qrs: toRows('a', 'b') },
	],
	...(['index', 'row'] as const).flatMap((positions) =>
		([0, 1] as const).map((countFrom): [SettingsPatch, string, object, object] => [
			{ bulk: { positions, countFrom } },
			toBulk,
			qrs([{ [positions]: countFrom }, { [positions]: countFrom + 1 }]),
			{ qrs: toRows('a', 'b') },
		]),
	),
	[
		{ bulk: { names: 'hidden' } },
		toBulk,
		{ status: 200, body: { data: { qrs: [expect.not.objectContaining({ name: 'a' })] } } },
		{ qrs: toRows('a') },
	],
])('with %j, %s returns %j', async (...[settings, request, response, body]) => {
	await sandbox.change(settings);
	expect(await ask(request, body)).toMatchObject(response);
});

describe('bulk that creates row by row', () => {
	const bad = { name: 'c', url: 'no address' };

	test.each([
		['named', 'Row 2: The field "qrs.2.url" is not valid: must be an http or https URL.'],
		['unnamed', 'The data that was sent is not valid.'],
	] as const)(
		'stops at a malformed row, which is %s, and keeps earlier rows',
		async (rowByRow, words) => {
			const answer = await bulk([...toRows('a', 'b'), bad, ...toRows('d')], { rowByRow });
			expect([answer.status, answer.body]).toEqual([422, { error: 1, message: words }]);
			expect(await getNames()).toEqual(['a', 'b']);
		},
	);

	test('stops at a refused row and names its position, from 1', async () => {
		const settings = { rowByRow: 'named', refuse: 'bad', countFrom: 1 } as const;
		const { body } = await bulk(toRows('a', 'bad', 'd'), settings);
		expect(body.message).toBe('Row 2: The name "bad" is not allowed.');
		expect(await getNames()).toEqual(['a']);
	});

	test('stops at the quota', async () => {
		await sandbox.change({ quotas: { qrs: 3 } });
		expect((await bulk(toRows('a', 'b'), { rowByRow: 'named' })).status).toBe(403);
		expect(await getNames()).toEqual(['a']);
	});
});

test('bulk entries are keyed by their position, refused ones are separate', async () => {
	const refuse = { refuse: 'bad', refusedRows: 'errors' } as const;
	const settings = { positions: 'keys', countFrom: 1, ...refuse } as const;
	const { data } = (await bulk(toRows('a', 'bad', 'c'), settings)).body;
	expect(Object.keys(data.qrs)).toEqual(['1', '3']);
	expect(data.qrs).toMatchObject({ 1: { name: 'a' }, 3: { name: 'c' } });
	expect(data.errors).toMatchObject([{ index: 2, name: 'bad' }]);
});

test('names and targets are escaped and normalized in responses only', async () => {
	await sandbox.change({ names: 'escaped', targets: 'normalized', qrTargets: 'shown' });
	const row = { name: 'Tom & Jerry', url: 'https://example.com' };
	const shown = { name: 'Tom &amp; Jerry', target: 'https://example.com/' };
	expect((await ask('POST /api/qr/add', row)).body.data).toMatchObject(shown);
	expect((await bulk([row])).body.data.qrs).toMatchObject([shown]);
	expect((await ask('GET /api/qrs?search=Tom')).body.data.qrs).toMatchObject([shown, shown]);
	const link = await ask('POST /api/url/add', { url: 'https://example.com' });
	expect(link.body.data.longurl).toBe('https://example.com/');
	await sandbox.change({ names: 'asGiven', targets: 'asGiven' });
	expect((await ask('GET /api/qr/3')).body.data).toMatchObject({ name: row.name, target: row.url });
});

test('activity rows can be identical', async () => {
	await sandbox.fill('clicks', 80);
	await sandbox.change({ activity: 'alike' });
	const { activity } = (await ask('GET /api/url/1/stats/activity?page=2')).body.data;
	expect(new Set(activity.map((row) => JSON.stringify(row))).size).toBe(1);
	expect(Object.keys(activity[0])).toEqual(['country', 'city', 'browser', 'platform', 'referrer']);
	expect((await ask('GET /api/url/1')).body.data.clicks).toBe(40 + 80);
});

test('pages in the middle of a list can be empty without losing records', async () => {
	await sandbox.fill('links', 6);
	await sandbox.change({ emptyPages: [2, 3, 9] });
	const pages: Array<Array<number | null>> = [];
	for (let page = 1; page <= 7; page += 1) {
		const { urls, nextpage } = (await ask(`GET /api/urls?limit=4&page=${page}`)).body.data;
		pages.push([urls.length, nextpage]);
	}
	const [counts, next] = [0, 1].map((at) => pages.map((page) => page[at]));
	expect(counts).toEqual([4, 0, 0, 4, 2, 0, 0]);
	expect(next).toEqual([2, 3, 4, 5, null, null, null]);
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

	test('can be listed in pages', async () => {
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

	test('can be limited to one per URL', async () => {
		await sandbox.change({ webhooksPerUrl: 'one' });
		const answers = [await subscribe('a'), await subscribe('b'), await subscribe('a')];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
		expect(await sandbox.webhooks()).toHaveLength(2);
	});

	test('can be limited in number, deactivated ones included', async () => {
		await sandbox.change({ webhookLimit: 2 });
		const first = await subscribe('a');
		await sandbox.deactivate(first.body.data.id);
		const answers = [await subscribe('b'), await subscribe('c')];
		expect(answers).toMatchObject([
			{ status: 200 },
			{ status: 403, body: { message: 'Your plan allows 2 webhooks.' } },
		]);
	});

	test('are created without events that the plan lacks, and report the others', async () => {
		await sandbox.change({ planEvents: ['qr.scanned'] });
		const events = ['link.clicked', 'qr.scanned'];
		const url = 'https://example.com/a';
		const { body } = await ask('POST /api/webhooks/subscribe', { url, events });
		expect(body.data.events).toEqual(['qr.scanned']);
		expect(await sandbox.webhooks()).toMatchObject([{ events: ['qr.scanned'] }]);
	});

	test('can hide their events', async () => {
		await sandbox.change({ subscribedEvents: 'hidden' });
		const { body } = await subscribe('a');
		expect(Object.keys(body.data)).not.toContain('events');
		const { data } = (await ask('GET /api/webhooks')).body;
		expect(Object.keys((data.webhooks as object[])[0])).not.toContain('events');
	});

	test.each([
		['hidden', []],
		['listed', [{ url: 'https://example.com/a', active: false }]],
	] as const)('that are deactivated are %s', async (inactiveWebhooks, shown) => {
		await sandbox.change({ inactiveWebhooks });
		const { body } = await subscribe('a');
		await sandbox.deactivate(body.data.id);
		expect((await ask('GET /api/webhooks')).body.data.webhooks).toMatchObject(shown);
	});
});

test('a limited endpoint states when to retry, the others what is left', async () => {
	const endpoints = [{ method: 'POST', path: '/api/url/add', limit: 1, windowSeconds: 600 }];
	await sandbox.reset({ rateLimit: { limit: 60, endpoints } });
	await ask('POST /api/url/add', { url: 'https://example.com' });
	const refused = await ask('POST /api/url/add', { url: 'https://example.com' });
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
	const { headers } = await ask('GET /api/urls');
	expect(headers.get('x-ratelimit-remaining')).toBe('59');
});
