import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { isRefusal, saysTooMany } from './envelope';
import { Failure, asFailure } from './failure';
import { mimeTypeOf } from './files';
import { WaitRefused, gateOf } from './gate';
import type { Pass } from './gate';
import { readLimit } from './limits';
import type { Headers } from './limits';
import { maskOf, secretsIn } from './mask';
import type { Mask } from './mask';
import { limitOutlasted, networkFailure, notJson, refusal, unexpectedRedirect } from './refusals';
import { mayRepeat, target } from './request';
import type { ServiceRequest } from './request';

const ATTEMPTS = 4;
const FIRST_BACKOFF = 500;
const REDIRECTS = 5;
/** In bytes per ms, that is 128 kB/s: an upload may take this long besides the timeout. */
const SLOWEST_UPLOAD = 128;
const BROKEN = [500, 502, 503, 504];

export interface Response {
	statusCode: number;
	headers: Headers;
	/** Text, or a stream where one was asked for. */
	body: unknown;
}

/** What the client needs of its surroundings; `connect.ts` makes it from n8n's context. */
export interface Connection {
	baseUrls: { current: string; legacy: string };
	/** Names service and key: executions with the same name share one gate. */
	gateName: string;
	/** Shown in no text and no item. */
	secrets: string[];
	/** Sends with the key. Resolves for every HTTP status and follows no redirect. */
	send: (options: IHttpRequestOptions) => Promise<Response>;
	/** The same without the key. */
	sendPublic: (options: IHttpRequestOptions) => Promise<Response>;
	/** Reads a stream to its end, as text. */
	readText: (stream: unknown) => Promise<string>;
	/** In ms: the longest silence of the service, and the longest time for a JSON answer. */
	timeout: number;
	/** In ms: how long the execution may wait for the rate limit in all. */
	maxWait: number;
	signal?: AbortSignal;
	/** Words for the failure when `maxWait` is used up, e.g. "12 of 120 items are done". */
	progress: () => string;
}

type Outcome<T> =
	| { result: T }
	| { failure: Failure; repeat: 'always' | 'ifSafe' | 'never' | 'afterPause' };

/** A good answer: a stream if it is a file, otherwise its text and the JSON in it (undefined if it is none). */
interface Answer {
	response: Response;
	isFile: boolean;
	json: unknown;
}

/** Makes a result of a good answer. What it throws counts as a lost answer. */
type Reader<T> = (answer: Answer) => Promise<T>;

/**
 * Sends requests to the service: paced by its rate limit, repeated where that is safe, every answer
 * checked. Throws `Failure` only, or the execution's cancellation. One client per execution.
 */
export class Client {
	/** The rate limit that the service announced last, in requests per window. */
	limit?: number;
	private waited = 0;
	private waiting = 0;
	private waitingSince = 0;

	constructor(private readonly connection: Connection) {}

	/** Resolves with the parsed JSON of a good answer, undefined for an empty one (204). */
	async send(request: ServiceRequest): Promise<unknown> {
		return await this.exchange(request, 'text', async (answer) => jsonOf(answer, request));
	}

	/**
	 * Hands a file to `read`, which must reject when the stream ends too early, and resolves with `file`.
	 * A service that answers with JSON instead gives `body`.
	 */
	async download<T>(
		request: ServiceRequest,
		read: (stream: unknown, headers: Headers) => Promise<T>,
	): Promise<{ file: T } | { body: unknown }> {
		return await this.exchange(request, 'stream', async (answer) => {
			const { isFile, response } = answer;
			if (!isFile) return { body: jsonOf(answer, request) };
			return { file: await read(response.body, response.headers) };
		});
	}

	/** Time spent waiting for the rate limit, in ms; waits at the same time count once. */
	get msWaited(): number {
		return this.waited + (this.waiting > 0 ? Date.now() - this.waitingSince : 0);
	}

	private async exchange<T>(
		request: ServiceRequest,
		encoding: 'text' | 'stream',
		read: Reader<T>,
	): Promise<T> {
		const { signal, secrets } = this.connection;
		const mask = maskOf([...secrets, ...secretsIn(request.body), ...secretsIn(request.query)]);
		for (let attempt = 1; ; ) {
			const pass = await this.enter(request);
			const outcome = await this.attempt(request, encoding, pass, read, mask);
			if ('result' in outcome) return outcome.result;
			signal?.throwIfAborted();
			const { repeat, failure } = outcome;
			if (repeat === 'afterPause') continue;
			// Deleted by an attempt whose answer got lost.
			const isGone =
				request.method === 'DELETE' && attempt > 1 && failure.details.httpCode === '404';
			if (isGone) return undefined as T;
			const isAllowed = repeat === 'always' || (repeat === 'ifSafe' && mayRepeat(request));
			if (!isAllowed || attempt >= ATTEMPTS) {
				throw failure.reworded({
					message: mask(failure.message),
					description: mask(failure.description),
				});
			}
			await sleep(FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2), signal);
			attempt += 1;
		}
	}

	/** One request and its answer. Reports to the gate exactly once, as soon as the answer is there. */
	private async attempt<T>(
		request: ServiceRequest,
		encoding: 'text' | 'stream',
		pass: Pass,
		read: Reader<T>,
		mask: Mask,
	): Promise<Outcome<T>> {
		const gate = gateOf(this.connection.gateName);
		let response: Response;
		try {
			response = await this.transmit(request, encoding);
		} catch (thrown) {
			gate.passed(pass, null, Date.now());
			return this.unanswered(request, thrown);
		}
		try {
			const answer = await this.open(response, encoding, mask);
			const { statusCode, headers } = response;
			const reading = readLimit(headers, answer.json, Date.now());
			this.limit = reading.limit ?? this.limit;
			if (statusCode === 429 || saysTooMany(answer.json)) {
				gate.refused(pass, reading, Date.now());
				return {
					failure: refusal({ ...response, statusCode: 429 }, answer.json),
					repeat: 'afterPause',
				};
			}
			const isBroken = BROKEN.includes(statusCode);
			gate.passed(pass, isBroken ? null : reading, Date.now());
			if (statusCode >= 400 || isRefusal(answer.json)) {
				return { failure: refusal(response, answer.json), repeat: isBroken ? 'ifSafe' : 'never' };
			}
			return { result: await read(answer) };
		} catch (thrown) {
			gate.passed(pass, null, Date.now());
			return this.unanswered(request, thrown);
		}
	}

	private async open(response: Response, encoding: 'text' | 'stream', mask: Mask): Promise<Answer> {
		const { statusCode, headers, body } = response;
		const isFile =
			encoding === 'stream' && statusCode < 400 && !/json|html/.test(mimeTypeOf(headers));
		if (isFile) return { response, isFile, json: undefined };
		const text = encoding === 'stream' ? await this.connection.readText(body) : textOf(body);
		response.body = mask(text.replace(/^\uFEFF/, ''));
		return { response, isFile, json: tryJson(response.body as string) };
	}

	private async transmit(request: ServiceRequest, encoding: 'text' | 'stream'): Promise<Response> {
		const { baseUrls, send, sendPublic, timeout } = this.connection;
		const base = request.isLegacy ? baseUrls.legacy : baseUrls.current;
		let url = base + target(request);
		let isPublic = request.isPublic ?? false;
		// The time to send a file comes on top: n8n's timeout runs until the answer begins.
		const patience = timeout + Math.ceil((request.upload?.size ?? 0) / SLOWEST_UPLOAD);
		for (let hop = 0; hop <= REDIRECTS; hop += 1) {
			const options = await optionsOf(request, url, encoding, patience);
			const sent = isPublic ? sendPublic(options) : send(options);
			const response = await (encoding === 'text' ? within(patience, sent) : sent).finally(() => {
				release(options.body);
			});
			const location = response.headers.location;
			if (
				![301, 302, 303, 307, 308].includes(response.statusCode) ||
				typeof location !== 'string'
			) {
				return response;
			}
			const next = new URL(location, url);
			const isForeign = next.origin !== new URL(url).origin;
			const keepsMethod = response.statusCode >= 307;
			if (request.method !== 'GET' && (isForeign || !keepsMethod)) {
				throw unexpectedRedirect(response, next.origin);
			}
			// A read may go on elsewhere (to a file store, say), but never with the key.
			isPublic ||= isForeign;
			url = next.href;
		}
		throw new Failure(
			'The service sends this request on in a circle',
			"Check 'API URL' in the credential",
			{ httpCode: '302' },
		);
	}

	private unanswered<T>(request: ServiceRequest, thrown: unknown): Outcome<T> {
		if (thrown instanceof Failure) {
			const isBadAnswer = thrown.details.httpCode?.startsWith('2') ?? false;
			return { failure: thrown, repeat: isBadAnswer ? 'ifSafe' : 'never' };
		}
		const code = networkCodeOf(thrown);
		if (code === undefined) return { failure: asFailure(thrown), repeat: 'never' };
		const { baseUrls } = this.connection;
		const { host } = new URL(request.isLegacy ? baseUrls.legacy : baseUrls.current);
		const wasNeverSent = ['ECONNREFUSED', 'ENOTFOUND'].includes(code);
		const mayHaveHappened = !wasNeverSent && request.method !== 'GET';
		return {
			failure: networkFailure(code, host, mayHaveHappened),
			repeat: code === 'ECONNREFUSED' ? 'always' : 'ifSafe',
		};
	}

	private async enter({ endpoint }: ServiceRequest): Promise<Pass> {
		const { gateName, maxWait, progress, signal } = this.connection;
		if (this.waiting === 0) this.waitingSince = Date.now();
		this.waiting += 1;
		try {
			const mayWait = (ms: number) => this.msWaited + ms <= maxWait;
			return await gateOf(gateName).enter({ route: endpoint, mayWait, signal });
		} catch (reason) {
			if (!(reason instanceof WaitRefused)) throw signal?.reason ?? reason;
			throw limitOutlasted(this.msWaited, maxWait, progress());
		} finally {
			this.waiting -= 1;
			if (this.waiting === 0) this.waited += Date.now() - this.waitingSince;
		}
	}
}

async function optionsOf(
	{ method, body, upload, headers }: ServiceRequest,
	url: string,
	encoding: 'text' | 'stream',
	timeout: number,
): Promise<IHttpRequestOptions> {
	const hasBody = body !== undefined || upload !== undefined;
	// Text, because n8n's helper drops an empty object instead of sending it.
	const content = upload ? await upload.open() : body && JSON.stringify(body);
	return {
		method,
		url,
		headers: {
			Accept: encoding === 'text' ? 'application/json' : '*/*',
			...(hasBody ? { 'Content-Type': upload?.mimeType ?? 'application/json' } : {}),
			...(upload ? { 'Content-Length': upload.size } : {}),
			...headers,
		},
		...(hasBody ? { body: content as IHttpRequestOptions['body'] } : {}),
		encoding,
		timeout,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Closes a file that was not read to its end, because the service answered before or not at all. */
function release(content: unknown): void {
	(content as { destroy?: () => void } | undefined)?.destroy?.();
}

/** n8n's timeout ends only silence; a service that trickles for ever would hold the item for ever. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
	const alarm = new AbortController();
	const late = sleep(ms + 1_000, alarm.signal).then(
		() =>
			Promise.reject(Object.assign(new Error('No complete answer in time'), { code: 'ETIMEDOUT' })),
		() => new Promise<never>(() => {}),
	);
	try {
		return await Promise.race([work, late]);
	} finally {
		alarm.abort();
	}
}

function jsonOf({ response, json }: Answer, { method }: ServiceRequest): unknown {
	const isEmpty = response.body === '' && method !== 'GET';
	if (!isEmpty && (typeof json !== 'object' || json === null)) throw notJson(response);
	return json;
}

/** n8n's helper hands out text for `encoding: 'text'`; a parsed body is only met from odd content types. */
function textOf(body: unknown): string {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
}

function tryJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The code of a network fault, from wherever n8n's wrappers keep it; undefined for anything else. */
function networkCodeOf(thrown: unknown): string | undefined {
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// What a stream says whose connection broke off.
	if (message === 'aborted') return 'ECONNRESET';
	const codes = [(cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	return codes.find(
		(value): value is string => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value),
	);
}
