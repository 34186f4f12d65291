/** The settings that make the sandbox behave as other deployments do, where the documentation is silent. */
import type { SettingsPatch } from './settings.mts';
import { useSandbox } from './useSandbox.mts';
import type { Data } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const toRows = (...names: string[]) => names.map((name) => ({ name, url: 'https://example.com' }));
const bulk = async <T = Data,>(qrs: object[], settings: SettingsPatch['bulk'] = {}) => {
	await sandbox.change({ bulk: settings });
	return await ask<T>('POST /api/qr/bulk', { qrs });
};
const getNames = async () =>
	(await sandbox.all('/api/qrs', 'qrs')).slice(2).map(({ name }) => name);

const notUrl = 'is not valid: must be an http or https URL.';
const refused = (what: string) => ({ status: 422, body: { message: `${what} ${notUrl}` } });
const qrs = (entries: unknown) => ({ status: 200, body: { data: { qrs: entries } } });
const without = (name: string) =>
	expect.not.objectContaining({ [name]: expect.anything() }) as object;
const text = expect.any(String) as string;
const link = { url: 'https://example.com' };
const called = (alias: string) => ({ ...link, alias });
const badLink = { url: 'x' };
const badRow = { name: 'c', ...badLink };
const [one, two] = [{ qrs: toRows('a') }, { qrs: toRows('a', 'b') }];
const withBad = { qrs: [...toRows('a'), badRow] };
const counted = { status: 200, body: { error: 0, message: '2 QR codes created.' } };
const keyed = qrs({ a: { id: 3 }, b: { id: 4 } });
const threeLinks = 'GET /api/urls?limit=3';
const [toBulk, toLinks] = ['POST /api/qr/bulk', 'POST /api/url/add'];
const twoOfThem = [{ id: 1 }, { id: 2 }];
const longId = { id: '1800000000000000001' };
const uuid = { id: '5bd1e995-7a1c-4b3d-9e5f-000000000001' };
const news = { shorturl: 'go.example.com/news' };
const taken = qrs([
	{ name: 'a' },
	{ error: 1, message: 'Row 1: The name "Poster" is already taken.' },
]);
const offered = false;

test.each<[SettingsPatch, string, object, object?]>([
	[{ errorAs: 'string' }, 'GET /api/url/1', { body: { error: '0' } }],
	[{ errorAs: 'boolean' }, 'GET /api/url/1', { body: { error: false } }],
	[{ idsAsStrings: true }, 'GET /api/url/1', { body: { data: { id: '1' } } }],
	[{ failuresAs200: true }, 'GET /api/url/999', { status: 200, body: { error: 1 } }],
	[{ deletions: 'noContent' }, 'DELETE /api/qr/1/delete', { status: 204, body: '' }],
	[{ deletions: 'empty' }, 'DELETE /api/qr/1/delete', { status: 200, body: '' }],
	[{ deletedTwice: 'accepted' }, 'DELETE /api/qr/999/delete', { status: 200 }],
	[{ legacy: { offered } }, 'GET /v3/api/account', { status: 404, body: { message: 'Not Found' } }],
	[{ legacy: { offered } }, 'GET /api/account', { status: 200 }],
	[{ bulk: { rowByRow: 'unnamed' } }, toBulk, qrs([{ name: 'a' }, { name: 'b' }]), two],
	[{ bulk: { positions: 'nameKeys', names: 'hidden' } }, toBulk, keyed, two],
	[{ bulk: { positions: 'index', countFrom: 0 } }, toBulk, qrs([{ index: 0 }, { index: 1 }]), two],
	[{ bulk: { positions: 'index', countFrom: 1 } }, toBulk, qrs([{ index: 1 }, { index: 2 }]), two],
	[{ bulk: { positions: 'row', countFrom: 0 } }, toBulk, qrs([{ row: 0 }, { row: 1 }]), two],
	[{ bulk: { positions: 'row', countFrom: 1 } }, toBulk, qrs([{ row: 1 }, { row: 2 }]), two],
	[{ bulk: { names: 'hidden' } }, toBulk, qrs([without('name')]), one],
	[{ qrTargets: 'nowhere' }, 'GET /api/qr/1', { body: { data: without('target') } }],
	[{ envelope: 'topLevel' }, 'GET /api/url/1', { body: { error: 0, id: 1, alias: 'launch' } }],
	[{ envelope: 'topLevel' }, 'GET /api/urls', { body: { result: 4, urls: expect.any(Array) } }],
	[{ createdStatus: 201 }, toLinks, { status: 201 }, link],
	[{ remarks: 'message' }, toLinks, { body: { message: text } }, link],
	[{ remarks: 'warnings' }, toLinks, { body: { warnings: [text] } }, link],
	[{ notFound: 'null' }, 'GET /api/qr/999', { status: 200, body: { error: 0, data: null } }],
	[{ notFound: 'empty' }, 'GET /api/qr/999', { status: 200, body: { error: 0, data: {} } }],
	[{ notFound: 'absent' }, 'GET /api/qr/999', { status: 200, body: { error: 0 } }],
	[{ notFound: 'null' }, 'GET /api/nothing', { status: 404 }],
	[{ notFound: 'null' }, 'DELETE /api/qr/999/delete', { status: 404 }],
	[{ collections: 'list' }, 'GET /api/qrs', { body: { data: { result: 2, list: twoOfThem } } }],
	[{ collections: 'bare' }, 'GET /api/qrs', { body: { result: 2, data: twoOfThem } }],
	[{ figures: 'text' }, 'GET /api/qrs', { body: { data: { result: '2', maxpage: '1' } } }],
	[{ figures: 'ofPage' }, threeLinks, { body: { data: { result: 3, maxpage: 2 } } }],
	[{ qrSearch: 'exact' }, 'GET /api/qrs?search=Post', { body: { data: { qrs: [] } } }],
	[{ qrSearch: 'ignored' }, 'GET /api/qrs?search=Post', { body: { data: { result: 2 } } }],
	[{ extraFields: true }, 'GET /api/url/1', { body: { data: { tags: expect.any(Array) } } }],
	[{ counters: 'text' }, 'GET /api/url/1', { body: { data: { clicks: '40' } } }],
	[{ nulls: 'empty' }, 'GET /api/qr/1', { body: { data: { logo: '' } } }],
	[{ dates: 'space' }, 'GET /api/qr/1', { body: { data: { date: '2026-01-20 10:30:00' } } }],
	[{ dates: 'noOffset' }, 'GET /api/url/1', { body: { data: { date: '2026-01-15T09:00:00' } } }],
	[{ dates: 'offset' }, 'GET /api/qr/1', { body: { data: { date: '2026-01-20T12:30:00+02:00' } } }],
	[{ dates: 'seconds' }, 'GET /api/qr/1', { body: { data: { date: 1768905000 } } }],
	[{ dates: 'milliseconds' }, 'GET /api/qr/1', { body: { data: { date: 1768905000000 } } }],
	[{ ids: 'descending' }, 'GET /api/url/899999999', { body: { data: { id: 899999999 } } }],
	[{ ids: 'long' }, 'GET /api/urls?limit=1', { body: { data: { urls: [longId] } } }],
	[{ ids: 'long' }, `GET /api/url/${longId.id}`, { body: { data: longId } }],
	[{ ids: 'uuid' }, `GET /api/url/${uuid.id}`, { body: { data: uuid } }],
	[{ ids: 'uuid' }, toLinks, { status: 200 }, { ...link, campaignId: uuid.id }],
	[{ ids: 'random' }, 'GET /api/url/1', { status: 404 }],
	[{ shortUrls: 'noScheme' }, 'GET /api/url/3', { body: { data: news } }],
	[{ aliases: 'lowered' }, toLinks, { body: { data: { alias: 'ab' } } }, called('AB')],
	[{ aliases: 'anyLetters' }, toLinks, { status: 200 }, called('été')],
	[{ aliases: 'ascii' }, toLinks, { status: 422 }, called('été')],
	[{ aliasesAsNumbers: true }, toLinks, { body: { data: { alias: 2031 } } }, called('2031')],
	[{ takenAlias: 'replaced' }, toLinks, { status: 200 }, called('launch')],
	[{ qrNames: 'unique' }, 'POST /api/qr/add', { status: 409 }, { ...link, name: 'Poster' }],
	[{ qrNames: 'unique', bulk: { places: 'row' } }, toBulk, taken, { qrs: toRows('a', 'Poster') }],
	[
		{ quotaWords: 'used', quotas: { qrs: 2 } },
		toBulk,
		{ status: 403, body: { message: 'Quota exceeded for qrs: 2 of 2 used.' } },
		one,
	],
	[{ bulk: { shape: 'message' } }, toBulk, counted, two],
	[{ bulk: { entries: 'enveloped' } }, toBulk, qrs([{ error: 0, data: { name: 'a' } }]), one],
	[{ bulk: { places: 'path', countFrom: 1 } }, toBulk, refused('The field "qrs.2.url"'), withBad],
	[{ bulk: { places: 'row', countFrom: 0 } }, toBulk, refused('Row 1: The field "url"'), withBad],
	[{ bulk: { places: 'none', countFrom: 0 } }, toBulk, refused('The field "url"'), withBad],
])('with %j, %s returns %j', async (...[settings, request, response, body]) => {
	await sandbox.change(settings);
	expect(await ask(request, body)).toMatchObject(response);
});

describe('bulk that creates row by row', () => {
	test.each([
		['named', `Row 2: The field "qrs.2.url" ${notUrl}`],
		['unnamed', 'The data that was sent is not valid.'],
	] as const)(
		'stops at a malformed row, which is %s, and keeps earlier rows',
		async (rowByRow, words) => {
			const answer = await bulk([...toRows('a', 'b'), badRow, ...toRows('d')], { rowByRow });
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

const subscribe = async (path: string) =>
	await ask('POST /api/webhooks/subscribe', {
		url: `https://example.com/${path}`,
		events: ['link.clicked'],
	});

describe('webhooks', () => {
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

test.each<[string, SettingsPatch, number[]]>([
	['have the newest record first', { listOrder: 'newest' }, [4, 3, 2, 1]],
	['have a random order', { listOrder: 'random' }, [2, 1, 4, 3]],
])('lists %s', async (_, settings, ids) => {
	await sandbox.change(settings);
	const pages = await Promise.all(
		[1, 2, 3].map(async (page) => await ask(`GET /api/urls?limit=2&page=${page}`)),
	);
	expect(pages.flatMap(({ body }) => body.data.urls.map(({ id }) => id))).toEqual(ids);
});

test('lists show a new record after a while', async () => {
	await sandbox.change({ listDelayMs: 3_000 });
	const { body } = await ask('POST /api/url/add', link);
	expect((await ask('GET /api/urls')).body.data.result).toBe(4);
	expect((await ask(`GET /api/url/${body.data.id}`)).status).toBe(200);
	await new Promise((done) => setTimeout(done, 3_050));
	expect((await ask('GET /api/urls')).body.data.result).toBe(5);
});

test('targets are decoded in responses only', async () => {
	const url = 'https://b\u00fccher.example/%C3%A4';
	const { body } = await ask('POST /api/url/add', { url });
	expect(body.data.longurl).toBe(url);
	const path = `GET /api/url/${body.data.id}`;
	await sandbox.change({ targets: 'decoded' });
	expect((await ask(path)).body.data.longurl).toBe('https://bücher.example/ä');
	await sandbox.change({ targets: 'normalized' });
	expect((await ask(path)).body.data.longurl).toBe('https://xn--bcher-kva.example/%C3%A4');
});

test.each([
	['trimmed', 'Tom Jerry'],
	['composed', ' Tom  Jerry '],
] as const)('names are %s', async (names, shown) => {
	await sandbox.change({ names });
	const { body } = await ask('POST /api/qr/add', { ...link, name: ' Tom  Jerry ' });
	expect(body.data.name).toBe(shown);
});

test('the rows of a batch count as requests, and the limit may end it in the middle', async () => {
	const rateLimit = { limit: 3, windowSeconds: 600, countsRows: true };
	await sandbox.reset({ rateLimit, bulk: { rowByRow: 'named' } });
	const refused = await ask('POST /api/qr/bulk', { qrs: toRows('a', 'b', 'c', 'd') });
	expect(refused.status).toBe(429);
	await sandbox.change({ rateLimit: { limit: null } });
	expect(await getNames()).toEqual(['a', 'b', 'c']);
	await sandbox.reset({ rateLimit });
	const whole = await ask('POST /api/qr/bulk', { qrs: toRows('a', 'b', 'c', 'd') });
	expect([whole.status, whole.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
});

test('a repeated idempotency key can be a conflict', async () => {
	await sandbox.change({ repeatedKey: 'conflict' });
	const create = async () => await ask('POST /v1/links', link, { 'Idempotency-Key': 'k' });
	expect([(await create()).status, (await create()).status]).toEqual([200, 409]);
});

test('a second webhook of a URL can replace the first, and the list can hide IDs', async () => {
	await sandbox.change({ webhooksPerUrl: 'replaced', webhookIds: 'hidden' });
	const url = 'https://example.com/a';
	const subscribe = async (...events: string[]) =>
		await ask('POST /api/webhooks/subscribe', { url, events });
	const [first, second] = [await subscribe('link.clicked'), await subscribe('qr.scanned')];
	expect(second.body.data.id).toBe(first.body.data.id);
	const { webhooks } = (await ask('GET /api/webhooks')).body.data;
	expect(webhooks).toMatchObject([{ url, events: ['qr.scanned'] }]);
	expect(Object.keys(webhooks[0])).not.toContain('id');
});
