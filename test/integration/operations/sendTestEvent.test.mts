/** Send Test Event: a workflow can be seen to run without anybody buying anything. */
import type { RequestListener } from 'node:http';
import { EVENTS } from '../../../nodes/LinkPlatform/webhooks/events.ts';
import { unlistedReason } from '../../support/listed.mts';
import { useServer } from '../../support/serve.mts';
import { hmac, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const send = async (webhookUrl: string, parameters: object = {}, more: object = {}) => {
	const { items, errorItems } = await world.run(
		'webhook',
		'sendTestEvent',
		{ webhookUrl, event: 'product.purchased', data: '{}', ...parameters },
		more,
	);
	const json = { ...items[0]?.json } as Record<string, unknown>;
	if (items.length > 0) expect(unlistedReason(String(json.response))).toBe('');
	return { json, failure: errorItems[0]?.json.error };
};

const server = useServer();
const serve = async (answer: RequestListener) =>
	`${await server.serve(answer)}/webhook/4f1c/webhook`;

test.each(Object.keys(EVENTS))('%s runs a published workflow with its sample', async (event) => {
	const { url } = await world.publish({ events: [event] });
	const { json } = await send(url, { event });
	expect(json).toEqual({
		event,
		deliveryId: expect.any(String),
		delivered: true,
		httpCode: 200,
		response: 'The trigger accepted the event and runs the workflow',
	});
	const [{ items }] = await world.finished(1);
	expect(items[0].json).toEqual({
		event,
		deliveryId: json.deliveryId,
		timestamp: expect.stringMatching(/Z$/),
		data: EVENTS[event].sample,
	});
});

test('Data replaces fields of the sample', async () => {
	const { url } = await world.publish({ events: ['product.purchased'] });
	await send(url, { data: '{"productId": 77, "note": "x"}' });
	const [{ items }] = await world.finished(1);
	expect(items[0].json.data).toEqual({
		...EVENTS['product.purchased'].sample,
		productId: 77,
		note: 'x',
	});
	expect((await send(url, { data: '[1]' })).failure).toBe("'Data' must be a JSON object");
});

describe('without a URL', () => {
	const event = 'product.purchased';
	const send = async (n8n: string) => {
		const { items, errorItems } = await world.run(
			'webhook',
			'sendTestEvent',
			{ event },
			{ baseUrl: new URL(n8n).origin },
		);
		return items[0]?.json ?? errorItems[0].json;
	};

	test('the only trigger of this n8n with the event gets it', async () => {
		const { url } = await world.publish({ events: [event] });
		await world.publish({ events: ['link.clicked'] });
		const isWaiting = new URL('/webhook-waiting/12/node?wait=a&until=9999999999', url).href;
		for (const other of [isWaiting, 'https://other.example.com/webhook/4f1c/webhook'])
			await world.sandbox.ask('POST /api/webhooks/subscribe', { url: other, events: [event] });
		expect(await send(url)).toMatchObject({ delivered: true, httpCode: 200 });
		const [{ items }] = await world.finished(1);
		expect(items[0].json.event).toBe(event);
	});

	test('nothing is sent if there is none, or if there are several', async () => {
		const one = await world.publish({ events: [event] });
		expect(await send('https://n8n.example.com')).toMatchObject({
			error: 'No trigger of this n8n receives product.purchased',
		});
		const other = await world.publish({ events: [event, 'link.clicked'] });
		expect(await send(one.url)).toMatchObject({
			error: "Several triggers of this n8n receive product.purchased, so 'URL' can't be empty",
			message: expect.stringContaining(`${one.url}, ${other.url}`),
		});
		expect(world.started()).toEqual([]);
	});
});

test('a listening trigger gets it at its test URL', async () => {
	const { url } = await world.listen({ events: ['product.purchased'] });
	expect((await send(url)).json).toMatchObject({ delivered: true, httpCode: 200 });
	await world.finished(1);
});

test('an event that the filters drop was delivered, and the response says that it was ignored', async () => {
	const { url } = await world.publish({
		events: ['product.purchased'],
		filters: { productId: '7' },
	});
	expect((await send(url)).json).toMatchObject({
		delivered: true,
		response: 'The trigger received the event but ignored it (filter)',
	});
	expect(world.started()).toEqual([]);
});

const answers = (status: number, body = '') =>
	serve((_request, response) => void response.writeHead(status).end(body));

test('a test URL where nobody listens says what to click', async () => {
	const url = await answers(404, '{"message":"The requested webhook is not registered"}');
	const { json } = await send(url.replace('/webhook/', '/webhook-test/'));
	expect(json).toMatchObject({ delivered: false, httpCode: 404 });
	expect(json.response).toMatch(
		/^n8n doesn't listen at this test URL .*Execute the trigger's step/,
	);
});

test.each<[string, number, string, RegExp]>([
	[
		'a trigger with another key',
		401,
		'{"message":"Delivery refused: invalid signature"}',
		/rejected the signature/,
	],
	['a login in front of n8n', 401, 'Login', /requires a login/],
	['a broken proxy', 502, '', /proxy can't reach n8n/],
])('%s', async (_name, status, body, words) => {
	const { json } = await send(await answers(status, body));
	expect(json).toMatchObject({ delivered: false, httpCode: status });
	expect(json.response).toMatch(words);
});

test('something else that accepts it', async () => {
	const { json } = await send(await answers(204));
	expect(json).toMatchObject({
		delivered: true,
		response: 'The URL accepted the event with status 204',
	});
});

test('an address where nothing runs, and one that hangs', async () => {
	const url = await answers(200);
	await server.close();
	expect((await send(url)).json).toMatchObject({ delivered: false, httpCode: null });
	const hanging = await serve(() => {});
	const { json } = await send(hanging);
	expect(json).toMatchObject({ delivered: false, httpCode: null });
	expect(json.response).toMatch(/timed out/);
}, 30_000);

test('what is signed is good for its URL alone, and carries no key', async () => {
	let seen = { headers: {} as object, body: '' };
	const url = await serve((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			seen = { headers: request.headers, body };
			response.end();
		});
	});
	const { json } = await send(url);
	const secret = hmac(world.sandbox.apiKey, `n8n-webhook:${url}`);
	expect(seen.headers).toMatchObject({ 'x-linkplatform-signature': hmac(secret, seen.body) });
	for (const one of [world.sandbox.apiKey, secret]) {
		expect(JSON.stringify([json, seen])).not.toContain(one);
	}
});

test("a secret of the credential's own signs nothing for strangers", async () => {
	let count = 0;
	const stranger = await serve((_request, response) => {
		count += 1;
		response.end();
	});
	const own = { linkPlatformApi: { ...world.credential, webhookSecret: 'our own' } };
	const more = { credentials: own };
	expect((await send(stranger, {}, more)).failure).toMatch(
		/^No webhook of your account has this URL/,
	);
	expect(count).toBe(0);
	world.host.credentials = own;
	const { url } = await world.publish({ events: ['product.purchased'] });
	expect((await send(url, {}, more)).json).toMatchObject({ delivered: true });
});
