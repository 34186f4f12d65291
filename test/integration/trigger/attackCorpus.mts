/**
 * Deliveries to a trigger, genuine and hostile, in stories: what belongs together and has to come in this
 * order. All of it follows from a seed. The expected outcome of each is in contract.mts; how a signature may be written is
 * the business of `test/unit/signature.test.mts`.
 */
import { createHmac } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** What goes over the wire; a header may come several times. */
export interface RawRequest {
	headers: Array<[name: string, value: string]>;
	body: Buffer;
}

export interface Story {
	kind: string;
	requests: RawRequest[];
}

export interface Corpus {
	seed: number;
	stories: number;
	/** One of this many stories is large. */
	large: number;
	/** What Link Platform signs with. */
	secret: string;
	/** The key of the account, which must not be accepted for a signature. */
	apiKey: string;
}

/** What varies from story to story of a kind. */
interface Material {
	/** In every body, so that no two stories hold the same one. */
	story: string;
	event: string;
	data: Record<string, unknown>;
	brand: string;
	country: string | undefined;
	/** Where something is broken. */
	spot: number;
	corpus: Corpus;
}

type Kind = (material: Material) => RawRequest[];

const EVENTS = [
	'link.created',
	'link.clicked',
	'link.updated',
	'link.expired',
	'qr.created',
	'qr.scanned',
	'bio.viewed',
	'bio.updated',
	'subscriber.added',
	'tip.received',
	'product.created',
	'product.purchased',
	'plan.upgraded',
	'verification.approved',
];
const VISITS = ['link.clicked', 'qr.scanned', 'bio.viewed'];

/** Every kind equally often, except for the few large ones. */
export function createStories(corpus: Corpus): Story[] {
	const { seed, stories, large } = corpus;
	const materials = fc.sample(material, { seed, numRuns: stories });
	// They take long to make, and need not differ from story to story.
	const samples = fc.sample(anyData, { seed, numRuns: 60 });
	const common = Object.entries({ ...genuine, ...replayed, ...forged, ...malformed, ...packed });
	const heavy = Object.entries(rare);
	return materials.map((varying, index) => {
		const turn = Math.floor(index / large);
		const isLarge = index % large === large - 1;
		const [kind, toRequests] = isLarge ? heavy[turn % heavy.length] : common[index % common.length];
		const data = samples[index % samples.length];
		const requests = toRequests({ ...varying, data, story: `${seed}-${index}`, corpus });
		return { kind, requests };
	});
}

/** Made by somebody else, so it must never run. */
export const isForged = (kind: string) => kind in forged;

/** Only Link Platform can have sent it, so it must never be refused. */
export const isGenuine = (kind: string) => kind in genuine;

const anyData = fc.dictionary(
	fc.string({ maxLength: 8 }),
	fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
	{ maxKeys: 4 },
);
const material = fc.record({
	event: fc.constantFrom(...EVENTS),
	brand: fc.stringMatching(/^[A-Za-z\d]([A-Za-z\d-]{0,10}[A-Za-z\d])?$/),
	country: fc.constantFrom('DE', 'FR', undefined),
	spot: fc.nat(),
});

// Link Platform's side.

const createBody = (
	{ event, data, country, story }: Material,
	more: Record<string, unknown> = {},
	moreData: Record<string, unknown> = {},
) =>
	JSON.stringify({
		event,
		timestamp: '2026-03-01T09:00:00.000Z',
		data: { ...data, ...(country && { country }), story, ...moreData },
		...more,
	});

const hmac = (secret: string, body: string | Buffer, algorithm = 'sha256') =>
	createHmac(algorithm, secret).update(body).digest('hex');

/** As Link Platform sends it: signed, unless the headers say otherwise; undefined leaves one out. */
function send(
	{ brand, event, story, corpus }: Material,
	body: string | Buffer,
	headers: Record<string, string | string[] | undefined> = {},
): RawRequest {
	const all: typeof headers = {
		'content-type': 'application/json',
		[`x-${brand}-signature`.toLowerCase()]: hmac(corpus.secret, body),
		[`x-${brand}-event`.toLowerCase()]: event,
		[`x-${brand}-delivery`.toLowerCase()]: `delivery-${story}`,
	};
	for (const [name, value] of Object.entries(headers)) {
		all[name.toLowerCase().replace('brand', brand.toLowerCase())] = value;
	}
	const sent = Object.entries(all).flatMap(([name, value]) =>
		(value === undefined ? [] : [value].flat()).map((one): [string, string] => [name, one]),
	);
	return { headers: sent, body: Buffer.from(body) };
}

const signature = ({ corpus }: Material, body: string | Buffer) => hmac(corpus.secret, body);
const SIGNATURE = 'x-brand-signature';
const DELIVERY = 'x-brand-delivery';
const EVENT = 'x-brand-event';

const asVisit = (m: Material): Material => ({ ...m, event: VISITS[m.spot % VISITS.length] });
const asPurchase = (m: Material): Material => {
	const others = EVENTS.filter((event) => !VISITS.includes(event));
	return { ...m, event: others[m.spot % others.length] };
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** A genuine request with another body, whatever that is: what a service with a fault would send. */
const sendText = (m: Material, text: string | Buffer, type = 'application/json') => [
	send(m, text, { 'content-type': type }),
];
const first = (text: string, more: string) => `${text.slice(0, -1)},${more}}`;

const genuine: Record<string, Kind> = {
	'a documented event': (m) => [send(m, createBody(m))],
	'an unknown event': (m) => [send(m, createBody({ ...m, event: `later.${m.spot}` }))],
	'text of all kinds': (m) => [
		send(
			m,
			createBody(m, {}, { text: 'größe ☕ 日本 𝄞 \u0000\u2028"\\', [`\u202e${m.story}`]: '' }),
		),
	],
	'white space': (m) => [
		send(m, `\r\n\t ${JSON.stringify(JSON.parse(createBody(m)), null, m.spot % 2 ? '\t' : 3)} \n`),
	],
	'a byte order mark': (m) => [send(m, `\uFEFF${createBody(m)}`)],
	'bytes that are no text': (m) => {
		const body = Buffer.from(createBody({ ...m, data: {} }, {}, { text: '@@' }), 'latin1');
		body.fill(0x80 + (m.spot % 0x40), body.indexOf('@@'), body.indexOf('@@') + 2);
		return [send(m, body)];
	},
	'several signatures in headers of one name': (m) => {
		const good = signature(m, createBody(m));
		return [
			send(m, createBody(m), { [SIGNATURE]: [hmac('old', createBody(m)), `sha256=${good}`, 'v0'] }),
		];
	},
	'an event that is a record': (m) => [
		send(m, createBody(m, { event: { id: `evt-${m.story}`, type: m.event, name: 'no' } }), {
			[DELIVERY]: m.spot % 2 ? undefined : 'd',
		}),
	],
	'an event that only a header names': (m) => [send(m, createBody(m, { event: undefined }))],
	'no delivery header, but an id in the body': (m) => {
		const name = ['eventId', 'event_id', 'id'][m.spot % 3];
		const body = createBody(m, { [name]: m.spot % 2 ? m.spot : `evt-${m.story}` });
		const copy = send(m, body, { [DELIVERY]: undefined });
		return [copy, copy];
	},
	'no id at all': (m) => [send(m, createBody(m), { [DELIVERY]: undefined })],
	'another type of content': (m) => {
		const types = ['text/plain', 'application/octet-stream', 'application/vnd.brand+json', ''];
		const type = [...types, 'APPLICATION/JSON; charset=UTF-8'][m.spot % 5];
		return sendText(m, createBody(m), type);
	},
	'the type of a form': (m) => sendText(m, createBody(m), 'application/x-www-form-urlencoded'),
	'fields beside the documented ones': (m) => [
		send(m, createBody(m, { apiVersion: 2, deliveryId: 'own', item: [m.story], error: 'none' })),
	],
	'a field called __proto__': (m) => {
		const evil = '"__proto__":{"event":"tip.received","deliveryId":"x","country":"DE"}';
		const data = `"data":{"story":${JSON.stringify(m.story)},${evil},"constructor":{"prototype":1}}`;
		return [send(m, `{"event":${JSON.stringify(m.event)},${data},${evil}}`)];
	},
	'a field that comes twice': (m) => {
		const other = EVENTS[m.spot % EVENTS.length];
		return [send(m, first(createBody(m), `"event":"${other}"`))];
	},
	'values of unexpected types': (m) => {
		const odd: unknown[] = [
			null,
			[],
			['x'],
			7,
			true,
			'',
			{ toString: 1, valueOf: 1 },
			{ id: {} },
			1e308,
		];
		const name = ['event', 'timestamp', 'data', 'id', 'eventId'][m.spot % 5];
		const value = odd[Math.floor(m.spot / 5) % odd.length];
		const body = createBody(m, { story: m.story, [name]: value });
		return [send(m, body, m.spot % 2 ? {} : { [DELIVERY]: undefined, [EVENT]: undefined })];
	},
	'a filtered field of an unexpected type': (m) => {
		const odd: unknown[] = [[], ['DE'], {}, { toString: 1, valueOf: 1 }, true, 0];
		return [send(m, createBody(m, {}, { country: odd[m.spot % odd.length] }))];
	},
	'nested, but not too deep': (m) => [
		send(m, first(createBody(m), `"deep":${nested(1 + (m.spot % 999))}`)),
	],
	'packed after it was signed': (m) => {
		const isGzip = m.spot % 2 === 0;
		const headers = { 'content-encoding': isGzip ? 'gzip' : 'deflate' };
		const body = createBody(m);
		return [{ ...send(m, body, headers), body: (isGzip ? gzipSync : deflateSync)(body) }];
	},
	'two events with the same id': (m) => [
		send(m, createBody(m)),
		send(m, createBody(m, {}, { second: true })),
	],
	'two visitors who do the same': (m) => {
		const body = createBody(asVisit(m));
		return ['a', 'b', 'c'].map((id) => send(m, body, { [DELIVERY]: `${id}-${m.story}` }));
	},
	'two buyers who differ in one digit of a long number': (m) => {
		const [one, other] = ['9007199254740992', '9007199254740993'].map((order) =>
			first(createBody(asPurchase(m)), `"order":${order}`),
		);
		return [send(m, one), send(m, other, { [DELIVERY]: `other-${m.story}` })];
	},
	'two buyers who differ in their address alone': (m) =>
		['203.0.113.8', '203.0.113.9'].map((ip) =>
			send(m, createBody(asPurchase(m), {}, { ip }), { [DELIVERY]: `${ip}-${m.story}` }),
		),
	'two buyers who differ in an id of the body alone': (m) =>
		['one', 'two'].map((deliveryId) =>
			send(m, createBody(asPurchase(m), { deliveryId }), {
				[DELIVERY]: `${deliveryId}-${m.story}`,
			}),
		),
};

/** Genuine once; what follows is somebody else's, or Link Platform's own second attempt. */
const replayed: Record<string, Kind> = {
	'delivered again': (m) => Array<RawRequest>(3).fill(send(m, createBody(m))),
	'delivered again with the time of each attempt': (m) =>
		[1, 2, 3].map((n) => send(m, createBody(m, { timestamp: `2026-03-01T09:0${n}:00.000Z` }))),
	'delivered again in another packing': (m) => {
		const body = createBody(m);
		const packedOnce = { ...send(m, body, { 'content-encoding': 'gzip' }), body: gzipSync(body) };
		return [send(m, body), packedOnce, send(m, body, { 'content-type': 'text/plain' })];
	},
	'replayed under another id': (m) => {
		const body = createBody(asPurchase(m));
		return ['', 'a', 'b', m.story].map((id) => send(m, body, { [DELIVERY]: `${id}` }));
	},
	'replayed without an id': (m) => {
		const body = createBody(asPurchase(m));
		return [send(m, body), send(m, body, { [DELIVERY]: undefined })];
	},
	'replayed under another event in the header': (m) => {
		const body = createBody(asPurchase(m));
		return [undefined, ...VISITS].map((event) => send(m, body, { [EVENT]: event }));
	},
	'replayed under another event that only the header names': (m) => {
		const body = createBody(asPurchase(m), { event: undefined });
		return ['tip.received', 'plan.upgraded'].map((event) =>
			send(m, body, { [EVENT]: event, [DELIVERY]: `${event}-${m.story}` }),
		);
	},
	'replayed with other spelling of its headers': (m) => {
		const body = createBody(m);
		const good = signature(m, body);
		return [
			send(m, body),
			send(m, body, { [SIGNATURE]: `SHA256=${good.toUpperCase()}`, 'x-other-signature': good }),
		];
	},
	'an id guessed by somebody who captured a visit': (m) => {
		const next = `next-${m.story}`;
		const captured = createBody(asVisit(m), {}, { captured: true });
		return [
			send(m, captured),
			send(m, captured, { [DELIVERY]: next }),
			send(m, createBody(asPurchase(m)), { [DELIVERY]: next }),
			send(m, createBody(asVisit(m)), { [DELIVERY]: next }),
		];
	},
	'an id guessed by somebody who captured a purchase': (m) => {
		const captured = createBody(asPurchase(m), {}, { captured: true });
		const next = { [DELIVERY]: `next-${m.story}` };
		return [
			send(m, captured),
			send(m, captured, next),
			send(m, createBody(asPurchase(m)), next),
			send(m, createBody(asPurchase(m)), next),
		];
	},
	'an id used up by a forgery': (m) => {
		const body = createBody(m);
		const guess = send(m, body, { [SIGNATURE]: hmac('guess', body) });
		return [guess, send(m, body), guess, send(m, body)];
	},
	'a body used up by a forgery of another type': (m) => {
		const body = createBody(asPurchase(m));
		const bad = { [SIGNATURE]: hmac('guess', body), 'content-type': 'text/plain' };
		return [send(m, body, bad), send(m, body)];
	},
};

const badSignature =
	(bad: (good: string, m: Material, body: string) => string | string[] | undefined): Kind =>
	(m) => {
		const body = createBody(m);
		return [send(m, body, { [SIGNATURE]: bad(signature(m, body), m, body) })];
	};
/** The good signature of a body, over another one. */
const badBody =
	(bad: (body: string, m: Material) => string | Buffer): Kind =>
	(m) => {
		const body = createBody(m);
		return [{ ...send(m, body), body: Buffer.from(bad(body, m)) }];
	};
function flip(bytes: Buffer, spot: number): Buffer {
	const flipped = Buffer.from(bytes);
	flipped[spot % bytes.length] ^= 1 << spot % 8;
	return flipped;
}
const forged: Record<string, Kind> = {
	'no signature': badSignature(() => undefined),
	'another key': badSignature((_good, m, body) => hmac(`guess ${m.spot}`, body)),
	'the key of the account': badSignature((_good, m, body) => hmac(m.corpus.apiKey, body)),
	'one bit of the signature': badSignature((good, { spot }) =>
		flip(Buffer.from(good, 'hex'), spot).toString('hex'),
	),
	'the signature in the body': (m) => {
		const body = createBody(m);
		const signed = first(body, `"${SIGNATURE}":"${signature(m, body)}"`);
		return [send(m, signed, { [SIGNATURE]: undefined })];
	},
	'one bit of the body': (m) => {
		const body = createBody(m);
		return [{ ...send(m, body), body: flip(Buffer.from(body), m.spot) }];
	},
	'a space more in the body': badBody((body, { spot }) => [`${body} `, ` ${body}`][spot % 2]),
	'the signature of the parsed body': (m) => {
		const raw = JSON.stringify(JSON.parse(createBody(m)), null, 1);
		return [send(m, raw, { [SIGNATURE]: signature(m, JSON.stringify(JSON.parse(raw))) })];
	},
	'the signature of the body without its byte order mark': badBody((body) => `\uFEFF${body}`),
	'half a body': badBody((body, { spot }) => body.slice(0, spot % body.length)),
	'no body': badBody(() => ''),
	'a forged field called __proto__': badBody((body) => first(body, '"__proto__":{"admin":true}')),
	'a forged body nested very deep': badBody(() => nested(9_000)),
};

/** Signed, but not a delivery: a fault of Link Platform or of a proxy. */
const malformed: Record<string, Kind> = {
	'JSON packed in JSON': (m) => sendText(m, JSON.stringify(createBody(m))),
	'a signed list': (m) => sendText(m, `[${createBody(m)}]`),
	'a signed text, number or nothing': (m) => {
		const texts = ['"text"', '7', '-0', '1e999', 'null', 'true', 'false', '""'];
		return sendText(m, ' '.repeat(m.spot % 100) + texts[m.spot % texts.length]);
	},
	'a signed nothing': (m) =>
		sendText(m, ' '.repeat(m.spot % 3), ['application/octet-stream', 'text/plain', ''][m.spot % 3]),
	'signed, but no JSON': (m) => {
		const texts = ['{"event":', `{'event':'link.clicked'}`, '{"a":1}{"b":2}', 'undefined', '{,}'];
		const type = m.spot % 2 ? 'application/json' : 'text/plain';
		return sendText(m, texts[m.spot % texts.length], type);
	},
	'a signed form': (m) =>
		sendText(
			m,
			new URLSearchParams({ event: m.event, story: m.story, '__proto__[x]': '1' }).toString(),
			'application/x-www-form-urlencoded',
		),
	'a signed form of several parts': (m) => {
		const body = multipart({ event: m.event, payload: createBody(m) });
		return sendText(m, body, `multipart/form-data; boundary=${BOUNDARY}`);
	},
	'nested too deep': (m) => {
		const deep = nested(1001 + (m.spot % 9_000));
		const key = ['data', 'event', 'id', 'timestamp', 'x'][m.spot % 5];
		return [send(m, first(createBody(m), `"${key}":${deep}`))];
	},
};

const BOUNDARY = 'boundary-of-the-parts';
const multipart = (fields: Record<string, string>) =>
	[
		...Object.entries(fields).map(
			([name, value]) =>
				`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		),
		`--${BOUNDARY}--\r\n`,
	].join('');

const pack =
	(encoding: string, change: (body: Buffer, m: Material) => Buffer, isPackedSigned = false): Kind =>
	(m) => {
		const body = Buffer.from(createBody(m));
		const sent = change(body, m);
		const headers = { 'content-encoding': encoding };
		return [{ ...send(m, isPackedSigned ? sent : body, headers), body: sent }];
	};

const packed: Record<string, Kind> = {
	'packed before it was signed': pack('gzip', (body) => gzipSync(body), true),
	'a packing cut short': pack('gzip', (body, { spot }) => {
		const whole = gzipSync(body);
		return whole.subarray(0, spot % (whole.length - 9));
	}),
};

const MB = 1024 * 1024;
const rare: Record<string, Kind> = {
	'a large body': (m) => [send(m, createBody(m, {}, { text: 'ü'.repeat(MB) }))],
	'a body that is too large': (m) => [send(m, createBody(m, {}, { text: 'x'.repeat(16 * MB) }))],
	'a packed body that is too large': (m) => {
		const body = createBody(m, {}, { text: 'x'.repeat(17 * MB) });
		return [{ ...send(m, body, { 'content-encoding': 'gzip' }), body: gzipSync(body) }];
	},
};
