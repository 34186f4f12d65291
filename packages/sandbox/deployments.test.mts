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
const called = (alias: string) => ({ ...link, alias });
const badLink = { url: 'x' };
const badRow = { name: 'c', ...badLink };
const [one, two] = [{ qrs: toRows('a') }, { qrs: toRows('a', 'b') }];
const counted = { status: 200, body: { error: 0, message: '2 QR codes created.' } };
const threeLinks = 'GET /api/urls?limit=3';
const [toBulk, toLinks] = ['POST /api/qr/bulk', 'POST /api/url/add'];
const toWebhooks = 'POST /api/webhooks/subscribe';
const hook = { ...link, events: ['link.clicked'] };
const twoOfThem = [{ id: 1 }, { id: 2 }];
const toCodes = 'POST /api/qr/add';
const [poster, code] = ['https://example.com/poster', { name: 'a', ...link }];
const ofLaunch = { name: 'a', url: 'https://example.com/launch' };
const launchUrl = expect.stringMatching(/\/launch$/) as string;
const longName = { ...link, name: '0123456789'.repeat(4) };
const fish = { ...link, name: 'Fish & Chips' };
const tagged = { ...link, name: `<b onclick="x()">Tom</b> &amp; "It's" <3` };
const marked = { url: "https://example.com/<i>it's</i>" };
const taken = qrs([{ name: 'a' }, { error: 1, message: 'The name "Poster" is already taken.' }]);
const takenTwice = qrs([{ name: 'b' }, { error: 1, message: 'The name "b" is already taken.' }]);
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
	[{ bulk: { names: 'hidden' } }, toBulk, qrs([without('name')]), one],
	[{ qrTargets: 'shown' }, 'GET /api/qrs', qrs([{ target: poster }, {}])],
	[{ qrTargets: 'details' }, 'GET /api/qr/1', { body: { data: { target: poster } } }],
	[{ qrTargets: 'details' }, 'GET /api/qrs', qrs([without('target'), {}])],
	[{ qrLinkIds: 'shown' }, toCodes, { body: { data: { linkId: 7 } } }, code],
	[{ qrLinkIds: 'details' }, 'GET /api/qr/1', { body: { data: { linkId: 5 } } }],
	[{ qrDesigns: 'details' }, 'GET /api/qr/1', { body: { data: { size: 300, logo: null } } }],
	[{ qrListNames: 'hidden' }, 'GET /api/qrs', qrs([without('name'), without('name')])],
	[{ qrLinks: 'hidden' }, 'GET /api/urls', { body: { data: { result: 4 } } }],
	[{ qrLinks: 'hidden' }, 'GET /api/urls?search=poster', { body: { data: { result: 0 } } }],
	[{ qrSharedLinks: true }, toCodes, { body: { data: { url: launchUrl } } }, ofLaunch],
	[{ qrNames: 'cut' }, toCodes, { body: { data: { name: '0123456789'.repeat(3) } } }, longName],
	[{ qrNames: 'lowered' }, toCodes, { body: { data: { name: 'fish & chips' } } }, fish],
	[{ qrNames: 'slugged' }, toBulk, qrs([{ name: 'fish-chips' }]), { qrs: [fish] }],
	[
		{ qrNames: 'slugged' },
		'PUT /api/qr/1/update',
		{ body: { data: { name: 'a-b' } } },
		{ name: 'A B' },
	],
	[{ creations: 'message' }, toCodes, { body: { error: 0, message: text } }, code],
	[
		{ texts: 'escaped' },
		toBulk,
		qrs([{ name: 'Tom &amp; &quot;It&#039;s&quot; &lt;3' }]),
		{ qrs: [tagged] },
	],
	[
		{ texts: 'escaped' },
		toLinks,
		{ body: { data: { longurl: "https://example.com/it's" } } },
		marked,
	],
	[{ envelope: 'topLevel' }, 'GET /api/url/1', { body: { error: 0, id: 1, alias: 'launch' } }],
	[{ envelope: 'topLevel' }, 'GET /api/urls', { body: { result: 6, urls: expect.any(Array) } }],
	[{ collections: 'list' }, 'GET /api/qrs', { body: { data: { result: 2, list: twoOfThem } } }],
	[{ collections: 'other' }, 'GET /api/qrs', { body: { data: { result: 2, rows: twoOfThem } } }],
	[{ figures: 'text' }, 'GET /api/qrs', { body: { data: { result: '2', maxpage: '1' } } }],
	[{ listOrder: 'newest' }, 'GET /api/urls?limit=1', { body: { data: { urls: [{ id: 6 }] } } }],
	[{ figures: 'ofPage' }, threeLinks, { body: { data: { result: 3, maxpage: 2 } } }],
	[{ qrSearch: 'exact' }, 'GET /api/qrs?search=Post', { body: { data: { qrs: [] } } }],
	[{ qrSearch: 'ignored' }, 'GET /api/qrs?search=Post', { body: { data: { result: 2 } } }],
	[{ extraFields: true }, 'GET /api/url/1', { body: { data: { tags: expect.any(Array) } } }],
	[{ counters: 'text' }, 'GET /api/url/1', { body: { data: { clicks: '40' } } }],
	[{ dates: 'space' }, 'GET /api/qr/1', { body: { data: { date: '2026-01-20 10:30:00' } } }],
	[{ dates: 'noOffset' }, 'GET /api/url/1', { body: { data: { date: '2026-01-15T09:00:00' } } }],
	[{ dates: 'offset' }, 'GET /api/qr/1', { body: { data: { date: '2026-01-20T12:30:00+02:00' } } }],
	[{ idsAsStrings: true }, toLinks, { status: 200 }, { ...link, campaignId: '1' }],
	[{ nextpage: 'same' }, 'GET /api/qrs', { body: { data: { currentpage: 1, nextpage: 1 } } }],
	[{ emptyMaxpage: 0 }, 'GET /api/qrs?search=Nothing', { body: { data: { maxpage: 0 } } }],
	[{ aliases: 'lowered' }, toLinks, { body: { data: { alias: 'ab' } } }, called('AB')],
	[{ aliases: 'anyLetters' }, toLinks, { status: 200 }, called('été')],
	[{ aliases: 'ascii' }, toLinks, { status: 422 }, called('été')],
	[{ takenAlias: 'replaced' }, toLinks, { status: 200 }, called('launch')],
	[{ qrNames: 'unique' }, 'POST /api/qr/add', { status: 409 }, { ...link, name: 'Poster' }],
	[{ qrNames: 'unique' }, toBulk, taken, { qrs: toRows('a', 'Poster') }],
	[{ qrNames: 'unique' }, toBulk, takenTwice, { qrs: toRows('b', 'b') }],
	[{ quotas: { qrs: 2 } }, toBulk, { status: 403 }, one],
	[{ bulk: { shape: 'message' } }, toBulk, counted, two],
	[{ bulk: { entries: 'enveloped' } }, toBulk, qrs([{ error: 0, data: { name: 'a' } }]), one],
	[{ bulk: { entries: 'ids' } }, toBulk, qrs([3]), one],
	[{ bulk: { entries: 'ids' }, idsAsStrings: true }, toBulk, qrs(['3']), one],
	[{ subscribeAnswer: 'record' }, toWebhooks, { body: { data: { id: 1, ...hook } } }, hook],
])(
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
