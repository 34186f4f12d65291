import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { createRandom } from './random.mts';
import { matchesPath, sendRateRefusal, toRetryAfterHeader } from './rateLimit.mts';
import type { Settings } from './settings.mts';

/** Returns the schema of an HTTP status with this default. */
const status = (value: number) => z.int().min(200).max(599).default(value);
/**
 * The schema of `afterHandling`. If it is true, the route runs first: for example, the record is created, but the
 * normal response isn't sent.
 */
const afterHandling = z.boolean().default(false);

/** Returns the schema of an action with this type and these fields. */
const fault = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
	z.strictObject({ type: z.literal(type), ...shape });

/** The schema of a fault's action. */
const action = z.discriminatedUnion('type', [
	fault('status', {
		status: status(500),
		body: z.unknown().optional().describe('default: {error: 1, message}'),
		headers: z.record(z.string(), z.string()).default({}),
		afterHandling,
	}),
	fault('delay', { ms: z.number().nonnegative(), afterHandling }),
	fault('reset', { when: z.enum(['before', 'during', 'afterHandling']).default('before') }),
	fault('stall', {
		afterHandling,
		during: z
			.boolean()
			.default(false)
			.describe('sends half of the response first, then nothing more'),
	}),
	fault('truncate', {
		declare: z
			.enum(['full', 'cut'])
			.default('full')
			.describe(
				'Content-Length of the whole response (full), or only of the part that is sent (cut)',
			),
	}),
	fault('html', { status: status(200), afterHandling }),
	fault('empty', { status: status(200), afterHandling }),
	fault('wrongJson', {
		status: status(200),
		body: z.string().default('"fine"').describe('sent unchanged as application/json'),
		afterHandling,
	}),
	fault('rateLimit', {
		retryAfter: z
			.number()
			.nonnegative()
			.optional()
			.describe('seconds; if omitted, the response does not say how long to wait'),
	}),
	fault('file', {
		status: status(200),
		body: z.string().default('').describe('sent unchanged, with the content type contentType'),
		contentType: z.string().default('image/png'),
		encoding: z
			.enum(['utf8', 'latin1', 'utf16le'])
			.default('utf8')
			.describe('encoding of the body'),
		afterHandling,
	}),
	fault('echo', { status: status(400) }),
	fault('gzip', {}),
	fault('bom', {}),
	fault('large', {
		bytes: z.int().nonnegative().describe('number of bytes to stream instead of the response'),
		contentType: z.string().default('application/octet-stream'),
		disposition: z.string().optional().describe('value of the header Content-Disposition'),
	}),
	fault('redirect', { location: z.string(), status: status(302) }),
]);

/** The schema of the body of `POST /_sandbox/faults`. */
export const faultSchema = z.strictObject({
	method: z
		.string()
		.transform((name) => name.toUpperCase())
		.optional(),
	path: z.string().optional().describe('route pattern, path, or either as a prefix ending in *'),
	after: z
		.int()
		.nonnegative()
		.default(0)
		.describe('number of matching requests to leave alone first'),
	times: z
		.int()
		.positive()
		.optional()
		.describe('number of requests that the fault is then applied to; if omitted, all'),
	probability: z.number().min(0).max(1).optional(),
	seed: z.int().default(1).describe('seed of the random numbers for probability'),
	action,
});

/** A fault as requested in `POST /_sandbox/faults`, with defaults filled in. */
export type FaultSpec = z.output<typeof faultSchema>;
/** An active fault. */
export interface Fault extends FaultSpec {
	id: number;
	/** The number of requests that matched the fault's method and path. */
	seen: number;
	/** The number of requests that the fault was applied to. */
	hits: number;
	/** Returns the next random number in [0, 1), for `probability`. */
	random: () => number;
}

/** The active faults, in the order in which they were added. Each request gets the first fault that matches it. */
export class Faults {
	private faults: Fault[] = [];
	private lastId = 0;

	/** Adds a fault after the existing faults, and returns it with its new ID. */
	add(spec: FaultSpec): Fault {
		const fault = { ...spec, id: ++this.lastId, seen: 0, hits: 0, random: createRandom(spec.seed) };
		this.faults.push(fault);
		return fault;
	}

	/** Returns all faults, oldest first. */
	list(): Array<Omit<Fault, 'random'>> {
		return this.faults.map(({ random, ...fault }) => fault);
	}

	/** Removes all faults. */
	clear() {
		this.faults = [];
	}

	/**
	 * Returns the fault to apply to this request, or null if no fault applies. Counts the request in `seen` and `hits`.
	 */
	pick(request: FastifyRequest) {
		if (this.faults.length === 0) return null;
		const path = request.url.split('?', 1)[0];
		const route = request.is404 ? path : (request.routeOptions.url ?? path);
		for (const fault of this.faults) {
			if (fault.method !== undefined && fault.method !== request.method) continue;
			const { path: wanted = '*' } = fault;
			if (!matchesPath(wanted, route) && !matchesPath(wanted, path)) continue;
			fault.seen += 1;
			if (fault.seen <= fault.after) continue;
			if (fault.times !== undefined && fault.hits >= fault.times) continue;
			if (fault.probability !== undefined && fault.random() >= fault.probability) continue;
			fault.hits += 1;
			return fault;
		}
		return null;
	}
}

/**
 * Applies a fault before the route runs. Resolves with true if the request has been handled. The fault `echo` is
 * applied later, once the body has been read.
 */
export async function strikeBefore(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	settings: Settings,
) {
	const { action: act } = fault;
	if ('afterHandling' in act && act.afterHandling) return false;
	switch (act.type) {
		case 'delay':
			await pause(act.ms);
			return false;
		case 'reset':
			if (act.when !== 'before') return false;
			reply.hijack();
			request.raw.socket.resetAndDestroy();
			return true;
		case 'stall':
			if (act.during) return false;
			reply.hijack();
			return true;
		case 'rateLimit':
			refuseByRate(reply, settings, act.retryAfter);
			return true;
		case 'redirect':
			void reply.code(act.status).header('Location', act.location).send();
			return true;
		case 'large':
			if (act.disposition) void reply.header('Content-Disposition', act.disposition);
			void reply
				.type(act.contentType)
				.header('Content-Length', act.bytes)
				.send(zeros(act.bytes, act.contentType));
			return true;
		default:
			if (!isReplacing(act)) return false;
			void reply.send(replace(act, reply));
			return true;
	}
}

/**
 * Sends a 429 response in the form that the settings specify. If `seconds` is undefined, the response doesn't say how
 * long to wait.
 */
function refuseByRate(reply: FastifyReply, settings: Settings, seconds?: number) {
	const { rateLimit } = settings;
	if (seconds !== undefined && rateLimit.on429 !== 'body200') {
		void reply.headers(toRetryAfterHeader(rateLimit, seconds));
	}
	sendRateRefusal(reply, rateLimit.on429, seconds);
}

/** Responds with the request's headers and body, including the API key, as a careless service might. */
export function echo(request: FastifyRequest, reply: FastifyReply, code: number) {
	const message = JSON.stringify({ headers: request.headers, body: request.body });
	void reply.code(code).send({ error: 1, message: `Could not handle ${message}` });
}

/**
 * Applies a fault after the route has run. Resolves with the payload to send. If the fault ends the connection itself,
 * the returned promise never settles.
 */
export async function strikeAfter(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
) {
	const { action: act } = fault;
	const { socket } = request.raw;
	switch (act.type) {
		case 'delay':
			if (act.afterHandling) await pause(act.ms);
			return payload;
		case 'stall':
			if (act.during) await sendPart(reply, payload);
			return act.afterHandling || act.during ? await never() : payload;
		case 'reset':
			if (act.when === 'before') return payload;
			if (act.when === 'during') await sendPart(reply, payload);
			socket.resetAndDestroy();
			return await never();
		case 'truncate': {
			if (act.declare === 'cut') return cut(payload);
			await sendPart(reply, payload);
			socket.end();
			return await never();
		}
		case 'gzip':
			if (!isText(payload)) return payload;
			void reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
			return gzipSync(payload);
		case 'bom':
			if (typeof payload !== 'string') return payload;
			void reply.removeHeader('Content-Length');
			return `\uFEFF${payload}`;
		default:
			if (!isReplacing(act) || !act.afterHandling) return payload;
			void reply.removeHeader('Content-Length');
			return replace(act, reply);
	}
}

type Action = FaultSpec['action'];
type Replacing = Extract<Action, { type: keyof typeof REPLACED }>;

/** The default content type and body of each fault that replaces the response. */
const REPLACED = {
	status: {},
	html: {
		contentType: 'text/html; charset=utf-8',
		body: '<!doctype html><title>Just a moment…</title><h1>Just a moment…</h1>',
	},
	empty: { contentType: 'application/json; charset=utf-8', body: '' },
	wrongJson: { contentType: 'application/json; charset=utf-8' },
	file: {},
};

/** True if the action replaces the whole response. */
const isReplacing = (act: Action): act is Replacing => act.type in REPLACED;

/** Sets the status and content type of the replacement response, and returns its body. */
function replace(act: Replacing, reply: FastifyReply): string | Buffer {
	void reply.code(act.status);
	if (act.type === 'status') {
		const { body = { error: 1, message: `Fault on demand: ${act.status}` } } = act;
		const isPlain = typeof body === 'string';
		void reply.headers(act.headers);
		void reply.type(`${isPlain ? 'text/plain' : 'application/json'}; charset=utf-8`);
		return isPlain ? body : JSON.stringify(body);
	}
	const whole = { encoding: 'utf8' as const, contentType: '', body: '', ...REPLACED[act.type] };
	const { body, contentType, encoding } = { ...whole, ...act };
	void reply.type(contentType);
	return Buffer.from(body, encoding);
}

/** Sends the status, the headers of the complete response, and the first half of the body. */
async function sendPart(reply: FastifyReply, payload: unknown) {
	const whole = isText(payload) ? Buffer.from(payload) : Buffer.alloc(2);
	const headers = { ...reply.getHeaders(), 'content-length': whole.length };
	reply.raw.writeHead(reply.statusCode, headers as Record<string, string | number>);
	const half = whole.subarray(0, Math.floor(whole.length / 2));
	await new Promise<void>((resolve) => reply.raw.write(half, () => resolve()));
	// Give the client a moment to read the first half, because a connection reset could discard unread data.
	await pause(20);
}

/** Returns the first half of a payload. */
function cut(payload: unknown) {
	if (!isText(payload)) return payload;
	return payload.slice(0, Math.floor(payload.length / 2));
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns a stream of `bytes` zero bytes. A PNG still begins with its signature. */
function zeros(bytes: number, contentType: string) {
	const piece = Buffer.alloc(64 * 1024);
	const first = Buffer.from(piece);
	// Keep the PNG signature valid, so that clients that check only the first bytes accept the content as a PNG.
	if (contentType === 'image/png') PNG_SIGNATURE.copy(first);
	return Readable.from(
		(function* () {
			if (bytes > 0) yield first.subarray(0, bytes);
			for (let left = bytes - first.length; left > 0; left -= piece.length) {
				yield piece.subarray(0, left);
			}
		})(),
		{ objectMode: false },
	);
}

function isText(payload: unknown): payload is string | Buffer {
	return typeof payload === 'string' || Buffer.isBuffer(payload);
}

/** Returns a promise that never settles, so that Fastify sends no response. */
function never(): Promise<never> {
	return new Promise(() => {});
}
