/** Tests Send Test Event, which runs a workflow with sample data, e.g. of a purchase that nobody made. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { toSimplified } from '../../../nodes/LinkPlatform/events/simplify.ts';
import { EVENTS } from '../../../nodes/LinkPlatform/events/events.ts';
import { unlistedReason } from '../../support/listed.mts';
import { useServer } from '../../support/serve.mts';
import { hmac, useTriggerWorld } from '../../support/trigger.mts';
import { withStatus } from '../../support/faults.mts';

const world = useTriggerWorld();

const event = 'product.purchased';
const inList = (value: string) => ({ __rl: true, mode: 'list', value });
const send = async (webhookUrl: unknown, parameters: object = {}, more: object = {}) => {
	const { items, errorItems } = await world.run(
		'webhook',
		'sendTestEvent',
		{ webhookUrl, event, data: '{}', ...parameters },
		{ baseUrl: world.host.baseUrl, ...more },
	);
	const json = { ...items[0]?.json } as Record<string, unknown>;
	if (items.length > 0) expect(unlistedReason(String(json.response))).toBe('');
	const { error: failure, message: advice } = errorItems[0]?.json ?? {};
	return { json, failure, advice };
};

const publish = () => world.publish({ events: [event] });
const subscribe = (url: string) =>
	world.ask('POST /api/webhooks/subscribe', { url, events: [event] });

const server = useServer();
/** Starts a server and subscribes a webhook to it; returns the webhook's URL. */
const serve = async (answer: RequestListener) => {
	const url = `${await server.serve(answer)}/webhook/4f1c/webhook`;
	await subscribe(url);
	return url;
};

test.each(Object.keys(EVENTS))(
	'webhook.sendTestEvent starts a published workflow with the sample data of %s',
	async (event) => {
		const { url } = await world.publish({ events: [event] });
		const { json } = await send(inList(url), { event });
		expect(json).toEqual({
			event,
			deliveryId: expect.any(String),
			delivered: true,
			httpCode: 200,
			response: 'Accepted with status 200. If the URL belongs to a trigger, it runs the workflow',
		});
		const [{ items }] = await world.finished(1);
		const deliveryId = String(json.deliveryId);
		const timestamp = expect.stringMatching(/Z$/) as string;
		const data = EVENTS[event].sample;
		expect(items[0].json).toEqual(toSimplified({ event, deliveryId, timestamp, data, test: true }));
	},
);

test("webhook.sendTestEvent overwrites fields of the sample with those in 'Data', and rejects an array", async () => {
	const { url } = await world.publish({ events: ['product.purchased'] });
	await send(url, { data: '{"productId": 77, "note": "x"}' });
	const [{ items }] = await world.finished(1);
	expect(items[0].json).toMatchObject({
		...EVENTS['product.purchased'].sample,
		productId: 77,
		note: 'x',
	});
	expect((await send(url, { data: '[1]' })).failure).toBe(
		"'Data' must be a JSON object (got array)",
	);
});

test('webhook.sendTestEvent offers no All Events, and rejects it', async () => {
	const { url } = await world.publish({ events: ['all'] });
	const options = await world.engine.loadOptions('getSingleEvents', { node: 'linkPlatform' });
	expect(options.at(-1)).toMatchObject({ value: 'verification.approved' });
	expect((await send(url, { event: 'all' })).failure).toBe("A test event can't be All Events");
	world.expectNoExecution();
});

describe("dropdown of 'URL'", () => {
	const search = async (filter?: string) =>
		(await world.engine.listSearch('searchReceivers', { filter, baseUrl: world.host.baseUrl }))
			.results;

	test("the dropdown for 'URL' lists only the triggers of this n8n instance, with their paths and events", async () => {
		const events = ['link.clicked', 'qr.scanned', 'tip.received', 'bio.viewed', 'plan.upgraded'];
		const one = await publish();
		const all = await world.publish({ events: ['all'] });
		const five = await world.publish({ events });
		const isWaiting = new URL('/webhook-waiting/12/node?wait=a&until=9999999999', one.url).href;
		for (const url of [isWaiting, 'https://other.example.com/webhook/4f1c/webhook'])
			await subscribe(url);
		const results = await search();
		expect(results).toHaveLength(3);
		const { pathname } = new URL(one.url);
		expect(results).toContainEqual({ name: `${pathname} (${event})`, value: one.url });
		const [{ name }] = results.filter(({ value }) => value === all.url);
		expect(name).toMatch(/ \(link\.created, .*…\)$/);
		expect(results.find(({ value }) => value === five.url)!.name).toContain('plan.upgraded)');
		expect((await search('PURCHASED)')).map(({ value }) => value)).toEqual([one.url]);
	});

	test("the dropdown for 'URL' shows the reason if it can't be loaded", async () => {
		await world.sandbox.fault({ action: withStatus(401) });
		await expect(search()).rejects.toThrow(/API key.*Check 'API Key' in the credential/);
	});
});

test('webhook.sendTestEvent without a URL uses the only trigger of this n8n instance that receives the event', async () => {
	const { url } = await publish();
	await world.publish({ events: ['link.clicked'] });
	const isWaiting = new URL('/webhook-waiting/12/node?wait=a&until=9999999999', url).href;
	for (const other of [isWaiting, 'https://other.example.com/webhook/4f1c/webhook'])
		await subscribe(other);
	expect((await send(inList(''))).json).toMatchObject({ delivered: true, httpCode: 200 });
	const [{ items }] = await world.finished(1);
	expect(items[0].json.event).toBe(event);
});

test('webhook.sendTestEvent without a URL fails if no trigger of this n8n instance receives the event', async () => {
	await publish();
	const { failure } = await send(inList(''), {}, { baseUrl: 'https://n8n.example.com' });
	expect(failure).toBe('No trigger on this n8n instance receives product.purchased');
});

test('webhook.sendTestEvent without a URL fails and lists the triggers if several of them receive the event', async () => {
	const one = await publish();
	const other = await world.publish({ events: [event, 'link.clicked'] });
	const { failure, advice } = await send(inList(''));
	expect(failure).toBe(
		"Several triggers on this n8n instance receive product.purchased, so 'URL' can't be empty",
	);
	const [path, otherPath] = [one, other].map(({ url }) => new URL(url).pathname);
	expect(advice).toBe(
		`Choose the trigger to test: ${path} (${event}), ${otherPath} (${event}, link.clicked)`,
	);
	world.expectNoExecution();
});

test("webhook.sendTestEvent reports an event that the trigger's filters reject as delivered but ignored", async () => {
	const { url } = await world.publish({
		events: ['product.purchased'],
		filters: { productId: '7' },
	});
	expect((await send(url)).json).toMatchObject({
		delivered: true,
		response: 'The trigger received the event but ignored it (filter)',
	});
	world.expectNoExecution();
});

const answers = (status: number, body = '') =>
	serve((_request, response) => void response.writeHead(status).end(body));

test("webhook.sendTestEvent says to execute the trigger's step if the trigger's test URL isn't listening", async () => {
	const url = `${world.host.baseUrl}/webhook-test/4f1c/webhook`;
	await subscribe(url);
	const { json } = await send(url);
	expect(json).toMatchObject({ delivered: false, httpCode: 404 });
	expect(json.response).toMatch(/^This is the test URL.*Execute the trigger's step/);
});

test.each([
	[
		'a trigger that uses another API key',
		401,
		'{"received":false,"message":"Delivery refused: invalid signature"}',
		/rejected the signature/,
	],
	['a login in front of n8n', 401, 'Login', /not the trigger \(status 401\)/],
	['a broken proxy', 502, '', /not the trigger \(status 502\)/],
])(
	'webhook.sendTestEvent names the cause of a failed delivery: %s',
	async (_name, status, body, words) => {
		const { json } = await send(await answers(status, body));
		expect(json).toMatchObject({ delivered: false, httpCode: status });
		expect(json.response).toMatch(words);
	},
);

test('webhook.sendTestEvent reports the HTTP status if the event is accepted, but not by a trigger', async () => {
	const { json } = await send(await answers(204));
	expect(json).toMatchObject({
		delivered: true,
		response: expect.stringMatching(/^Accepted with status 204/),
	});
});

test('webhook.sendTestEvent reports `delivered`: false if no server listens at the URL', async () => {
	const url = await answers(200);
	await server.close();
	expect((await send(url)).json).toMatchObject({ delivered: false, httpCode: null });
});

test('webhook.sendTestEvent signs the event with a secret derived from the listed URL, and sends no API key', async () => {
	let seen = { headers: {} as object, body: '' };
	const url = await serve((request, response) => {
		text(request)
			.then((body) => (seen = { headers: request.headers, body }))
			.then(() => response.end())
			.catch(() => response.destroy());
	});
	// Link Platform lists the webhook without the final slash that the field contains here.
	const { json } = await send(`${url}/`);
	const secret = hmac(world.apiKey, `n8n-webhook:${url}`);
	expect(seen.headers).toMatchObject({ 'x-linkplatform-signature': hmac(secret, seen.body) });
	for (const one of [world.apiKey, secret]) {
		expect(JSON.stringify([json, seen])).not.toContain(one);
	}
});

test.each([
	['a stranger', {}, () => server.serve(() => {})],
	['another n8n', {}, () => 'https://n8n.example.com/webhook/4f1c/webhook'],
	['text that is not a URL', {}, () => 'not a URL'],
	['a private address', {}, () => 'http://169.254.169.254/latest/meta-data'],
	["somebody's workflow at this n8n", {}, () => `${world.host.baseUrl}/webhook/internal-flow`],
	[
		'an unknown URL of this n8n with a secret for all URLs',
		{ webhookSecret: 'our own' },
		() => `${world.host.baseUrl}/webhook/4f1c/webhook`,
	],
])(
	'webhook.sendTestEvent sends nothing to %s, because the account has no webhook with that URL',
	async (_, own, toUrl) => {
		const before = world.host.deliveries.length;
		const credentials = { linkPlatformApi: { ...world.credential, ...own } };
		const { failure, advice } = await send(await toUrl(), {}, { credentials });
		expect(failure).toBe('No webhook of your account has this URL, so nothing was sent');
		expect(advice).toMatch(/^Choose the trigger in 'URL'/);
		expect(world.host.deliveries).toHaveLength(before);
	},
);
