import { EVENT_TYPES } from '../../../nodes/LinkPlatform/events/events.ts';
import { eventTypes as offered } from '../../../packages/sandbox/events.mts';
import {
	getFailure,
	getField,
	getJson,
	getPairs,
	getRecord,
	requested,
	sent,
} from '../../support/sent.mts';
import { derivedSecret } from '../../support/trigger.mts';
import { byId, useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://n8n.example.com/webhook/4f1c/webhook';
const LIST = { request: 'GET /api/webhooks' };
const FINE = 'The webhook is active with all requested events';

/** Reads all webhooks with their secrets, including inactive webhooks. */
const held = () => world.webhooks();

/** Creates a webhook; returns its ID. */
const subscribe = async (address: string, events = ['link.clicked'], secret = 'foreign-secret') => {
	const record = await world.first('webhook', 'create', {
		url: address,
		events,
		additionalFields: { secret },
	});
	await world.forget();
	return record.id as number;
};

/** Returns the secret that the trigger would derive for the URL. */
const derived = () => derivedSecret(world.apiKey, url);

test("webhook.create sends the URL, events and secret, and doesn't return that secret", async () => {
	const secret = 'my-own-secret';
	const events = ['link.clicked', 'qr.scanned'];
	const { items } = await world.run('webhook', 'create', {
		url,
		events,
		additionalFields: { secret },
	});
	expect(await sent(world)).toEqual([
		{ request: 'POST /api/webhooks/subscribe', body: { url, events, secret } },
	]);
	expect(getJson(items)).toEqual([{ id: 1 }]);
	expect(await held()).toMatchObject([{ secret }]);
});

test('webhook.create without a secret returns the secret that Link Platform generated', async () => {
	await world.change({ subscribeAnswer: 'record' });
	const record = await world.first('webhook', 'create', {
		url,
		events: '={{ "link.clicked, qr.scanned" }}',
	});
	expect((await sent(world))[0].body).toEqual({ url, events: ['link.clicked', 'qr.scanned'] });
	expect(record.secret).toBe((await held())[0].secret);
});

test('webhook.getAll masks every field whose name contains "secret"', async () => {
	const secrets = {
		secret: 's3cret-one',
		signingSecret: 's3cret-two',
		client_secret: 's3cret-three',
	};
	await world.respond('/api/webhooks', { webhooks: [{ id: 1, url, ...secrets }] });
	const { items } = await world.run('webhook', 'getAll', { returnAll: true });
	expect(getJson(items)).toMatchObject([{ id: 1, url, secret: '***', signingSecret: '***' }]);
	expect(JSON.stringify(items)).not.toContain('s3cret');
});

test('webhook.delete deletes a webhook, and only the item with an unknown ID fails', async () => {
	const id = await subscribe(url);
	const result = await world.run(
		'webhook',
		'delete',
		{ webhookId: byId('={{ $json.id }}') },
		{ items: [{ json: { id: 99 } }, { json: { id } }] },
	);
	expect((await requested(world)).sort()).toEqual([
		`DELETE /api/webhooks/subscribe/${id}`,
		'DELETE /api/webhooks/subscribe/99',
	]);
	expect([getJson(result.items), getPairs(result.items)]).toEqual([[{ deleted: true }], [1]]);
	expect(result.errorItems[0].json.message).toContain("Looked for 'Webhook' 99");
	expect(await held()).toEqual([]);
});

test.each(['objects', 'strings', 'keyed'] as const)(
	'webhook.getEventTypes returns one item per event type if the response contains them as %s',
	async (eventTypes) => {
		await world.change({ eventTypes });
		const { items } = await world.run('webhook', 'getEventTypes');
		expect(await sent(world)).toEqual([{ request: 'GET /api/webhooks/events' }]);
		expect(items).toHaveLength(offered.length);
		expect(items[0].json.name).toBe('link.created');
	},
);

test('the dropdown for a webhook can be searched, and the dropdown for events shows readable names', async () => {
	const id = await subscribe(url);
	const { results } = await world.engine.listSearch('searchWebhooks', { filter: '4f1c' });
	expect(results).toEqual([{ name: `${url} (${id})`, value: String(id) }]);
	const options = await world.engine.loadOptions('getEventTypes', { node: 'linkPlatform' });
	const names = options.map(({ name }) => name);
	expect(names.slice(0, 2)).toEqual(['Link Clicked', 'QR Code Scanned']);
	expect(names.slice(-3)).toEqual(['Newsletter Sent', 'Verification Approved', 'All Events']);
});

test('the dropdown for events shows the documented events if Link Platform rejects the API key', async () => {
	const linkPlatformApi = { ...world.credential, apiKey: 'wrong-key' };
	const options = await world.engine.loadOptions('getEventTypes', {
		node: 'linkPlatform',
		credentials: { linkPlatformApi },
	});
	// The list has one more option than there are event types: All Events.
	expect(options).toHaveLength(EVENT_TYPES.length + 1);
});

const events = ['link.clicked', 'qr.scanned'];
const ensure = async (more: Record<string, unknown> = {}) => {
	await world.change({ subscribeAnswer: 'record' });
	await world.forget();
	return await world.run('webhook', 'ensureActive', { url, events, ...more });
};

test("webhook.ensureActive creates a missing webhook with the trigger's secret, and finds it active the next time", async () => {
	const { items } = await ensure();
	const reason = 'The webhook was missing, or Link Platform switched it off';
	const delivered = null;
	expect(getJson(items)).toEqual([{ ok: true, changed: true, webhookId: 1, reason, delivered }]);
	const secret = derived();
	expect(await sent(world)).toEqual([
		LIST,
		{ request: 'POST /api/webhooks/subscribe', body: { url, events, secret } },
	]);
	const again = await ensure();
	expect(getJson(again.items)).toEqual([
		{ ok: true, changed: false, webhookId: 1, reason: FINE, delivered },
	]);
	expect(await sent(world)).toEqual([LIST]);
});

test('webhook.ensureActive creates a new webhook before it deletes one that lacks an event', async () => {
	const other = await subscribe(`${url}/other`);
	const old = await subscribe(url);
	const { items } = await ensure();
	const reason = 'Missing events: qr.scanned';
	expect(getJson(items)).toMatchObject([{ changed: true, webhookId: old + 1, reason }]);
	expect((await held()).map(({ id }) => id)).toEqual([other, old + 1]);
	expect(await requested(world)).toEqual([
		'GET /api/webhooks',
		// The new webhook is created first, so that the old webhook stays if Link Platform refuses the new webhook.
		'POST /api/webhooks/subscribe',
		`DELETE /api/webhooks/subscribe/${old}`,
	]);
});

test('webhook.ensureActive with alwaysRenew replaces a webhook even if nothing is wrong with it', async () => {
	const id = await subscribe(url, events, 'of-an-older-key');
	expect(getRecord(await ensure({ alwaysRenew: true }))).toMatchObject({
		changed: true,
		reason: 'Renewed on request',
	});
	expect(await held()).toMatchObject([{ id: id + 1, secret: derived() }]);
});

test('webhook.ensureActive creates only one webhook for several items with the same URL', async () => {
	const { items } = await world.run(
		'webhook',
		'ensureActive',
		{ url, events },
		{ items: [{}, {}, {}] },
	);
	expect(getField(items, 'changed')).toEqual([true, false, false]);
	expect(await held()).toHaveLength(1);
});

test.each([
	[
		'that it subscribed to fewer events',
		{ id: 77, events: [] },
		"didn't subscribe the webhook to link.clicked",
	],
	["with a webhook that it doesn't list afterwards", { secret: 'x' }, "doesn't list it"],
])(
	'webhook.ensureActive fails without advice meant for the trigger if Link Platform responds %s',
	async (_, data, words) => {
		await world.respond('/api/webhooks/subscribe', data, { method: 'POST' });
		const { errorItems } = await ensure();
		expect(errorItems[0].json.error).toContain(words);
		expect(errorItems[0].json.message).toMatch(/\w/);
		// The errors must not mention Trigger On or publishing, which belong to the trigger, not to this operation.
		expect(JSON.stringify(errorItems)).not.toMatch(/Trigger On|publish/);
	},
);

const path = '/api/webhooks/subscribe';
/** Makes Link Platform list these webhooks once. */
const list = (webhooks: object[]) =>
	world.respond('/api/webhooks', { webhooks }, { method: 'GET', times: 1 });
const refusals = async (...statuses: number[]) => {
	for (const status of statuses) {
		const message = status === 409 ? 'This URL has a webhook already' : 'Not now';
		const body = { error: 1, message };
		const action = { type: 'status', status, body };
		await world.fault(path, action, { method: 'POST', times: 1 });
	}
};
const asked = async () =>
	(await sent(world)).map(({ request }) => request.replace('/api/webhooks', ''));

test.each([503, 422, 403])(
	'webhook.ensureActive keeps the old webhook if Link Platform refuses the new one (%i)',
	async (status) => {
		const id = await subscribe(url);
		// This message sounds as if the URL already had a webhook, but only the status 409 means so.
		const body = { error: 1, message: 'Your plan already has one webhook' };
		await world.fault(path, { type: 'status', status, body }, { method: 'POST', times: 1 });
		expect(getFailure(await ensure())).toMatchObject({ details: { httpCode: String(status) } });
		expect(await held()).toMatchObject([{ id, events: ['link.clicked'], active: true }]);
		expect(await asked()).toEqual(['GET ', 'POST /subscribe']);
	},
);

test('webhook.ensureActive deletes the old webhook first if Link Platform allows only one per URL', async () => {
	const other = await subscribe(`${url}/other`, events);
	const id = await subscribe(url);
	await refusals(409);
	expect(getRecord(await ensure())).toMatchObject({
		changed: true,
		reason: 'Missing events: qr.scanned',
	});
	expect(await asked()).toEqual([
		'GET ',
		'POST /subscribe',
		`DELETE /subscribe/${id}`,
		'POST /subscribe',
	]);
	expect(await held()).toMatchObject([{ id: other }, { url, events, secret: derived() }]);
});

test('webhook.ensureActive restores the old webhook if the new one is refused after the old one was deleted', async () => {
	await subscribe(url);
	await refusals(409, 422);
	expect(getFailure(await ensure()).error).toBe('Not now');
	expect(await held()).toMatchObject([
		{ url, events: ['link.clicked'], secret: derived(), active: true },
	]);
});

test("webhook.ensureActive says that no events may be delivered if it can't restore the old webhook", async () => {
	await subscribe(url);
	await refusals(409, 422, 422);
	expect(getFailure(await ensure())).toMatchObject({
		error: 'Not now',
		message: expect.stringContaining('may have been deleted, so events may not be delivered'),
	});
	expect(await held()).toEqual([]);
});

test("webhook.ensureActive reads the list of webhooks if the response lacks the new webhook's events", async () => {
	const old = { id: 5, url, events: ['link.clicked'], active: true };
	const lists = [[old], [old, { id: 6, url, events: ['link.clicked'], active: true }]];
	for (const webhooks of lists) await list(webhooks);
	await world.respond(path, { id: 6 }, { method: 'POST' });
	expect(getFailure(await ensure()).error).toBe(
		"Link Platform didn't subscribe the webhook to qr.scanned",
	);
	expect((await asked()).slice(0, 4)).toEqual([
		'GET ',
		'POST /subscribe',
		'GET ',
		'DELETE /subscribe/6',
	]);
});

test("webhook.ensureActive says so if it can't delete a new webhook that lacks events", async () => {
	await world.respond(path, { id: 77, events: [] }, { method: 'POST' });
	await world.fault(`${path}/77`, withStatus(422), { method: 'DELETE' });
	expect(getFailure(await ensure()).message).toContain("The new webhook couldn't be deleted");
});

test('webhook.ensureActive finds the new webhook wherever it is in the list, and deletes the old one', async () => {
	const old = { id: 5, url, events: ['link.clicked'], active: true };
	for (const webhooks of [[old], [{ ...old, id: 6, events }, old]]) await list(webhooks);
	const action = { type: 'wrongJson', body: '{"error":0,"message":"Subscribed"}' };
	await world.fault(path, action, { method: 'POST' });
	expect(getRecord(await ensure())).toMatchObject({ ok: true, changed: true, webhookId: 6 });
	expect(await asked()).toContain('DELETE /subscribe/5');
});

const urlPrefix = 'https://old.example.com/';
const fill = async () => {
	for (const path of ['a', 'b', 'c']) await subscribe(urlPrefix + path);
	await subscribe('https://old.example.com.evil.example/');
};
const rows = (deleted: boolean) =>
	['a', 'b', 'c'].map((path, index) => ({
		webhookId: index + 1,
		url: urlPrefix + path,
		events: ['link.clicked'],
		deleted,
	}));
const n8n = 'https://n8n.example.com';
const toUrl = (path: string) => `${n8n}/${path}`;
const hooks = [
	...['webhook/a', 'webhook/a/webhook', 'webhook/ab', 'webhook-test/a'].map(toUrl),
	`${n8n}.br/webhook/a`,
	`${n8n}:8443/webhook/a`,
	'http://n8n.example.com/webhook/a',
	`${n8n}:443/webhook/a?x=1`,
	'https://N8N.example.com/webhook/%61',
	...['Webhook/a', ''].map(toUrl),
];

test.each([undefined, '={{ undefined }}', '={{ null }}', '', '={{ "true" }}'])(
	'webhook.cleanUp lists webhooks without deleting them if Dry Run is %j',
	async (dryRun) => {
		await fill();
		const given = dryRun === undefined ? {} : { dryRun };
		const { items } = await world.run('webhook', 'cleanUp', { urlPrefix, ...given });
		expect(getJson(items)).toEqual(rows(false));
		expect(await sent(world)).toEqual([LIST]);
	},
);

test.each(['={{ false }}', '={{ "false" }}', 'false'])(
	'webhook.cleanUp deletes only the webhooks that match the URL prefix if Dry Run is %j',
	async (dryRun) => {
		await fill();
		const { items } = await world.run('webhook', 'cleanUp', { urlPrefix, dryRun });
		expect([getJson(items), getPairs(items)]).toEqual([rows(true), [0, 0, 0]]);
		expect((await held()).map(({ id }) => id)).toEqual([4]);
		expect((await sent(world)).slice(1)).toEqual([
			...[1, 2, 3].map((id) => ({ request: `DELETE /api/webhooks/subscribe/${id}` })),
			LIST,
		]);
	},
);

test.each([
	'h',
	'https://',
	'/webhook',
	'n8n.example.com',
	'*',
	'ftp://n8n.example.com',
	'https://n8n.example.com/webhook?wait=1',
	'https://n8n.example.com/#top',
])('webhook.cleanUp rejects %j as a URL prefix before any request is sent', async (urlPrefix) => {
	await fill();
	const { error } = await world.fail('webhook', 'cleanUp', { urlPrefix, dryRun: false });
	expect(error).toMatch(/^'URL Prefix' must begin with https:\/\/ or http:\/\/ and a host/);
	await world.expectNoRequest();
});

test.each([
	[n8n, [0, 1, 2, 3, 7, 8, 9, 10]],
	[`${n8n}/`, [0, 1, 2, 3, 7, 8, 9, 10]],
	[`${n8n.toUpperCase()}:443/webhook`, [0, 1, 2, 7, 8]],
	[`${n8n}/webhook/`, [0, 1, 2, 7, 8]],
	[`${n8n}/webhook/a`, [0, 1, 7]],
	[`${n8n}/webhook/%61/`, [8]],
	[`${n8n}:8443`, [5]],
])(
	'webhook.cleanUp matches the URL prefix %s by origin and whole path segments',
	async (urlPrefix, expected) => {
		for (const url of hooks) await subscribe(url);
		const { items } = await world.run('webhook', 'cleanUp', { urlPrefix, dryRun: true });
		expect(getJson(items).map((json) => (json as { url: string }).url)).toEqual(
			expected.map((at) => hooks[at]),
		);
	},
);

test("webhook.cleanUp continues after a webhook that can't be deleted, and checks the list again afterwards", async () => {
	await fill();
	for (const [id, status] of [
		[1, 404],
		[2, 409],
	]) {
		const path = `/api/webhooks/subscribe/${id}`;
		await world.fault(path, withStatus(status));
	}
	const parameters = { urlPrefix, dryRun: false };
	const { items } = await world.run('webhook', 'cleanUp', parameters);
	const [first, second, third] = rows(true);
	expect(getJson(items)).toEqual([
		{ ...first, deleted: false },
		{ ...second, deleted: false, reason: 'Fault on demand: 409' },
		third,
	]);
});

test('webhook.cleanUp reports webhooks as deleted if only the responses to the deletions were lost', async () => {
	await fill();
	const action = { type: 'status', status: 502, afterHandling: true } as const;
	await world.sandbox.fault({ method: 'DELETE', action });
	const { items } = await world.run('webhook', 'cleanUp', { urlPrefix, dryRun: false });
	expect(getJson(items)).toEqual(rows(true));
});

test('webhook.cleanUp reports a webhook that was deleted in the meantime as deleted', async () => {
	await fill();
	await world.respond('/api/webhooks', { error: 0, webhooks: await held() }, { times: 1 });
	for (const id of [1, 2, 3]) {
		await world.call(`/api/webhooks/subscribe/${id}`, undefined, 'DELETE');
	}
	const { items } = await world.run('webhook', 'cleanUp', { urlPrefix, dryRun: false });
	expect(getJson(items)).toEqual(rows(true));
});
