/** Tests Verify Delivery, which runs the trigger's signature check on an event that reached n8n another way. */
import { getFailure, getJson, getPairs } from '../../support/sent.mts';
import { hmac, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const URL = 'https://queue.example.com/linkplatform';
const body = JSON.stringify({
	event: 'product.purchased',
	timestamp: '2031-01-01T00:00:00Z',
	data: { productId: 7 },
});
const sign = (text: string | Buffer, url = URL) =>
	hmac(hmac(world.apiKey, `n8n-webhook:${url}`), text);
const verify = (parameters: object, more: object = {}) =>
	world.run('webhook', 'verifyDelivery', { webhookUrl: URL, body, ...parameters }, more);

test('webhook.verifyDelivery returns a correctly signed delivery as the trigger would, without sending a request', async () => {
	const headers = { 'X-Acme-Signature': sign(body), 'X-Acme-Delivery': 'd1' };
	const before = (await world.requests()).length;
	const { items } = await verify({ headers: JSON.stringify(headers) });
	expect(getJson(items)).toEqual([
		{
			event: 'product.purchased',
			deliveryId: 'd1',
			timestamp: '2031-01-01T00:00:00Z',
			data: { productId: 7 },
		},
	]);
	expect(await world.requests()).toHaveLength(before);
});

test('webhook.verifyDelivery keeps whitespace around the body, because the signature covers it', async () => {
	const spaced = ` ${body}\n`;
	const { items } = await verify({ body: spaced, headers: { 'x-a-signature': sign(spaced) } });
	expect(items).toHaveLength(1);
});

test('webhook.verifyDelivery needs no URL if the credential has a signing secret', async () => {
	const own = { linkPlatformApi: { ...world.credential, webhookSecret: 'our own' } };
	const headers = { 'x-a-signature': hmac('our own', body) };
	const given = { webhookUrl: '', headers };
	expect((await verify(given, { credentials: own })).items).toHaveLength(1);
	expect(getFailure(await verify(given)).error).toBe("'Webhook URL' is empty");
});

test.each([
	['another secret', { headers: { 'x-a-signature': hmac('guessed', body) } }, /invalid signature/],
	['no signature', { headers: {} }, /no signature/],
	['headers in the form of an array', { headers: '[]' }, /'Headers' must be a JSON object/],
	['no body', { headers: { 'x-a-signature': 'x' }, body: '' }, /'Body' is empty|no signature/],
	[
		"the parsed body of n8n's Webhook node",
		{ headers: { 'x-a-signature': 'x' }, body: JSON.parse(body) as object },
		/^'Body' was parsed as JSON, but the signature is for the original bytes/,
	],
])(
	'webhook.verifyDelivery fails its item for %s, without revealing the secret in the error',
	async (_name, parameters, message) => {
		const { items, errorItems } = await verify(parameters);
		expect(items).toEqual([]);
		expect(errorItems[0].json.error).toMatch(message);
		expect(JSON.stringify(errorItems)).not.toContain(hmac(world.apiKey, `n8n-webhook:${URL}`));
	},
);

test('webhook.verifyDelivery accepts and rejects unusual bodies exactly as the trigger does', async () => {
	const options = { skipDuplicates: false };
	const publication = await world.publish({ events: ['all'], simplify: false, options });
	const { url } = publication;
	const bodies = [
		'\uFEFF{"event":{"type":"a.b","id":1},"data":[1]}',
		` {"event":"tip.received","id":${'9'.repeat(20)}} `,
		Buffer.from('{"event":"größe"}', 'latin1'),
		'',
		'[]',
		'{"event":',
	].map((text) => Buffer.from(text));
	const statuses = [];
	for (const bytes of bodies) {
		const headers = { 'content-type': 'text/plain', 'x-service-signature': sign(bytes, url) };
		statuses.push((await publication.deliver({ headers, body: bytes })).status);
	}
	expect(statuses).toEqual([200, 200, 200, 400, 400, 400]);
	const { items, errorItems } = await world.run(
		'webhook',
		'verifyDelivery',
		{ webhookUrl: url, inputDataFieldName: 'data', headers: '={{ JSON.stringify($json) }}' },
		{
			items: bodies.map((data) => ({
				json: { 'x-service-signature': sign(data, url) },
				binary: { data: { data, mimeType: 'application/json' } },
			})),
		},
	);
	expect([getPairs(items), getPairs(errorItems)]).toEqual([
		[0, 1, 2],
		[3, 4, 5],
	]);
	const ran = (await world.finished(3)).map((execution) => execution.items[0].json);
	expect(getJson(items)).toEqual(ran);
});

test('webhook.verifyDelivery accepts a correctly signed body that contains U+FFFD', async () => {
	const odd = body.replace('7', '"A\ufffdB"');
	const { items } = await verify({ body: odd, headers: { 'x-a-signature': sign(odd) } });
	expect(items).toMatchObject([{ json: { data: { productId: 'A\ufffdB' } } }]);
});
