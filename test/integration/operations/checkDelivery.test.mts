/** Tests that Ensure Active with Check Delivery reports whether a delivery would arrive, and if not, the reason. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { deliverSigned, derivedSecret, hmac, useTriggerWorld } from '../../support/trigger.mts';
import { unlistedReason } from '../../support/listed.mts';
import { useServer } from '../../support/serve.mts';

const world = useTriggerWorld();

const toParameters = ({ url }: { url: string }) => ({
	url,
	events: ['link.clicked'],
	checkDelivery: true,
});
const check = async (url: string, more: object = {}) => {
	const parameters = { ...toParameters({ url }), ...more };
	const record = await world.first('webhook', 'ensureActive', parameters);
	const { ok, delivered, reason } = record as Record<string, unknown>;
	expect(ok).toBe(delivered !== false);
	return { delivered, reason: String(reason) };
};

const server = useServer();
const serve = async (answer: RequestListener) =>
	`${await server.serve(answer)}/webhook/4f1c/webhook`;
const answers = (status: number) =>
	serve((_request, response) => void response.writeHead(status).end());

test("a published trigger confirms webhook.ensureActive's heartbeat request without starting its workflow", async () => {
	const { url } = await world.publish();
	expect(await check(url)).toEqual({
		delivered: true,
		reason: 'The webhook is active with all requested events',
	});
	world.expectNoExecution();
	expect(world.host.deliveries.at(-1)).toMatchObject({ statusCode: 200, log: [] });
});

test('the trigger confirms a heartbeat request regardless of its events, filters, age limit and duplicate check', async () => {
	const filters = { alias: 'none-such', country: 'FR' };
	const { url } = await world.publish({
		events: ['tip.received'],
		filters,
		options: { maxAge: 1 },
	});
	const more = { events: ['tip.received'] };
	expect((await check(url, more)).delivered).toBe(true);
	expect((await check(url, more)).delivered).toBe(true);
	world.expectNoExecution();
});

test("webhook.ensureActive signs its heartbeat request, sends no API key, and doesn't follow redirects", async () => {
	const seen: Array<{ headers: object; body: string }> = [];
	const url = await serve((request, response) => {
		text(request)
			.then((body) => seen.push({ headers: request.headers, body }))
			.then(() => response.writeHead(307, { location: '/elsewhere' }).end())
			.catch(() => response.destroy());
	});
	const { delivered, reason } = await check(url);
	expect(delivered).toBe(false);
	expect(reason).toMatch(
		/The URL redirects to \/elsewhere.*Set n8n's environment variable N8N_WEBHOOK_URL/,
	);
	const [{ headers, body }, ...others] = seen;
	expect(others).toEqual([]);
	const [{ secret }] = await world.webhooks();
	expect(headers).toMatchObject({ 'x-linkplatform-signature': hmac(secret, body) });
	expect(JSON.stringify(headers)).not.toContain(world.apiKey);
	expect(JSON.parse(body)).toMatchObject({ event: 'linkplatform.heartbeat' });
});

test.each([
	[{ id: { toString: 1 } }, ''],
	[{ id: 7 }, '7'],
	[{}, ''],
])(
	"the trigger's response to a heartbeat request with %j contains the ID %j",
	async (fields, heartbeat) => {
		const publication = await world.publish();
		const body = JSON.stringify({ event: 'linkplatform.heartbeat', ...fields });
		const response = await deliverSigned(publication, body, {
			secret: world.getSecret(publication),
		});
		expect(await response.json()).toMatchObject({ received: true, heartbeat });
	},
);

const endless: RequestListener = (_request, response) => {
	response.writeHead(200);
	const write = () => {
		while (!response.destroyed && response.write('x'.repeat(10_000)));
	};
	response.on('drain', write);
	write();
};

test.each([
	[
		"the workflow isn't published",
		async () => {
			const publication = await world.publish();
			await publication.unpublish();
			return publication.url;
		},
		/n8n has no published workflow at this URL.*Publish the workflow/,
	],
	[
		'the URL is a test URL',
		() => Promise.resolve(`${world.host.baseUrl}/webhook-test/4f1c/webhook`),
		/This is the test URL.*Enter the Production URL/,
	],
	[
		'the trigger uses a different credential',
		async () => {
			const { url } = await world.publish();
			world.setCredential({ webhookSecret: 'other' });
			return url;
		},
		/The trigger rejected the signature.*Choose the trigger's credential/,
	],
	[
		'nothing listens at the URL',
		async () => {
			const url = await answers(200);
			await server.close();
			return url;
		},
		/Couldn't connect to 127\.0\.0\.1:\d+: .*Check 'URL', its DNS record/,
	],
	[
		'no response arrives in time',
		() => serve(() => {}),
		/The request to .* timed out\. Check 'URL'/,
	],
	[
		'the response never ends',
		() => serve(endless),
		/but the response isn't from a Link Platform Trigger/,
	],
])(
	'webhook.ensureActive returns `delivered`: false and the cause if %s',
	async (_, toUrl, words) => {
		const { delivered, reason } = await check(await toUrl());
		expect(delivered).toBe(false);
		expect(reason).toMatch(words);
		expect(unlistedReason(reason)).toBe('');
	},
	30_000,
);

const change = async () => {
	const publication = await world.publish();
	const apiKey = await world.newKey();
	world.setCredential({ apiKey });
	return { publication, more: { linkPlatformApi: { ...world.credential, apiKey } }, apiKey };
};
const beat = async (publication: Awaited<ReturnType<typeof world.publish>>, apiKey: string) => {
	const body = JSON.stringify({ event: 'linkplatform.heartbeat', id: '1' });
	const response = await deliverSigned(publication, body, {
		secret: derivedSecret(apiKey, publication.url),
	});
	return (await response.json()) as object;
};

test('a changed API key makes the trigger return `current: false` to heartbeat requests until its webhook is renewed', async () => {
	const { publication, more, apiKey } = await change();
	expect(await beat(publication, apiKey)).toMatchObject({ heartbeat: '1', current: false });
	expect(await beat(publication, apiKey)).toMatchObject({ current: false });
	const [before] = await world.webhooks();
	const parameters = toParameters(publication);
	const record = await world.first('webhook', 'ensureActive', parameters, { credentials: more });
	expect(record).toMatchObject({
		ok: true,
		changed: true,
		delivered: true,
		reason: 'The API key or signing secret has changed',
	});
	const [after, ...others] = await world.webhooks();
	expect([after.id === before.id, others]).toEqual([false, []]);
	expect(await beat(publication, apiKey)).not.toHaveProperty('current');
});

test('the hourly check keeps the webhook that webhook.ensureActive has created after a key change', async () => {
	const { publication, more } = await change();
	const parameters = toParameters(publication);
	await world.first('webhook', 'ensureActive', parameters, { credentials: more });
	const renewed = await world.webhooks();
	await world.check(publication);
	expect(await world.webhooks()).toEqual(renewed);
	world.expectNoExecution();
});

test('unpublishing a trigger deletes its webhook even if webhook.ensureActive has replaced it', async () => {
	const publication = await world.publish();
	const [{ id }] = await world.webhooks();
	await world.deactivate(id);
	const parameters = toParameters(publication);
	const record = await world.first('webhook', 'ensureActive', parameters);
	expect(record).toMatchObject({ ok: true, changed: true, delivered: true });
	await world.remove(publication);
});

test('webhook.ensureActive returns `ok`: false if the trigger reports a different API key even after the renewal', async () => {
	const url = await serve((request, response) => {
		text(request)
			.then((body) => JSON.parse(body) as { id: string })
			.then(({ id }) =>
				response.end(JSON.stringify({ received: true, heartbeat: id, current: false })),
			)
			.catch(() => response.destroy());
	});
	const { delivered, reason } = await check(url);
	expect(delivered).toBe(false);
	expect(reason).toMatch(
		/The trigger's webhook was created with a different API key or signing secret/,
	);
});

test('webhook.sendTestEvent and account.checkSetup report a webhook that was created with another API key', async () => {
	const { publication, more: credentials } = await change();
	const { baseUrl } = world.host;
	const parameters = { webhookUrl: publication.url, event: 'link.clicked', data: '{}' };
	const given = { baseUrl, credentials };
	const { items: sent } = await world.run('webhook', 'sendTestEvent', parameters, given);
	expect(sent[0].json).toMatchObject({
		delivered: false,
		httpCode: 200,
		response: expect.stringMatching(/^The trigger's webhook was created with a different API key/),
	});
	const { items } = await world.run('account', 'checkSetup', {}, given);
	expect(items.find(({ json }) => json.check === 'Webhooks of This n8n')!.json).toMatchObject({
		ok: false,
		found:
			'Webhooks of this n8n instance: 1 (switched off: 0, created with a different API key or signing secret: 1)',
		advice: expect.stringContaining('unpublish their workflows'),
	});
});

test("webhook.ensureActive reports both that it renewed a webhook and that the webhook's URL can't be reached", async () => {
	const { reason } = await check(await answers(502));
	expect(reason).toMatch(
		/^The webhook was missing, or Link Platform switched it off\. Something in front of the trigger responded/,
	);
});
