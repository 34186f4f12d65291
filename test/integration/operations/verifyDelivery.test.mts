/** Verify Delivery: the trigger's own check, for deliveries that something else received. */
import fc from 'fast-check';
import { hmac, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const URL = 'https://queue.example.com/linkplatform';
const body = JSON.stringify({
	event: 'product.purchased',
	timestamp: '2031-01-01T00:00:00Z',
	data: { productId: 7 },
});
const sign = (text: string | Buffer, url = URL) =>
	hmac(hmac(world.sandbox.apiKey, `n8n-webhook:${url}`), text);
const verify = async (parameters: object, more: object = {}) =>
	await world.run('webhook', 'verifyDelivery', { webhookUrl: URL, body, ...parameters }, more);

test("a correctly signed delivery becomes the trigger's item, and nothing is sent", async () => {
	const headers = { 'X-Acme-Signature': sign(body), 'X-Acme-Delivery': 'd1' };
	const before = (await world.sandbox.requests()).length;
	const { items } = await verify({ headers: JSON.stringify(headers) });
	expect(items.map(({ json }) => json)).toEqual([
		{
			event: 'product.purchased',
			deliveryId: 'd1',
			timestamp: '2031-01-01T00:00:00Z',
			data: { productId: 7 },
		},
	]);
	expect(await world.sandbox.requests()).toHaveLength(before);
});

test('whitespace around the body is kept, because the signature covers it', async () => {
	const spaced = ` ${body}\n`;
	const { items } = await verify({ body: spaced, headers: { 'x-a-signature': sign(spaced) } });
	expect(items).toHaveLength(1);
});

test("a delivery signed with the credential's own secret needs no URL", async () => {
	const own = { linkPlatformApi: { ...world.credential, webhookSecret: 'our own' } };
	const headers = { 'x-a-signature': hmac('our own', body) };
	const given = { webhookUrl: '', headers };
	expect((await verify(given, { credentials: own })).items).toHaveLength(1);
	const { errorItems } = await verify(given);
	expect(errorItems[0].json.error).toBe("'Webhook URL' is empty");
});

test.each<[string, object, RegExp]>([
	['another secret', { headers: { 'x-a-signature': hmac('guessed', body) } }, /invalid signature/],
	['no signature', { headers: {} }, /no signature/],
	['headers that are a list', { headers: '[]' }, /'Headers' must be a JSON object/],
	['no body', { headers: { 'x-a-signature': 'x' }, body: '' }, /'Body' is empty|no signature/],
	[
		"the parsed body of n8n's Webhook node",
		{ headers: { 'x-a-signature': 'x' }, body: JSON.parse(body) as object },
		/^'Body' is parsed JSON, but the bytes as received are signed/,
	],
])("%s makes a failed item that doesn't show the secret", async (_name, parameters, message) => {
	const { items, errorItems } = await verify(parameters);
	expect(items).toEqual([]);
	expect(errorItems[0].json.error).toMatch(message);
	expect(JSON.stringify(errorItems)).not.toContain(
		hmac(world.sandbox.apiKey, `n8n-webhook:${URL}`),
	);
});

/** Deliveries with one thing or another changed, as bytes, headers and the secret they are signed with. */
const delivery = fc.record({
	text: fc.oneof(
		fc.json().map((data) => `{"event":"qr.scanned","id":7,"data":${data}}`),
		fc.json().map((data) => `{"event":{"type":"a.b","id":1},"data":${data}}`),
		fc.json().map((data) => `{"event":"tip.received","data":${data}}`),
		fc.json(),
		fc.string({ unit: 'binary' }),
		fc.constantFrom('', '[]', '\uFEFF{"event":"a"}', ' {"event":{"type":"a"}} ', '{"event":'),
		fc
			.integer({ min: 990, max: 1010 })
			.map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
	),
	encoding: fc.oneof(
		{ weight: 5, arbitrary: fc.constant('utf8' as const) },
		{ weight: 2, arbitrary: fc.constantFrom('utf16le' as const, 'latin1' as const) },
	),
	cut: fc.option(fc.nat(40), { freq: 1 }),
	secret: fc.constantFrom(...Array<string>(4).fill('right'), 'guessed', ''),
	signature: fc.constantFrom(
		(hex: string) => hex,
		(hex: string) => `sha256=${hex.toUpperCase()}`,
		(hex: string) => `${'0'.repeat(64)}, ${hex}`,
		(hex: string) => hex.slice(1),
		(hex: string) => ` ${hex} `,
	),
	header: fc.constantFrom(
		'x-service-signature',
		'x-acme-signature',
		'X-Acme-Links-Signature',
		'x-signature',
		'signature',
	),
	id: fc.option(fc.stringMatching(/^[\w-]{1,12}$/)),
});

test('the trigger and Verify Delivery agree on 150 mutated deliveries', async () => {
	const publication = await world.publish({
		events: ['all'],
		simplify: false,
		options: { skipDuplicates: false },
	});
	const right = world.getSecret(publication);
	const sent = fc.sample(delivery, { numRuns: 150, seed: 27 }).map((one, index) => {
		const bytes = Buffer.from(one.text, one.encoding);
		const hex = hmac(one.secret === 'right' ? right : one.secret, bytes);
		const headers = {
			[one.header]: one.signature(hex),
			...(one.id === null ? {} : { 'x-service-delivery': one.id }),
			'x-service-event': `event-${index}`,
		};
		return { bytes: one.cut === null ? bytes : bytes.subarray(0, one.cut), headers };
	});
	const statuses: number[] = [];
	for (const { bytes, headers } of sent) {
		const all = { 'content-type': 'application/octet-stream', ...headers };
		statuses.push((await publication.deliver({ headers: all, body: bytes })).status);
	}
	const accepted = statuses.filter((status) => status === 200).length;
	const byTrigger = (await world.finished(accepted)).map(({ items }) => items[0].json);
	const { items, errorItems } = await world.run(
		'webhook',
		'verifyDelivery',
		{
			webhookUrl: publication.url,
			inputDataFieldName: 'data',
			headers: '={{ JSON.stringify($json) }}',
		},
		{
			items: sent.map(({ bytes, headers }) => ({
				json: headers,
				binary: { data: { data: bytes.toString('base64'), mimeType: 'application/json' } },
			})),
		},
	);
	const ok = statuses.flatMap((status, index) => (status === 200 ? [index] : []));
	expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(ok);
	expect(errorItems).toHaveLength(sent.length - accepted);
	const byId = (list: object[]) => list.map((json) => JSON.stringify(json)).sort();
	expect(byId(items.map(({ json }) => json))).toEqual(byId(byTrigger));
	// Neither all nor none.
	expect(accepted).toBeGreaterThan(15);
	expect(accepted).toBeLessThan(120);
}, 120_000);
