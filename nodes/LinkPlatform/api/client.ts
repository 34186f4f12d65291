import { sleep } from 'n8n-workflow';
import { getNotices, getStatus, isErrorEnvelope, parseJson } from './envelope';
import { Failure } from './failure';
import { toFormatFailure, toHttpFailure, toTransportFailure, toWaitLimitFailure } from './failures';
import { sendWithRedirects } from './http';
import { responseMessages } from './messages';
import { parseRateLimit } from './rateLimitHeaders';
import { WaitLimitExceeded, limiterFor, type Permit, type RateLimiter } from './rateLimiter';
import { classifyStatus, getBackoff, shouldRetry } from './retry';
import { getTarget, type ApiRequest } from './route';
import type { BodyMode, Headers, Response, Transport } from './transport';

const MOST_NOTICES = 3;

/** A response: a stream if it is a file, otherwise its JSON (undefined if it is not JSON). */
interface Content {
	response: Response;
	isFile: boolean;
	json: unknown;
}

/** Turns a good response into a result. What it throws counts as a lost response. */
type Reader<T> = (content: Content, attempt: number) => Promise<T>;

type Outcome<T> = { result: T } | { failure: Failure; retryAt?: number };

/**
 * Sends requests to the API: paced by its rate limit, repeated if that is safe, with every response checked.
 * Throws only a `Failure`, or the execution's cancellation. One client per execution.
 */
export class Client {
	/** The latest announced rate limit, in requests per window. */
	limit?: number;
	/** The first few things that successes say beside their records. */
	readonly notices = new Set<string>();
	/** All pauses for the rate limit in ms, and when the last one ends. */
	private paused = 0;
	private pausedUntil = 0;

	constructor(private readonly transport: Transport) {}

	/** Resolves with the JSON of a good response, undefined if it is empty (204). */
	async send(request: ApiRequest): Promise<unknown> {
		const json = await this.exchange(request, 'text', async (content, attempt) =>
			getJson(content, request, attempt),
		);
		for (const notice of getNotices(json, request.method !== 'GET')) {
			if (this.notices.size < MOST_NOTICES) this.notices.add(notice);
		}
		return json;
	}

	/**
	 * Passes a file to `read`, which must reject if the stream ends too early, and resolves with `file`; or with
	 * `body` if the response is JSON instead.
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

	private async exchange<T>(request: ApiRequest, mode: BodyMode, read: Reader<T>): Promise<T> {
		const { signal, keyHash, createRedactor, attempts } = this.transport;
		const limiter = limiterFor(this.getBaseUrl(request), keyHash, request.route);
		const redactor = createRedactor(request);
		/** The last refusal by the rate limit. */
		let refusal: Failure | undefined;
		/** True once a response got lost, so that the request may have been carried out. */
		let mayBeDone = false;
		for (let attempt = 1; ; ) {
			const permit = await this.acquire(limiter, refusal).catch((thrown: unknown) => {
				throw thrown instanceof Failure ? withOutcomeAdvice(thrown, request, mayBeDone) : thrown;
			});
			const outcome = await this.attempt(request, mode, limiter, permit, async (content) => {
				const text = String(content.response.body);
				const json = content.isFile ? undefined : redactor.redactJson(content.json, text);
				return await read({ ...content, json }, attempt);
			});
			if ('result' in outcome) return outcome.result;
			signal?.throwIfAborted();
			const failure = outcome.failure.redacted((text) => redactor.redactText(text));
			// An earlier attempt deleted it, and its response got lost.
			if (request.method === 'DELETE' && failure.isNotFound && mayBeDone) return undefined as T;
			// Not counted as an attempt: the limiter holds the next one back for as long as necessary.
			if (failure.kind === 'limited') {
				refusal = failure;
				continue;
			}
			mayBeDone ||= failure.kind === 'unknown';
			if (attempt >= attempts || !shouldRetry(request, failure.kind)) {
				throw withOutcomeAdvice(failure, request, mayBeDone);
			}
			await sleep(getBackoff(attempt, outcome.retryAt ?? 0), signal);
			attempt += 1;
		}
	}

	/** One request and its response. Reports to the limiter as soon as the response has arrived or failed. */
	private async attempt<T>(
		request: ApiRequest,
		mode: BodyMode,
		limiter: RateLimiter,
		permit: Permit,
		read: (content: Content) => Promise<T>,
	): Promise<Outcome<T>> {
		const baseUrl = this.getBaseUrl(request);
		try {
			const { content, statusCode, kind, info } = await this.receive(request, baseUrl, mode).catch(
				(thrown: unknown) => {
					limiter.onResponse(permit, undefined);
					throw thrown;
				},
			);
			this.limit = info.limit ?? this.limit;
			if (kind === 'limited') limiter.onRefused(permit, info);
			else limiter.onResponse(permit, kind === 'unknown' ? undefined : info);
			if (kind === undefined) return { result: await read(content) };
			const response = { ...content.response, statusCode };
			const failure = toHttpFailure(response, content.json, request, this.transport.keyHeader);
			return { failure, retryAt: info.retryAt };
		} catch (thrown) {
			return { failure: toTransportFailure(thrown, new URL(baseUrl)) };
		}
	}

	/** Sends the request, and classifies the response by what it means; `kind` is undefined for a good one. */
	private async receive(request: ApiRequest, baseUrl: string, mode: BodyMode) {
		const url = baseUrl + getTarget(request);
		const response = await sendWithRedirects(this.transport, request, url, mode);
		const content = await this.open(response, mode);
		const statusCode = getStatus(response.statusCode, content.json);
		const kind =
			classifyStatus(statusCode) ?? (isErrorEnvelope(content.json) ? 'refused' : undefined);
		const info = parseRateLimit(response.headers, content.json, Date.now());
		return { content, statusCode, kind, info };
	}

	private async open(response: Response, mode: BodyMode): Promise<Content> {
		const { statusCode, headers, body } = response;
		const isText = /json|html/i.test(String(headers['content-type'] ?? ''));
		const isFile = mode === 'stream' && statusCode < 400 && !isText;
		if (isFile) return { response, isFile, json: undefined };
		const text = (await this.transport.readText(body)).replace(/^\uFEFF/, '');
		response.body = text;
		// Numbers that JavaScript cannot represent exactly, such as long IDs, become texts.
		const json = parseJson(text, /\d{16}/.test(text) ? keepDigits : undefined);
		return { response, isFile, json };
	}

	/** Waits for the rate limit. `refusal` is Link Platform's last one of this request. */
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

/** The failure, with the advice to look first if the request may have been carried out all the same. */
function withOutcomeAdvice(failure: Failure, request: ApiRequest, mayBeDone: boolean): Failure {
	const { kind } = failure;
	const isRead = request.method === 'GET';
	// A record that nobody knows of may exist, and a refusal may be about what an earlier attempt did.
	const isHidden = request.method === 'POST' || (kind === 'refused' && !isRead);
	// Anything else can simply be run again.
	const isOpen = (mayBeDone && isHidden) || (kind === 'unknown' && !shouldRetry(request, kind));
	return isOpen ? failure.withAdvice(responseMessages.mayBeDone.message) : failure;
}

function getJson({ response, json }: Content, { method }: ApiRequest, attempt: number): unknown {
	const { statusCode, body } = response;
	// If a deletion gets an empty response again and again, it is done.
	const mayBeEmpty = statusCode === 204 || (method === 'DELETE' && attempt > 1);
	const isUsable = (typeof json === 'object' && json !== null) || (mayBeEmpty && body === '');
	if (!isUsable) throw toFormatFailure(response);
	return json;
}

/** Node 22 and later pass the source text of each value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
	const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
	return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
