/** Tests how a published trigger responds to heartbeats, and what Check Setup says about it. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { toProof } from '../../../nodes/LinkPlatform/subscriptions/heartbeat.ts';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { withStatus } from '../../support/faults.mts';
import { useServer } from '../../support/serve.mts';
import { deliverSigned, derivedSecret, hmac, useTriggerWorld } from '../../support/trigger.mts';

/** The ID that n8n gives the webhook of a trigger. */
const ID = '6f2b1c9e-4d3a-4b8f-9a7e-2c5d8e1f0a3b';
const world = useTriggerWorld();
const server = useServer();

/** Returns what Check Setup says about the only webhook of this n8n. */
const check = async (baseUrl = world.host.baseUrl) => {
	const credentials = { linkPlatformApi: world.credential, ...world.host.credentials };
	const { items } = await world.run('account', 'checkSetup', {}, { baseUrl, credentials });
	const found = items.filter(({ json }) => (json.check as string).startsWith('Webhook'));
	expect(found).toHaveLength(1);
	return found[0].json;
};
/** Sends a heartbeat to a trigger; returns the response. */
const beat = async (publication: Publication, fields: object = { id: '1' }, key = world.apiKey) => {
	const body = JSON.stringify({ event: 'linkplatform.heartbeat', ...fields });
	const secret = derivedSecret(key, publication.url);
	return (await (await deliverSigned(publication, body, { secret })).json()) as object;
};
const click = JSON.stringify({ event: 'link.clicked', data: {} });
const deliver = async (publication: Publication, secret: string) =>
	(await deliverSigned(publication, click, { secret })).status;
const changeKey = async () => {
	const apiKey = await world.newKey();
	world.setCredential({ apiKey });
	return apiKey;
};
/** Subscribes a trigger's URL at a server of the test; returns the server's address. */
const serve = async (answer: RequestListener) => {
	const address = await server.serve(answer);
	const url = `${address}/webhook/${ID}/webhook`;
	await world.call('/api/webhooks/subscribe', { url, events: ['link.clicked'] });
	return address;
};

test.each([
	[{ id: { toString: 1 } }, ''],
	[{ id: 7 }, '7'],
	[{}, ''],
])(
	"the trigger's response to a heartbeat with %j contains the ID %j",
	async (fields, heartbeat) => {
		const publication = await world.publish();
		expect(await beat(publication, fields)).toEqual({
			received: true,
			heartbeat,
			url: publication.url,
			proof: toProof(heartbeat, world.getSecret(publication)),
			refused: 0,
		});
		world.expectNoExecution();
	},
);

test('account.checkSetup is content with a trigger, whatever its events, filters and age limit are', async () => {
	await world.publish({
		events: ['tip.received'],
		filters: { alias: 'none-such', country: 'FR' },
		options: { maxAge: 1 },
	});
	for (let n = 0; n < 2; n += 1) {
		expect(await check()).toMatchObject({ ok: true, found: 'The trigger receives deliveries' });
	}
	world.expectNoExecution();
});

test("account.checkSetup signs its heartbeats, sends no API key, and doesn't follow redirects", async () => {
	const seen: Array<{ headers: object; body: string }> = [];
	const address = await serve((request, response) => {
		text(request)
			.then((body) => seen.push({ headers: request.headers, body }))
			.then(() => response.writeHead(307, { location: '/elsewhere' }).end())
			.catch(() => response.destroy());
	});
	expect(await check(address)).toMatchObject({
		ok: false,
		found: expect.stringContaining('The URL redirects to /elsewhere'),
		advice: expect.stringMatching(/^Set n8n's environment variable N8N_WEBHOOK_URL/),
	});
	const [{ headers, body }, ...others] = seen;
	expect(others).toEqual([]);
	const secret = derivedSecret(world.apiKey, `${address}/webhook/${ID}/webhook`);
	expect(headers).toMatchObject({ 'x-linkplatform-signature': hmac(secret, body) });
	expect(JSON.stringify(headers)).not.toContain(world.apiKey);
});

const endless: RequestListener = (_request, response) => {
	response.writeHead(200);
	const write = () => {
		while (!response.destroyed && response.write('x'.repeat(10_000)));
	};
	response.on('drain', write);
	write();
};

test.each([
	['no response arrives in time', () => serve(() => {}), /^The request to .* timed out$/],
	['the response never ends', () => serve(endless), /^Something other than a Link Platform/],
	['the proxy answers', () => serve((_, response) => void response.writeHead(502).end()), /front/],
	[
		'nothing listens at the URL',
		async () => {
			const address = await serve(() => {});
			await server.close();
			return address;
		},
		/^Couldn't connect to 127\.0\.0\.1:\d+/,
	],
])(
	'account.checkSetup says what is wrong if %s',
	async (_, open, words) => {
		expect(await check(await open())).toMatchObject({
			ok: false,
			found: expect.stringMatching(words),
			advice: expect.stringMatching(/\w/),
		});
	},
	30_000,
);

test("account.checkSetup says that n8n has no published workflow at a webhook's URL", async () => {
	const publication = await world.publish();
	await world.sandbox.fault({ method: 'DELETE', action: withStatus(403) });
	await publication.unpublish().catch(() => {});
	await world.clearFaults();
	expect(await check()).toMatchObject({ ok: false, found: expect.stringContaining('404') });
});

test('account.checkSetup says that Link Platform switched a webhook off', async () => {
	await world.change({ inactiveWebhooks: 'listed' });
	await world.publish();
	await world.deactivate((await world.webhooks())[0].id);
	expect(await check()).toMatchObject({
		ok: false,
		found: 'Link Platform switched the webhook off, because deliveries failed',
	});
});

test('a changed API key makes the trigger respond with `current: false` until its webhook is renewed', async () => {
	const publication = await world.publish();
	const apiKey = await changeKey();
	expect(await beat(publication, { id: '1' }, apiKey)).toMatchObject({ current: false });
	expect(await check()).toMatchObject({
		ok: false,
		found: expect.stringContaining('created with a different API key'),
		advice: "Unpublish the trigger's workflow and publish it again",
	});
	await world.check(publication);
	expect(await beat(publication, { id: '1' }, apiKey)).not.toHaveProperty('current');
	expect(await check()).toMatchObject({ ok: true });
});

test('webhook.sendTestEvent says that real events are refused after the API key changed', async () => {
	const { url: webhookUrl } = await world.publish();
	await changeKey();
	const { baseUrl, credentials } = world.host;
	const parameters = { webhookUrl, event: 'link.clicked', data: '{}' };
	const { items } = await world.run('webhook', 'sendTestEvent', parameters, {
		baseUrl,
		credentials,
	});
	expect(items[0].json).toMatchObject({
		delivered: false,
		httpCode: 200,
		response: expect.stringMatching(/^The trigger's webhook was created with a different API key/),
	});
});

test('account.checkSetup counts the signed deliveries that a trigger has refused since it last accepted one', async () => {
	const publication = await world.publish();
	const secret = world.getSecret(publication);
	for (let n = 0; n < 2; n += 1) expect(await deliver(publication, 'another')).toBe(401);
	// A request without a signature, e.g. of a scanner, counts for nothing.
	await publication.deliver({ body: click });
	expect(await check()).toMatchObject({
		ok: false,
		found: 'The trigger has refused signed deliveries since the last one that it accepted: 2',
	});
	expect(await deliver(publication, secret)).toBe(200);
	expect(await check()).toMatchObject({ ok: true });
	await deliver(publication, 'another');
	await publication.unpublish();
	await publication.publishAgain();
	expect(await check()).toMatchObject({ ok: true });
});

test('account.checkSetup says that the trigger refuses the credential of the node', async () => {
	await world.publish();
	const { baseUrl } = world.host;
	const credentials = { linkPlatformApi: { ...world.credential, webhookSecret: 'other' } };
	const { items } = await world.run('account', 'checkSetup', {}, { baseUrl, credentials });
	expect(items[0].json).toMatchObject({
		ok: false,
		found: 'The trigger rejected the signature (status 401)',
		advice: expect.stringMatching(/^Choose the trigger's credential in this node too/),
	});
});

test('a stranger at a former address of n8n who repeats the ID of a heartbeat gets no more deliveries', async () => {
	const publication = await world.publish({}, 'moved');
	const stranger = await server.serve((request, response) => {
		text(request)
			.then((body) => JSON.parse(body) as { id: string })
			.then(({ id }) => response.end(JSON.stringify({ received: true, heartbeat: id })))
			.catch(() => response.destroy());
	});
	const url = `${stranger}/webhook/moved/webhook`;
	await world.call('/api/webhooks/subscribe', { url, events: ['link.clicked'] });
	publication.staticData = {
		'node:Link Platform Trigger': {
			...(Object.values(publication.staticData)[0] as object),
			formerUrls: [url],
		},
	};
	await world.restart(publication);
	expect((await world.webhooks()).map((webhook) => webhook.url)).toEqual([publication.url]);
});
