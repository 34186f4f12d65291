import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Failure } from './failure';
import { toRedirectFailure, toTransportFailure } from './failures';
import { responseMessages } from './messages';
import { NO_LONGER_NEEDED } from './rateLimiter';
import type { ApiRequest } from './route';
import { readText, replaceStream } from './stream';
import type { Response, Transport } from './transport';

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/**
 * The slowest upload speed to allow for, in bytes per ms (128 kB/s). The time to send a file at this speed is added
 * to the timeout.
 */
const SLOWEST_UPLOAD = 128;
/**
 * The delay in ms between n8n's own timeout and this package's. Both are needed, because n8n's timeout only limits
 * silence on the connection. A service that sends a few bytes now and then could otherwise block an item forever.
 */
const GRACE = 1_000;
/** The maximum size of a response that isn't a file. A list of 100,000 records is smaller. */
const MOST_MEGABYTES = 100;
const MOST_BYTES = MOST_MEGABYTES * 1024 ** 2;

/** The options that all requests to n8n's HTTP helper have. */
const ALWAYS: Partial<IHttpRequestOptions> = {
	// Without streaming, n8n's helper would read a response of any size into memory.
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
};

type Options = IHttpRequestOptions & { timeout: number };

/** A response whose body is a stream if it is a file, and text otherwise. */
export interface Received extends Response {
	isFile: boolean;
	/** True if only the beginning of the text was read, because it is too long. */
	isCut: boolean;
	/** The target URL, if the response is a redirect. */
	location?: string;
	/** Closes the connection. Call it after the file has been read, or if it won't be read. */
	close: () => void;
}

/**
 * Sends a request, and follows redirects if that is safe. Resolves for every HTTP status. Rejects with a `Failure` if
 * a redirect must not be followed, or if its target refuses a request without the API key. If there is no response,
 * rejects with the error of n8n's helper.
 */
export async function sendWithRedirects(
	transport: Transport,
	request: ApiRequest,
	firstUrl: string,
	mayBeFile: boolean,
): Promise<Received> {
	let url = firstUrl;
	let isPublic = request.isPublic ?? false;
	let withoutKey: Failure | undefined;
	// Allow for the time to send a file, because n8n's timeout runs until the response begins.
	const timeoutMs = transport.timeout + Math.ceil((request.upload?.size ?? 0) / SLOWEST_UPLOAD);
	for (let hop = 0; ; hop += 1) {
		const options = toOptions(request, url, mayBeFile, timeoutMs, isPublic);
		if (request.upload) options.body = (await request.upload.open()) as Options['body'];
		const send = isPublic ? transport.sendPublic : transport.send;
		const received = exchange(send, options, transport.cancelSignal, MOST_BYTES, mayBeFile);
		const response = await received.catch((thrown: unknown) => {
			if (hop === 0) throw thrown;
			// Convert the error here, because the caller knows only the first URL, not the redirect's target that failed.
			throw toTransportFailure(thrown, new URL(url));
		});
		if (response.isCut)
			throw Failure.unusable(responseMessages.tooLong, { megabytes: MOST_MEGABYTES });
		const { location } = response;
		if (location === undefined) {
			// The redirect's target refused the request because it had no API key. A new key wouldn't help.
			if (withoutKey && [401, 403].includes(response.statusCode)) throw withoutKey;
			return response;
		}
		const next = getNext(response, location, request, url);
		if (hop === MOST_REDIRECTS) throw toRedirectFailure(response, next.origin);
		// A GET request may be redirected to another origin, such as a file store, but the API key is never sent there.
		if (next.origin !== new URL(url).origin && !isPublic) {
			isPublic = true;
			withoutKey = toRedirectFailure(response, next.origin);
		}
		url = next.href;
	}
}

/** Returns the target URL of a redirect; throws if it must not be followed. */
function getNext(response: Received, location: string, { method }: ApiRequest, url: string): URL {
	const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
	const keepsMethod = response.statusCode >= 307;
	const isFollowed = method === 'GET' || (keepsMethod && next?.origin === new URL(url).origin);
	if (next && isFollowed && ['http:', 'https:'].includes(next.protocol)) return next;
	// The status 303 says that the request was carried out, and where to read its result (RFC 9110, 15.4.4).
	const kind = response.statusCode === 303 && method !== 'GET' ? 'unknown' : 'refused';
	throw toRedirectFailure(response, next?.origin ?? location, kind);
}

/**
 * Sends one request, and reads the whole response unless it is a file. Stops reading text after about `mostBytes`.
 * Closes the connection, except for a file that the caller will read.
 */
export async function exchange(
	send: Transport['send'],
	options: Options,
	cancelSignal: AbortSignal | undefined,
	mostBytes: number,
	mayBeFile = false,
): Promise<Received> {
	const { abortSignal, close, release } = openConnection(cancelSignal);
	const receive = async () => {
		const response = await send({ ...options, ...ALWAYS, abortSignal });
		const { statusCode, headers } = response;
		const target = REDIRECTS.includes(statusCode) ? headers.location : undefined;
		const location = typeof target === 'string' ? target : undefined;
		const contentType = String(headers['content-type'] ?? '');
		const isText = /json|html/i.test(contentType);
		const isFile = mayBeFile && statusCode < 300 && !isText && location === undefined;
		const about = { ...response, isFile, isCut: false, location, close };
		if (isFile) return { ...about, body: withIdleTimeout(options.timeout, response.body) };
		if (location !== undefined) return { ...about, body: '' };
		const { text, isCut } = await readText(response.body, contentType, mostBytes);
		return { ...about, body: text, isCut };
	};
	let received: Received | undefined;
	try {
		received = await withTimeout(options.timeout + GRACE, receive());
		return received;
	} finally {
		if (!received || received.isCut || received.location !== undefined) close();
		else if (!received.isFile) release();
		// The uploaded file may not have been read to its end, so close it.
		(options.body as { destroy?: () => void } | undefined)?.destroy?.();
	}
}

/**
 * Creates an abort signal for one request. Calling `close` aborts it, and so does aborting the given signal.
 * Destroying the response's stream isn't enough, because n8n's helper keeps the connection behind it open. After
 * reading a whole response, call `release` instead of `close`, because aborting costs more. `AbortSignal.any` would
 * also cost more.
 */
export function openConnection(signal?: AbortSignal) {
	const end = new AbortController();
	const release = () => signal?.removeEventListener('abort', close);
	const close = () => {
		release();
		end.abort(NO_LONGER_NEEDED);
	};
	signal?.addEventListener('abort', close);
	if (signal?.aborted) close();
	return { abortSignal: end.signal, close, release };
}

/** Returns the options with which n8n's HTTP helper sends a request, without the file of an upload. */
function toOptions(
	{ method, body, upload, headers, isLegacy }: ApiRequest,
	url: string,
	mayBeFile: boolean,
	timeout: number,
	isPublic: boolean,
): Options {
	const type = upload?.mimeType ?? (body && 'application/json');
	return {
		method,
		url,
		headers: {
			Accept: mayBeFile ? '*/*' : 'application/json',
			...(type ? { 'Content-Type': type } : {}),
			...(upload ? { 'Content-Length': upload.size } : {}),
			// Marks a request to the legacy API. The credential adds its API key to this header.
			...(isLegacy && !isPublic ? { Authorization: 'Bearer' } : {}),
			...headers,
		},
		// Send a string, because n8n's helper drops an empty object.
		...(body ? { body: JSON.stringify(body) } : {}),
		timeout,
	};
}

/**
 * Returns a stream that fails if no data arrives for `ms`. n8n's timeout doesn't cover this, because that timeout
 * ends when a response begins.
 */
function withIdleTimeout(ms: number, stream: unknown): unknown {
	return replaceStream(stream, async function* (source) {
		const chunks = source[Symbol.asyncIterator]();
		for (;;) {
			const { done, value } = await withTimeout(ms + GRACE, chunks.next());
			if (done) return;
			yield value;
		}
	});
}

/** Resolves with the result of `work`; rejects if that takes longer than `ms`. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
	const timer = new AbortController();
	const late = sleep(ms, timer.signal).then(() => {
		throw Object.assign(new Error('No complete response in time'), { code: 'ETIMEDOUT' });
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		timer.abort(NO_LONGER_NEEDED);
	}
}
