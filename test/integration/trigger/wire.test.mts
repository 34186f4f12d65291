/**
 * Tests deliveries as bytes on the wire: how HTTP, JSON, proxies and forgers can change a delivery, and whether it then
 * starts the workflow. The forms of a signature are tested in `test/unit/signature.test.mts`, and duplicates in
 * `test/unit/duplicates.test.mts`.
 */
import { type OutgoingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { hmac, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();
let publication: Publication;

type Outcome = 'run' | 'ignored' | 'refused';

interface Delivery {
	body?: string | Buffer;
	/** The bytes that Link Platform signed, by default the body. */
	signed?: string | Buffer;
	secret?: string;
	headers?: OutgoingHttpHeaders;
}

const SIGNATURE = 'x-service-signature';
const ID = 'x-service-delivery';
const EVENT = '"event":"product.purchased"';
const BODY = `{${EVENT},"timestamp":"2026-03-01T09:00:00.000Z","data":{"productId":7}}`;
const VISIT = BODY.replace('product.purchased', 'link.clicked');
const nested = (depth: number) => `{${EVENT},"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const signBody = () => hmac(world.getSecret(publication), BODY);

/** Sends a delivery as Link Platform would, with these changes; returns how the trigger handled the delivery. */
async function deliver({ body = BODY, signed = body, secret, headers }: Delivery) {
	const all: OutgoingHttpHeaders = {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		[SIGNATURE]: hmac(secret ?? world.getSecret(publication), signed),
		[ID]: 'd-1',
		...headers,
	};
	const sent = Object.entries(all).filter(([, value]) => value !== undefined);
	const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
	const options = { method: 'POST', headers: Object.fromEntries(sent) };
	request(publication.url, options, (response) => {
		const toOutcome = (text: string) => {
			if (response.statusCode !== 200) return 'refused';
			return text.includes('"ignored"') ? 'ignored' : 'run';
		};
		readText(response).then((text) => resolve(toOutcome(text)), reject);
	})
		.on('error', reject)
		.end(body);
	return await promise;
}

beforeEach(async () => {
	publication = await world.publish({ events: ['all'], simplify: false });
});

test.each<[string, () => Delivery, object?]>([
	['whitespace around its JSON', () => ({ body: `\r\n\t ${BODY} \n` })],
	['a byte order mark', () => ({ body: `\uFEFF${BODY}` })],
	["a byte that isn't UTF-8", () => ({ body: Buffer.from(BODY.replace('7', '"\xff"'), 'latin1') })],
	[
		'several signature headers',
		() => ({ headers: { [SIGNATURE]: [hmac('old', BODY), `sha256=${signBody()}`, 'v0'] } }),
	],
	['no content type', () => ({ headers: { 'content-type': undefined } })],
	['the content type text/plain', () => ({ headers: { 'content-type': 'text/plain' } })],
	[
		'the content type of a form',
		() => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
	],
	[
		'a __proto__ field',
		() => ({ body: BODY.replace('{', '{"__proto__":{"event":"tip.received","deliveryId":"x"},') }),
		{ event: 'product.purchased', deliveryId: 'd-1' },
	],
	[
		'a duplicate field',
		() => ({ body: BODY.replace('{', '{"event":"tip.received",') }),
		{ event: 'product.purchased' },
	],
	['1,001 levels of nesting', () => ({ body: nested(1_000) })],
	[
		'gzip compression added after signing',
		() => ({ body: gzipSync(BODY), signed: BODY, headers: { 'content-encoding': 'gzip' } }),
	],
	[
		'deflate compression added after signing',
		() => ({ body: deflateSync(BODY), signed: BODY, headers: { 'content-encoding': 'deflate' } }),
	],
	['a megabyte of text', () => ({ body: `{${EVENT},"text":"${'ü'.repeat(500_000)}"}` })],
])('a correctly signed delivery with %s starts the workflow', async (_, toDelivery, item = {}) => {
	expect(await deliver(toDelivery())).toBe('run');
	const [{ status, items }] = await world.finished(1);
	expect(status).toBe('success');
	expect(items).toMatchObject([{ json: item }]);
});

const form = new URLSearchParams({ event: 'link.clicked', '__proto__[x]': '1' }).toString();
const parts =
	'--b\r\ncontent-disposition: form-data; name="event"\r\n\r\nlink.clicked\r\n--b--\r\n';

test.each([
	['a JSON string that contains JSON', { body: JSON.stringify(BODY) }],
	['a list', { body: `[${BODY}]` }],
	['a number', { body: '7' }],
	['an empty body', { body: '', headers: { 'content-type': 'text/plain' } }],
	['truncated JSON', { body: BODY.slice(0, 40), headers: { 'content-type': 'text/plain' } }],
	['form data', { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
	[
		'multipart form data',
		{ body: parts, headers: { 'content-type': 'multipart/form-data; boundary=b' } },
	],
	[
		'truncated gzip data',
		{ body: gzipSync(BODY).subarray(0, 30), headers: { 'content-encoding': 'gzip' } },
	],
	[
		'gzip data that was signed after compression',
		{ body: gzipSync(BODY), headers: { 'content-encoding': 'gzip' } },
	],
	[
		'17 MB of text in gzip data',
		{ body: gzipSync(`"${'x'.repeat(17 * 2 ** 20)}"`), headers: { 'content-encoding': 'gzip' } },
	],
])('a correctly signed delivery of %s is refused', async (_, delivery) => {
	expect(await deliver(delivery)).toBe('refused');
	world.expectNoExecution();
});

const withField = (field: string) => BODY.replace('{', `{${field},`);

test.each([
	['no signature', () => ({ headers: { [SIGNATURE]: undefined } })],
	['another secret', () => ({ secret: 'guessed' })],
	['the API key as its secret', () => ({ secret: world.apiKey })],
	[
		'its signature in the body',
		() => ({
			body: withField(`"${SIGNATURE}":"${signBody()}"`),
			headers: { [SIGNATURE]: undefined },
		}),
	],
	['an extra space', () => ({ body: `${BODY} `, signed: BODY })],
	['an extra byte order mark', () => ({ body: `\uFEFF${BODY}`, signed: BODY })],
	[
		'the signature of its parsed JSON',
		() => ({ body: withField('"a": 1'), signed: withField('"a":1') }),
	],
	['half of its body', () => ({ body: BODY.slice(0, 40), signed: BODY })],
	['an empty body', () => ({ body: '', signed: BODY })],
	['an extra __proto__ field', () => ({ body: withField('"__proto__":{"a":1}'), signed: BODY })],
	['9,000 levels of nesting', () => ({ body: nested(9_000), signed: BODY })],
])('a forged delivery with %s is refused', async (_, toDelivery) => {
	expect(await deliver(toDelivery())).toBe('refused');
	world.expectNoExecution();
});

test('a delivery is refused if any byte of its body or signature differs', async () => {
	const flip = (bytes: Buffer, at: number) => bytes.with(at, bytes[at] ^ (1 << at % 8));
	for (let at = 0; at < BODY.length; at += 1) {
		const body = Buffer.from(flip(Buffer.from(BODY), at));
		expect([at, await deliver({ body, signed: BODY })]).toEqual([at, 'refused']);
	}
	const good = Buffer.from(signBody(), 'hex');
	for (let at = 0; at < good.length; at += 1) {
		const bad = Buffer.from(flip(good, at)).toString('hex');
		expect([at, await deliver({ headers: { [SIGNATURE]: bad } })]).toEqual([at, 'refused']);
	}
	world.expectNoExecution();
});

const packed: Delivery = {
	body: gzipSync(BODY),
	signed: BODY,
	headers: { 'content-encoding': 'gzip' },
};
const withId = (id: string, body = BODY): Delivery => ({ body, headers: { [ID]: id } });

test.each<[string, Array<[Delivery, Outcome]>]>([
	[
		'is repeated with another compression or content type',
		[
			[{}, 'run'],
			[packed, 'ignored'],
			[{ headers: { 'content-type': 'text/plain' } }, 'ignored'],
		],
	],
	[
		'is repeated with the time of each attempt',
		[
			[{}, 'run'],
			[withId('d-1', BODY.replace('09:00', '09:01')), 'ignored'],
			[withId('d-1', BODY.replace('7', '8')), 'run'],
		],
	],
	[
		'is replayed under other IDs and events',
		[
			[{}, 'run'],
			[withId('d-2'), 'ignored'],
			[{ headers: { [ID]: undefined } }, 'ignored'],
			[{ headers: { 'x-service-event': 'tip.received' } }, 'ignored'],
		],
	],
	[
		'has the ID of an earlier forged delivery',
		[
			[{ secret: 'guessed' }, 'refused'],
			[{}, 'run'],
			[{ secret: 'guessed' }, 'refused'],
			[{}, 'ignored'],
		],
	],
	[
		'has the ID under which a captured delivery of a visit was replayed',
		[
			[withId('d-1', VISIT), 'run'],
			[withId('d-2', VISIT), 'run'],
			[withId('d-2'), 'run'],
		],
	],
	[
		'differs from another delivery only in one digit of a long number',
		[
			[withId('d-1', withField('"order":9007199254740992')), 'run'],
			[withId('d-2', withField('"order":9007199254740993')), 'run'],
		],
	],
])('each purchase starts the workflow once, even if its delivery %s', async (_, deliveries) => {
	const outcomes = [];
	for (const [delivery] of deliveries) outcomes.push(await deliver(delivery));
	expect(outcomes).toEqual(deliveries.map(([, outcome]) => outcome));
	await world.finished(outcomes.filter((outcome) => outcome === 'run').length);
});

test('two purchases with different IP addresses both start the workflow, even if IP addresses are dropped', async () => {
	publication = await world.publish({ events: ['all'], options: { dropIpAddresses: true } });
	for (const n of [1, 2]) {
		const body = withField(`"ip":"203.0.113.${n}"`);
		expect(await deliver(withId(`d-${n}`, body))).toBe('run');
	}
	const executions = await world.finished(2);
	for (const { items } of executions) expect(items[0].json).not.toHaveProperty('ip');
});
