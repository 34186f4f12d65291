import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventTypes } from './events.mts';
import { sign } from './deliveries.mts';
import { receiver, useSandbox, toEvent } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;
let hook: Awaited<ReturnType<typeof receiver>>;
/** The function that returns the status code of the response to the nth delivery. */
let answer: (n: number) => number | Promise<number>;

beforeEach(async () => {
	answer = () => 200;
	hook = await receiver((n) => answer(n));
});
afterEach(() => hook.close());

async function subscribe(events: string[], secret = 'shh') {
	const input = { url: hook.url, events, secret };
	const { body } = await ask('POST /api/webhooks/subscribe', input);
	return body.data;
}

/** Resolves with the first delivery once it has the given state. */
async function firstOnce(state: string) {
	for (;;) {
		const [delivery] = await sandbox.deliveries();
		if (delivery.state === state) return delivery;
		await sleep(5);
	}
}

test('an event is delivered with the documented body, headers and signature', async () => {
	await subscribe(['link.created']);
	const made = await ask('POST /api/url/add', { url: 'https://example.com/a' });
	const [event] = await hook.arrived(1);
	const [{ headers, body }] = hook.received;
	const { id, alias, shorturl, longurl } = made.body.data;
	expect(event).toEqual({
		event: 'link.created',
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
		data: { id, alias, shorturl, longurl, userId: 1 },
	});
	expect(headers).toMatchObject({
		'content-type': 'application/json',
		'x-service-event': 'link.created',
		'x-service-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
		'x-service-signature': createHmac('sha256', 'shh').update(body).digest('hex'),
	});
});

test('the header names of a delivery contain the configured brand', async () => {
	await sandbox.change({ brand: 'Acme' });
	await subscribe(['qr.created']);
	await sandbox.happen('qr.created');
	await hook.arrived(1);
	expect(Object.keys(hook.received[0].headers)).toEqual(
		expect.arrayContaining(['x-acme-signature', 'x-acme-event', 'x-acme-delivery']),
	);
});

test('the setting deliveryId "body" moves the delivery ID from a header to the body', async () => {
	await sandbox.change({ deliveryId: 'body' });
	await subscribe(['qr.created']);
	await sandbox.happen('qr.created');
	const [event] = await hook.arrived(1);
	expect(event).toMatchObject({
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		event: 'qr.created',
	});
	const [{ headers, body }] = hook.received;
	expect(headers).not.toHaveProperty('x-service-delivery');
	expect(headers['x-service-signature']).toBe(sign(body, 'shh'));
});

test('a QR code scan is counted and sends two events, and a link visit sends one', async () => {
	await subscribe(['link.clicked', 'qr.scanned', 'link.expired', 'link.updated']);
	const visitor = { 'X-Country': 'de', 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };
	await ask('GET /poster', undefined, visitor);
	const events = await hook.arrived(2);
	const place = { country: 'DE', browser: 'Safari', platform: 'iOS' };
	expect(events).toMatchObject([
		{ event: 'link.clicked', data: { ...place, alias: 'poster', referrer: 'direct' } },
		{ event: 'qr.scanned', data: { ...place, qrId: 1 } },
	]);
	expect(events[0].data.linkId).toBe(events[1].data.linkId);
	expect((await ask('GET /api/qr/1')).body.data.scans).toBe(1);

	await ask('PUT /api/url/1/update', { url: 'https://example.com/new', maxClicks: 41 });
	await ask('GET /launch');
	expect((await hook.arrived(5)).slice(2)).toMatchObject([
		{ event: 'link.updated', data: { id: 1, alias: 'launch', changes: ['url', 'maxClicks'] } },
		{ event: 'link.clicked', data: { linkId: 1 } },
		{ event: 'link.expired', data: { id: 1, reason: 'max_clicks', totalClicks: 41 } },
	]);
});

test.each([
	['listed', ['link.created', 'qr.created']],
	['hidden', ['qr.created']],
] as const)(
	'creating a QR code sends the event of its link only if links of QR codes are listed (here: %s)',
	async (qrLinks, expected) => {
		await sandbox.change({ qrLinks });
		await subscribe(['link.created', 'qr.created']);
		const linkedUrl = 'https://example.com/a';
		await ask('POST /api/qr/add', { name: 'A', url: linkedUrl });
		const events = await hook.arrived(expected.length);
		expect(events.map(({ event }) => event).sort()).toEqual(expected);
		expect(events.find(({ event }) => event === 'qr.created')!.data).toMatchObject({
			id: 3,
			name: 'A',
			linkedUrl,
		});
	},
);

test('a failing receiver gets five retries at the documented intervals', async () => {
	// At this time scale, the delays of 1 min, 5 min, 30 min, 2 h and 24 h become 2, 10, 60, 240 and 2880 ms.
	await sandbox.change({ timeScale: 1 / 30_000 });
	answer = () => 500;
	const { id } = await subscribe(['tip.received']);
	await sandbox.happen('tip.received', { amount: 7 });
	await firstOnce('failed');

	const { received } = hook;
	expect(received).toHaveLength(6);
	const gaps = received.slice(1).map(({ at }, n) => at - received[n].at);
	[2, 10, 60, 240, 2880].forEach((planned, n) => {
		expect(gaps[n]).toBeGreaterThanOrEqual(planned - 1);
		expect(gaps[n]).toBeLessThan(planned * 1.5 + 500);
	});
	const deliveryIds = new Set(received.map(({ headers }) => headers['x-service-delivery']));
	expect(deliveryIds.size).toBe(1);
	expect(new Set(received.map(({ body }) => body)).size).toBe(1);
	expect(toEvent(received[0].body).data).toMatchObject({ bioId: 1, amount: 7 });

	expect((await ask('GET /api/webhooks')).body.data.webhooks).toEqual([]);
	const webhooks = await sandbox.webhooks();
	expect(webhooks).toMatchObject([{ id, active: false, secret: 'shh' }]);
	expect(await sandbox.happen('tip.received')).toEqual([]);
});

test('an undocumented event requires data and is sent to every subscription', async () => {
	await subscribe(['link.created']);
	const event = 'planet.discovered';
	expect((await ask('POST /_sandbox/events', { event })).status).toBe(422);
	await sandbox.happen(event, { name: 'Vulcan' });
	const [received] = await hook.arrived(1);
	expect(received).toMatchObject({ event, data: { name: 'Vulcan' } });

	await sandbox.change({ extraEvents: [event], eventTypes: 'strings' });
	const { events } = (await ask('GET /api/webhooks/events')).body.data;
	expect(events).toHaveLength(eventTypes.length + 1);
	expect(events).toContain(event);
	await subscribe([event]);
	expect(await sandbox.happen(event, {})).toHaveLength(2);
});

test("the sandbox generates a subscription's missing secret and shows it only once", async () => {
	await sandbox.change({ subscribeAnswer: 'record' });
	const input = { url: hook.url, events: ['link.created'] };
	const { secret } = (await ask('POST /api/webhooks/subscribe', input)).body.data;
	expect(secret).toHaveLength(48);
	expect((await ask('GET /api/webhooks')).body.data.webhooks[0].secret).toBeUndefined();
	for (const [subscribeAnswer, expected] of [
		['topLevel', { error: 0, id: 2 }],
		['message', { error: 0, message: expect.any(String) }],
	] as const) {
		await sandbox.change({ subscribeAnswer });
		expect((await ask('POST /api/webhooks/subscribe', input)).body).toMatchObject(expected);
	}
});

test('the sandbox sends deliveries only to this machine', async () => {
	await sandbox.change({ timeScale: 0 });
	const input = { url: 'https://hooks.example.com/x', events: ['link.created'] };
	await ask('POST /api/webhooks/subscribe', input);
	await sandbox.happen('link.created');
	const delivery = await firstOnce('failed');
	expect(delivery.attempts[0]).toMatchObject({ status: null });
	expect(delivery.attempts[0].error).toContain('beyond this machine');
});

test('deliveries to a public origin in localOrigins are sent to this machine instead', async () => {
	const { origin } = new URL(hook.url);
	await sandbox.change({ localOrigins: { 'https://hooks.example.com': origin } });
	const input = { url: 'https://hooks.example.com/x?y=1', events: ['link.created'] };
	await ask('POST /api/webhooks/subscribe', input);
	await sandbox.happen('link.created');
	await hook.arrived(1);
	expect(await firstOnce('delivered')).toMatchObject({ url: input.url, state: 'delivered' });
});
