import { pause } from './delay';
import { getNotices, getVerdict, isDeleted, parseJson } from './envelope';
import { Failure, getFailure } from './failure';
import {
	getDoubt,
	getStatus,
	toFormatFailure,
	toHttpFailure,
	toTransportFailure,
	toUnproved,
	toWaitLimitFailure,
} from './failures';
import { sendWithRedirects, type Received } from './http';
import { responseMessages } from './messages';
import { parseRateLimit } from './rateLimitHeaders';
import { WaitLimitExceeded, limiterFor, type Permit, type RateLimiter } from './rateLimiter';
import { classifyStatus, getBackoff, shouldRetry } from './retry';
import { getTarget, type ApiRequest } from './route';
import type { Redactor } from './redactor';
import type { Headers, Transport } from './transport';

/**
 * The maximum number of notices that a run shows. A notice is a message in a successful response, next to its
 * records.
 */
export const MOST_NOTICES = 3;

/**
 * A response whose status reports no failure (2xx, or 3xx without a target). `json` is undefined for a file, and for
 * text that isn't JSON.
 */
interface Content {
	response: Received;
	json: unknown;
	/** Masks the secrets of the credential and of the request in a text. */
	redactText: (text: string) => string;
}

/**
 * Turns a successful response into the request's result. Returns a failure if the response doesn't prove that the
 * request was carried out. In that case, the request isn't sent again. Throws if the response is unusable. The
 * response then counts as lost, and the request may be sent again.
 */
type Reader<T> = (content: Content) => T | Failure | Promise<T | Failure>;

type Outcome<T> = { result: T } | { failure: Failure; isFinal?: boolean };

/** Everything that all attempts of one request share. */
interface Exchange<T> {
	request: ApiRequest;
	baseUrl: string;
	mayBeFile: boolean;
	limiter: RateLimiter;
	redactor: Redactor;
	read: Reader<T>;
}

/**
 * Sends requests to the API at the pace that its rate limit allows, retries those that are safe to retry, and checks
 * every response. Throws only a `Failure`, or the execution's cancellation. Each account of an execution has its own
 * client.
 */
export class Client {
	/** The rate limit that Link Platform announced last, in requests per window. */
	limit?: number;
	/**
	 * The time by Link Platform's clock when it sent its latest response, in ms since 1970, from the `Date` header.
	 */
	clock?: number;
	/** When Link Platform sent its first successful response, in ms since 1970: by its clock, or else by ours. */
	began?: number;
	/** How far Link Platform's clock is ahead of ours, in ms; NaN before the first response. */
	private clockAhead = NaN;
	/** The first few notices: messages in successful responses, next to the records. */
	readonly notices = new Set<string>();
	/** The sum of all pauses for the rate limit, in ms. A pause that hasn't ended yet counts in full. */
	private paused = 0;
	/** When the last pause for the rate limit ends, in ms since 1970. */
	private pausedUntil = 0;

	constructor(private readonly transport: Transport) {}

	/** Sets what to mask. A run also masks the secrets in the credentials of its other items. */
	useRedactor(redactor: Redactor): void {
		this.transport.redactor = redactor;
	}

	/**
	 * Sends a request, and resolves with the result of `read` for the JSON of a successful response. The JSON is
	 * undefined for an empty response (204). Without `read`, resolves with the JSON itself, and rejects if the JSON doesn't
	 * prove that the request was carried out.
	 */
	async send<T = unknown>(
		request: ApiRequest,
		read = (body: unknown): T | Failure => getDoubt(body, request) ?? (body as T),
	): Promise<T> {
		return await this.exchange(request, false, (content) => {
			const body = readJson(content, request);
			if (body instanceof Failure) return body;
			for (const notice of getNotices(body, request.method !== 'GET')) {
				if (this.notices.size >= MOST_NOTICES) break;
				this.notices.add(content.redactText(notice));
			}
			return read(body);
		});
	}

	/**
	 * Deletes a record. An empty response with status 200 doesn't prove the deletion, so the request is sent once
	 * more. A second empty response, or a 404, proves it.
	 */
	async delete(request: ApiRequest): Promise<void> {
		const send = async () =>
			await this.exchange(request, false, (content) => readDeletion(content, request));
		if ((await send()) !== 'empty') return;
		const failure = await getFailure(send());
		if (failure && !failure.isNotFound) throw failure;
	}

	/**
	 * Requests a file, and resolves with the result of `read`, which must reject if the stream ends too early. If `read`
	 * resolves with a failure, because the content isn't the file, rejects with that. If
	 * `readBody` is given, a JSON response is accepted instead of a file, and `readBody` turns it into the result.
	 */
	async download<T>(
		request: ApiRequest,
		read: (stream: unknown, headers: Headers) => Promise<T | Failure>,
		readBody?: (body: unknown) => T,
	): Promise<T> {
		return await this.exchange<T>(request, true, async (content) => {
			const { isFile, body: stream, headers, close } = content.response;
			if (isFile) return await read(stream, headers).finally(close);
			const body = readJson(content, request);
			if (body instanceof Failure) return body;
			if (!readBody) return toUnproved(responseMessages.noFile, body);
			return getDoubt(body, request) ?? readBody(body);
		});
	}

	/** A string that identifies the API key and base URL of this client. Several clients may have the same one. */
	get account(): string {
		const { baseUrls, keyHash } = this.transport;
		return `${baseUrls.current} ${keyHash}`;
	}

	/** The present time by Link Platform's clock, in ms since 1970; NaN before its first response. */
	get now(): number {
		return Date.now() + this.clockAhead;
	}

	/** The time that this client has spent waiting for the rate limit, in ms. Pauses that overlap count once. */
	get msWaited(): number {
		return this.paused - Math.max(0, this.pausedUntil - Date.now());
	}

	private async exchange<T>(request: ApiRequest, mayBeFile: boolean, read: Reader<T>): Promise<T> {
		const { signal, keyHash, attempts, baseUrls } = this.transport;
		const baseUrl = request.isLegacy ? baseUrls.legacy : baseUrls.current;
		const limiter = limiterFor(baseUrl, keyHash, request.route);
		const redactor = this.transport.redactor.with(request.body, request.query);
		const exchange = { request, baseUrl, mayBeFile, limiter, redactor, read };
		/** True after the response to an attempt got lost: Link Platform may have carried out the request. */
		let mayBeDone = false;
		for (let attempt = 1; ; ) {
			const outcome = await this.attempt(exchange);
			if ('result' in outcome) return outcome.result;
			signal?.throwIfAborted();
			const { failure, isFinal = false } = outcome;
			// The response to an earlier attempt was lost, but that attempt deleted the record.
			if (request.method === 'DELETE' && failure.isNotFound && mayBeDone) return undefined as T;
			mayBeDone ||= failure.kind === 'unknown';
			const mayRetry = !isFinal && shouldRetry(request, failure.kind);
			// A request that the rate limit refused doesn't count as an attempt. The rate limiter delays the next attempt for
			// as long as necessary.
			if (mayRetry && failure.kind === 'limited') continue;
			if (!mayRetry || attempt >= attempts) {
				throw mayBeDone && request.method !== 'GET' ? withOutcomeAdvice(failure, request) : failure;
			}
			await pause(getBackoff(attempt, failure.retryAt), signal);
			attempt += 1;
		}
	}

	/**
	 * Sends the request once the rate limit lets it through. Informs the rate limiter as soon as the response has
	 * arrived or the request has failed.
	 */
	private async attempt<T>(exchange: Exchange<T>): Promise<Outcome<T>> {
		const { request, baseUrl, limiter, redactor, read } = exchange;
		const { redactText } = redactor;
		try {
			const permit = await this.acquire(limiter);
			request.onSend?.();
			const received = await this.receive(exchange).catch((thrown: unknown) => {
				limiter.onResponse(permit, undefined);
				throw thrown;
			});
			const { response, json, statusCode, kind, info } = received;
			const safe = redactor.redactJson(json, String(response.body));
			if (kind === undefined) {
				this.began ??= this.clock ?? Date.now();
				limiter.onResponse(permit, info);
				const result = await read({ response, json: safe, redactText });
				if (!(result instanceof Failure)) return { result };
				return { failure: result.redacted(redactText), isFinal: true };
			}
			const refused = toHttpFailure({ ...response, statusCode }, json, request);
			const failure = refused.redacted(redactText, safe).until(info.retryAt);
			if (kind === 'limited') limiter.onRefused(permit, info, failure);
			else limiter.onResponse(permit, kind === 'unknown' ? undefined : info);
			return { failure };
		} catch (thrown) {
			return { failure: toTransportFailure(thrown, new URL(baseUrl)).redacted(redactText) };
		}
	}

	/** Sends the request, and classifies the response. `kind` is undefined if the request succeeded. */
	private async receive<T>({ request, baseUrl, mayBeFile }: Exchange<T>) {
		const url = baseUrl + getTarget(request);
		const response = await sendWithRedirects(this.transport, request, url, mayBeFile);
		const json = response.isFile ? undefined : parseJson(String(response.body));
		const info = parseRateLimit(response.headers, json, Date.now());
		this.limit = info.limit ?? this.limit;
		this.clock = Date.parse(String(response.headers.date)) || undefined;
		if (this.clock !== undefined) this.clockAhead = this.clock - Date.now();
		const isRefused = getVerdict(json) === 'refused';
		const statusCode = isRefused
			? getStatus(response.statusCode, json, info.retryAt)
			: response.statusCode;
		const kind = classifyStatus(statusCode) ?? (isRefused ? 'refused' : undefined);
		return { response, json, statusCode, kind, info };
	}

	/**
	 * Waits until the rate limit lets the next request through. Rejects with a failure if that would take longer than
	 * 'Max Wait' allows.
	 */
	private async acquire(limiter: RateLimiter): Promise<Permit> {
		const { maxWait, canRaiseMaxWait, signal } = this.transport;
		const canWait = (ms: number) => {
			if (this.msWaited + ms > maxWait) return false;
			const now = Date.now();
			const end = Math.max(now + ms, this.pausedUntil);
			this.paused += end - Math.max(now, this.pausedUntil);
			this.pausedUntil = end;
			return true;
		};
		return await limiter.acquire({ canWait, signal }).catch((reason: unknown) => {
			if (!(reason instanceof WaitLimitExceeded)) throw reason;
			throw toWaitLimitFailure(this.msWaited, canRaiseMaxWait ? maxWait : undefined, reason);
		});
	}
}

/**
 * Returns the failure of a write, with added advice that the request may have been carried out. Also sets the
 * failure's `mayBeDone`, unless the request is safe to send again.
 */
function withOutcomeAdvice(failure: Failure, request: ApiRequest): Failure {
	const advised = failure.withAdvice(responseMessages.mayBeDone);
	return shouldRetry(request, 'unknown') ? advised : advised.asMayBeDone();
}

/**
 * Returns the JSON of a successful response, or undefined for an empty 204. If the response isn't JSON, throws for a
 * GET request, so that it is sent again. For any other request, returns a failure.
 */
function readJson({ response, json }: Content, { method }: ApiRequest): unknown {
	if (typeof json === 'object' && json !== null) return json;
	if (response.statusCode === 204 && isEmpty(response)) return undefined;
	const failure = toFormatFailure(response);
	if (method === 'GET') throw failure;
	return failure;
}

/**
 * Returns 'done' if a response proves that the record is deleted, 'empty' if the response is empty and its status is
 * another 2xx status than 204, and a failure in all other cases.
 */
function readDeletion(content: Content, request: ApiRequest): Failure | 'empty' | 'done' {
	const { response } = content;
	const { statusCode } = response;
	if (isEmpty(response) && statusCode < 300) return statusCode === 204 ? 'done' : 'empty';
	const body = readJson(content, request);
	if (body instanceof Failure) return body;
	return isDeleted(body) ? 'done' : toUnproved(responseMessages.notConfirmed, body);
}

function isEmpty({ body }: Received): boolean {
	return String(body).trim() === '';
}
