import { sleep } from 'n8n-workflow';
import { getStatus, isErrorEnvelope } from './envelope';
import { Failure } from './failure';
import { toFormatFailure, toHttpFailure, toTransportFailure, toWaitLimitFailure } from './failures';
import { sendWithRedirects } from './http';
import { responseMessages } from './messages';
import { parseRateLimit } from './rateLimitHeaders';
import { WaitLimitExceeded, limiterFor, type Permit, type RateLimiter } from './rateLimiter';
import { classifyStatus, getBackoff, shouldRetry } from './retry';
import { getTarget, type ApiRequest } from './route';
import type { Encoding, Headers, Response, Transport } from './transport';

/** A response with a good status: a stream if it is a file, otherwise the JSON in it (undefined if it is none). */
interface Content {
	response: Response;
	isFile: boolean;
	json: unknown;
}

/** Makes a result of a good response. What it throws counts as a response that got lost. */
type Reader<T> = (content: Content, attempt: number) => Promise<T>;

type Outcome<T> = { result: T } | { failure: Failure; retryAt?: number };

/**
 * Sends requests to the API: paced by its rate limit, repeated where that is safe, every response checked.
 * Throws `Failure` only, or the execution's cancellation. One client per execution.
 */
export class Client {
	/** The rate limit that was announced last, in requests per window. */
	limit?: number;
	/** All pauses for the rate limit, in ms, and when the last of them ends. */
	private paused = 0;
	private pausedUntil = 0;

	constructor(private readonly transport: Transport) {}

	/** Resolves with the parsed JSON of a good response, undefined for an empty one (204). */
	async send(request: ApiRequest): Promise<unknown> {
		return await this.exchange(request, 'text', async (content, attempt) =>
			getJson(content, request, attempt),
		);
	}

	/**
	 * Hands a file to `read`, which must reject when the stream ends too early, and resolves with `file`.
	 * A service that responds with JSON instead gives `body`.
	 */
	async download<T>(
		request: ApiRequest,
		read: (stream: unknown, headers: Headers) => Promise<T>,
	): Promise<{ file: T } | { body: unknown }> {
		return await this.exchange(request, 'stream', async (content, attempt) => {
			const { isFile, response } = content;
			if (!isFile) return { body: getJson(content, request, attempt) };
			return { file: await read(response.body, response.headers) };
		});
	}

	/** Time spent waiting for the rate limit, in ms; pauses at the same time count once. */
	get msWaited(): number {
		return this.paused - Math.max(0, this.pausedUntil - Date.now());
	}

	private async exchange<T>(request: ApiRequest, encoding: Encoding, read: Reader<T>): Promise<T> {
		const { signal, keyHash, createRedactor, attempts } = this.transport;
		const limiter = limiterFor(this.getBaseUrl(request), keyHash, request.route);
		const redactor = createRedactor(request);
		let refusal: Failure | undefined;
		let mayBeDone = false;
		// A record that nobody knows of; whatever else was done twice or not at all can be done again.
		const isCreation = request.method === 'POST';
		for (let attempt = 1; ; ) {
			const permit = await this.acquire(limiter, refusal).catch((thrown: unknown) => {
				const isOpen = mayBeDone && isCreation && thrown instanceof Failure;
				throw isOpen ? thrown.withAdvice(responseMessages.mayBeDone.message) : thrown;
			});
			const outcome = await this.attempt(request, encoding, limiter, permit, async (content) => {
				const text = String(content.response.body);
				const json = content.isFile ? undefined : redactor.redactJson(content.json, text);
				return await read({ ...content, json }, attempt);
			});
			if ('result' in outcome) return outcome.result;
			signal?.throwIfAborted();
			const failure = outcome.failure.redacted((text) => redactor.redactText(text));
			const { kind } = failure;
			if (kind === 'limited') {
				refusal = failure;
				continue;
			}
			// Deleted by an attempt whose response got lost.
			const isGone = request.method === 'DELETE' && failure.isNotFound;
			if (isGone && mayBeDone) return undefined as T;
			mayBeDone ||= kind === 'unknown';
			const isRepeatable = shouldRetry(request, kind);
			if (!isRepeatable || attempt >= attempts) {
				const isOpen = isCreation ? mayBeDone : kind === 'unknown' && !isRepeatable;
				throw isOpen ? failure.withAdvice(responseMessages.mayBeDone.message) : failure;
			}
			await sleep(getBackoff(attempt, outcome.retryAt ?? 0), signal);
			attempt += 1;
		}
	}

	/** One request and its response. Reports to the limiter exactly once, as soon as the response is there. */
	private async attempt<T>(
		request: ApiRequest,
		encoding: Encoding,
		limiter: RateLimiter,
		permit: Permit,
		read: (content: Content) => Promise<T>,
	): Promise<Outcome<T>> {
		const baseUrl = this.getBaseUrl(request);
		let isReported = false;
		try {
			const url = baseUrl + getTarget(request);
			const response = await sendWithRedirects(this.transport, request, url, encoding);
			const content = await this.open(response, encoding);
			const info = parseRateLimit(response.headers, content.json, Date.now());
			this.limit = info.limit ?? this.limit;
			const statusCode = getStatus(response.statusCode, content.json);
			const isRefused = isErrorEnvelope(content.json);
			const kind = classifyStatus(statusCode) ?? (isRefused ? 'refused' : undefined);
			isReported = true;
			if (kind === 'limited') limiter.onRefused(permit, info);
			else limiter.onResponse(permit, kind === 'unknown' ? undefined : info);
			if (kind === undefined) return { result: await read(content) };
			const refused = { ...response, statusCode };
			const failure = toHttpFailure(refused, content.json, request, this.transport.keyHeader);
			return { failure, retryAt: info.retryAt };
		} catch (thrown) {
			if (!isReported) limiter.onResponse(permit, undefined);
			return { failure: toTransportFailure(thrown, new URL(baseUrl)) };
		}
	}

	private async open(response: Response, encoding: Encoding): Promise<Content> {
		const { statusCode, headers, body } = response;
		const isText = /json|html/i.test(String(headers['content-type'] ?? ''));
		const isFile = encoding === 'stream' && statusCode < 400 && !isText;
		if (isFile) return { response, isFile, json: undefined };
		const text = await this.transport.readText(body);
		response.body = text.replace(/^\uFEFF/, '');
		return { response, isFile, json: tryJson(response.body as string) };
	}

	/** Waits for the rate limit. `refusal` is what Link Platform said when it last refused the request. */
	private async acquire(limiter: RateLimiter, refusal?: Failure): Promise<Permit> {
		const { maxWait, canRaiseMaxWait, signal } = this.transport;
		const canWait = (ms: number) => {
			if (this.msWaited + ms > maxWait) return false;
			const now = Date.now();
			const end = Math.max(now + ms, this.pausedUntil);
			this.paused += end - Math.max(now, this.pausedUntil);
			this.pausedUntil = end;
			return true;
		};
		try {
			return await limiter.acquire({ canWait, signal });
		} catch (reason) {
			if (!(reason instanceof WaitLimitExceeded)) throw signal?.reason ?? reason;
			throw toWaitLimitFailure(this.msWaited, canRaiseMaxWait ? maxWait : undefined, refusal);
		}
	}

	private getBaseUrl({ isLegacy }: ApiRequest): string {
		const { current, legacy } = this.transport.baseUrls;
		return isLegacy ? legacy : current;
	}
}

function getJson({ response, json }: Content, { method }: ApiRequest, attempt: number): unknown {
	const { statusCode, body } = response;
	// A deletion with an empty response again and again is done, whatever the first one was.
	const mayBeEmpty = statusCode === 204 || (method === 'DELETE' && attempt > 1);
	const isUsable = (typeof json === 'object' && json !== null) || (mayBeEmpty && body === '');
	if (!isUsable) throw toFormatFailure(response);
	return json;
}

/** Numbers that JavaScript cannot hold exactly, such as long IDs, stay as they are written: as texts. */
function tryJson(text: string): unknown {
	try {
		return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Node 22 and later hand over the source of each value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
	const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
	return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
