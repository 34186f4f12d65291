/** Tests the settings that make the sandbox behave like various real deployments. */
import { listSettings, type SettingsPatch } from './settings.mts';
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
const qrs = (entries: unknown) => ({ status: 200, body: { data: { qrs: entries } } });
const without = (name: string) =>
	expect.not.objectContaining({ [name]: expect.anything() }) as object;
const link = { url: 'https://example.com' };
const text = expect.any(String);
const badLink = { url: 'x' };
const badRow = { name: 'c', ...badLink };
const [one, two] = [{ qrs: toRows('a') }, { qrs: toRows('a', 'b') }];
const counted = { status: 200, body: { error: 0, message: '2 QR codes created.' } };
const toBulk = 'POST /api/qr/bulk';
const toWebhooks = 'POST /api/webhooks/subscribe';
const hook = { ...link, events: ['link.clicked'] };
const toCodes = 'POST /api/qr/add';
const code = { name: 'a', ...link };
const ofLaunch = { name: 'a', url: 'https://example.com/launch' };
const launchUrl = expect.stringMatching(/\/launch$/) as string;
const tagged = { ...link, name: `<b onclick="x()">Tom</b> &amp; "It's" <3` };
const taken = qrs([{ name: 'a' }, { error: 1, message: 'The name "Poster" is already taken.' }]);
const takenTwice = qrs([{ name: 'b' }, { error: 1, message: 'The name "b" is already taken.' }]);

type Row = [settings: SettingsPatch, request: string, response: object, body?: object];
/** The settings, the request with its body, and a part of the response, one row per line. */
const responses = `
	{"errorAs": "string"} | GET /api/url/1 | {"body": {"error": "0"}}
	{"errorAs": "boolean"} | GET /api/url/1 | {"body": {"error": false}}
	{"idsAsStrings": true} | GET /api/url/1 | {"body": {"data": {"id": "1"}}}
	{"failuresAs200": true} | GET /api/url/999 | {"status": 200, "body": {"error": 1}}
	{"deletions": "noContent"} | DELETE /api/qr/1/delete | {"status": 204, "body": ""}
	{"deletions": "empty"} | DELETE /api/qr/1/delete | {"status": 200, "body": ""}
	{"deletedTwice": "accepted"} | DELETE /api/qr/999/delete | {"status": 200}
	{"legacy": {"offered": false}} | GET /v3/api/account | {"status": 404, "body": {"message": "Not Found"}}
	{"legacy": {"offered": false}} | GET /api/account | {"status": 200}
	{"qrTargets": "shown"} | GET /api/qrs | {"status": 200, "body": {"data": {"qrs": [{"target": "https://example.com/poster"}, {}]}}}
	{"qrTargets": "details"} | GET /api/qr/1 | {"body": {"data": {"target": "https://example.com/poster"}}}
	{"qrLinkIds": "shown"} | POST /api/qr/add {"name": "a", "url": "https://example.com"} | {"body": {"data": {"linkId": 7}}}
	{"qrLinkIds": "details"} | GET /api/qr/1 | {"body": {"data": {"linkId": 5}}}
	{"qrDesigns": "details"} | GET /api/qr/1 | {"body": {"data": {"size": 300, "logo": null}}}
	{"qrLinks": "hidden"} | GET /api/urls | {"body": {"data": {"result": 4}}}
	{"qrLinks": "hidden"} | GET /api/urls?search=poster | {"body": {"data": {"result": 0}}}
	{"qrNames": "cut"} | POST /api/qr/add {"url": "https://example.com", "name": "0123456789012345678901234567890123456789"} | {"body": {"data": {"name": "012345678901234567890123456789"}}}
	{"qrNames": "lowered"} | POST /api/qr/add {"url": "https://example.com", "name": "Fish & Chips"} | {"body": {"data": {"name": "fish & chips"}}}
	{"qrNames": "slugged"} | POST /api/qr/bulk {"qrs": [{"url": "https://example.com", "name": "Fish & Chips"}]} | {"status": 200, "body": {"data": {"qrs": [{"name": "fish-chips"}]}}}
	{"qrNames": "slugged"} | PUT /api/qr/1/update {"name": "A B"} | {"body": {"data": {"name": "a-b"}}}
	{"texts": "escaped"} | POST /api/url/add {"url": "https://example.com/<i>it's</i>"} | {"body": {"data": {"longurl": "https://example.com/it's"}}}
	{"envelope": "topLevel"} | GET /api/url/1 | {"body": {"error": 0, "id": 1, "alias": "launch"}}
	{"collections": "list"} | GET /api/qrs | {"body": {"data": {"result": 2, "list": [{"id": 1}, {"id": 2}]}}}
	{"collections": "other"} | GET /api/qrs | {"body": {"data": {"result": 2, "rows": [{"id": 1}, {"id": 2}]}}}
	{"figures": "text"} | GET /api/qrs | {"body": {"data": {"result": "2", "maxpage": "1"}}}
	{"listOrder": "newest"} | GET /api/urls?limit=1 | {"body": {"data": {"urls": [{"id": 6}]}}}
	{"figures": "ofPage"} | GET /api/urls?limit=3 | {"body": {"data": {"result": 3, "maxpage": 2}}}
	{"qrSearch": "exact"} | GET /api/qrs?search=Post | {"body": {"data": {"qrs": []}}}
	{"qrSearch": "ignored"} | GET /api/qrs?search=Post | {"body": {"data": {"result": 2}}}
	{"counters": "text"} | GET /api/url/1 | {"body": {"data": {"clicks": "40"}}}
	{"dates": "space"} | GET /api/qr/1 | {"body": {"data": {"date": "2026-01-20 10:30:00"}}}
	{"dates": "noOffset"} | GET /api/url/1 | {"body": {"data": {"date": "2026-01-15T09:00:00"}}}
	{"dates": "offset"} | GET /api/qr/1 | {"body": {"data": {"date": "2026-01-20T12:30:00+02:00"}}}
	{"idsAsStrings": true} | POST /api/url/add {"url": "https://example.com", "campaignId": "1"} | {"status": 200}
	{"nextpage": "same"} | GET /api/qrs | {"body": {"data": {"currentpage": 1, "nextpage": 1}}}
	{"emptyMaxpage": 0} | GET /api/qrs?search=Nothing | {"body": {"data": {"maxpage": 0}}}
	{"aliases": "lowered"} | POST /api/url/add {"url": "https://example.com", "alias": "AB"} | {"body": {"data": {"alias": "ab"}}}
	{"aliases": "anyLetters"} | POST /api/url/add {"url": "https://example.com", "alias": "été"} | {"status": 200}
	{"aliases": "ascii"} | POST /api/url/add {"url": "https://example.com", "alias": "été"} | {"status": 422}
	{"takenAlias": "replaced"} | POST /api/url/add {"url": "https://example.com", "alias": "launch"} | {"status": 200}
	{"qrNames": "unique"} | POST /api/qr/add {"url": "https://example.com", "name": "Poster"} | {"status": 409}
	{"quotas": {"qrs": 2}} | POST /api/qr/bulk {"qrs": [{"name": "a", "url": "https://example.com"}]} | {"status": 403}
	{"bulk": {"entries": "ids"}} | POST /api/qr/bulk {"qrs": [{"name": "a", "url": "https://example.com"}]} | {"status": 200, "body": {"data": {"qrs": [3]}}}
	{"bulk": {"entries": "ids"}, "idsAsStrings": true} | POST /api/qr/bulk {"qrs": [{"name": "a", "url": "https://example.com"}]} | {"status": 200, "body": {"data": {"qrs": ["3"]}}}
`;
const toRow = (line: string): Row => {
	const [settings, request, response] = line.split(' | ');
	const [, route, body] = /^(\S+ \S+) ?(.*)$/.exec(request)!;
	const parse = (text: string) => JSON.parse(text) as object;
	return [parse(settings), route, parse(response), body === '' ? undefined : parse(body)];
};

test.each([
	...responses.trim().split('\n').map(toRow),
	[{ bulk: { rowByRow: 'unnamed' } }, toBulk, qrs([{ name: 'a' }, { name: 'b' }]), two],
	[{ bulk: { names: 'hidden' } }, toBulk, qrs([without('name')]), one],
	[{ qrTargets: 'details' }, 'GET /api/qrs', qrs([without('target'), {}])],
	[{ qrListNames: 'hidden' }, 'GET /api/qrs', qrs([without('name'), without('name')])],
	[{ qrSharedLinks: true }, toCodes, { body: { data: { url: launchUrl } } }, ofLaunch],
	[{ creations: 'message' }, toCodes, { body: { error: 0, message: text } }, code],
	[
		{ texts: 'escaped' },
		toBulk,
		qrs([{ name: 'Tom &amp; &quot;It&#039;s&quot; &lt;3' }]),
		{ qrs: [tagged] },
	],
	[{ envelope: 'topLevel' }, 'GET /api/urls', { body: { result: 6, urls: expect.any(Array) } }],
	[{ extraFields: true }, 'GET /api/url/1', { body: { data: { tags: expect.any(Array) } } }],
	[{ qrNames: 'unique' }, toBulk, taken, { qrs: toRows('a', 'Poster') }],
	[{ qrNames: 'unique' }, toBulk, takenTwice, { qrs: toRows('b', 'b') }],
	[{ bulk: { shape: 'message' } }, toBulk, counted, two],
	[{ bulk: { entries: 'enveloped' } }, toBulk, qrs([{ error: 0, data: { name: 'a' } }]), one],
	[{ subscribeAnswer: 'record' }, toWebhooks, { body: { data: { id: 1, ...hook } } }, hook],
] satisfies Row[])(
	'the sandbox with the settings %j responds to %s with %j',
	async (...[settings, request, response, body]) => {
		await sandbox.change(settings);
		expect(await ask(request, body)).toMatchObject(response);
	},
);

test('every sandbox setting states its origin: an ambiguous document or an observation', () => {
	const named = /^(S[1-6]\b|(current|legacy) API\b|both\b|rehearsal$)/;
	const nameless = listSettings().filter(({ origin }) => !named.test(origin));
	expect(nameless.map(({ name }) => name)).toEqual([]);
});

test.each([
	['named', badRow, `Row 2: The field "qrs.2.url" ${notUrl}`],
	['unnamed', badRow, 'The data that was sent is not valid.'],
	['named', toRows('bad')[0], 'Row 2: The name "bad" is not allowed.'],
] as const)(
	'a batch with rowByRow "%s" and the row %j creates only the earlier rows',
	async (rowByRow, row, message) => {
		const rows = [...toRows('a', 'b'), row, ...toRows('d')];
		const { status, body } = await bulk(rows, { rowByRow, refuse: 'bad' });
		expect([status, body]).toEqual([422, { error: 1, message }]);
		expect(await getNames()).toEqual(['a', 'b']);
	},
);

const subscribe = (path: string, events = ['link.clicked']) =>
	ask(toWebhooks, { url: `https://example.com/${path}`, events });

test('the setting webhooksPerUrl "one" refuses a second webhook for a URL', async () => {
	await sandbox.change({ webhooksPerUrl: 'one' });
	const answers = [await subscribe('a'), await subscribe('b'), await subscribe('a')];
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 409]);
	expect(await sandbox.webhooks()).toHaveLength(2);
});

test('the setting webhookUrls "masked" hides the paths in the list of webhooks', async () => {
	await sandbox.change({ webhookUrls: 'masked' });
	await subscribe('secret');
	const { webhooks } = (await ask('GET /api/webhooks')).body.data;
	expect(webhooks).toMatchObject([{ url: 'https://example.com/***' }]);
});

test('webhookLimit limits the number of webhooks, including deactivated ones', async () => {
	await sandbox.change({ webhookLimit: 2 });
	const first = await subscribe('a');
	await sandbox.deactivate(first.body.data.id);
	const answers = [await subscribe('b'), await subscribe('c')];
	expect(answers).toMatchObject([
		{ status: 200 },
		{ status: 403, body: { message: 'Your plan allows 2 webhooks.' } },
	]);
});

test('a new webhook gets only those requested events that planEvents allows', async () => {
	await sandbox.change({ planEvents: ['qr.scanned'] });
	await subscribe('a', ['link.clicked', 'qr.scanned']);
	expect(await sandbox.webhooks()).toMatchObject([{ events: ['qr.scanned'] }]);
});

test.each([
	['hidden', []],
	['listed', [{ url: 'https://example.com/a', active: false }]],
] as const)(
	'the setting inactiveWebhooks makes deactivated webhooks %s',
	async (inactiveWebhooks, shown) => {
		await sandbox.change({ inactiveWebhooks });
		const { body } = await subscribe('a');
		await sandbox.deactivate(body.data.id);
		expect((await ask('GET /api/webhooks')).body.data.webhooks).toMatchObject(shown);
	},
);

test('a list shows a new record only after listDelayMs', async () => {
	await sandbox.change({ listDelayMs: 3_000 });
	const { body } = await ask('POST /api/url/add', link);
	expect((await ask('GET /api/urls')).body.data.result).toBe(6);
	expect((await ask(`GET /api/url/${body.data.id}`)).status).toBe(200);
	await new Promise((done) => setTimeout(done, 3_050));
	expect((await ask('GET /api/urls')).body.data.result).toBe(7);
});

test('the setting countsRows counts each row of a batch against the rate limit, which can stop the batch midway', async () => {
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

test('the setting webhooksPerUrl "replaced" replaces the first webhook for a URL with the second', async () => {
	await sandbox.change({ webhooksPerUrl: 'replaced' });
	const [first, second] = [await subscribe('a'), await subscribe('a', ['qr.scanned'])];
	expect(second.body.data.id).toBe(first.body.data.id);
	const { webhooks } = (await ask('GET /api/webhooks')).body.data;
	expect(webhooks).toMatchObject([{ url: 'https://example.com/a', events: ['qr.scanned'] }]);
});
