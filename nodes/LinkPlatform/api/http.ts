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
/** In bytes per ms, so 128 kB/s: an upload may take this long in addition to the timeout. */
const SLOWEST_UPLOAD = 128;
/**
 * In ms, after n8n's own timeout. n8n's timeout ends only silences, so without ours a service that sends a few bytes now
 * and then could block an item forever.
 */
const GRACE = 1_000;
/** Of a response that isn't a file; lists of 100,000 records have less. */
const MOST_MEGABYTES = 100;
const MOST_BYTES = MOST_MEGABYTES * 1024 ** 2;

/** The options of every request. */
const ALWAYS: Partial<IHttpRequestOptions> = {
	// n8n's helper would read responses of any size.
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
	/** True if only the beginning of a text was read. */
	isCut: boolean;
	/** The target of a redirect. */
	location?: string;
	/** Closes the connection. To be called when the file was read, or won't be. */
	close: () => void;
}

/**
 * Sends a request, and follows redirects if that is safe. Resolves for every HTTP status. Rejects with a `Failure` for a
 * redirect that isn't followed, or whose target refuses a request without the key, and with the error of n8n's helper if
 * there is no response.
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
	// Includes the time to send a file: n8n's timeout runs until the response begins.
	const timeoutMs = transport.timeout + Math.ceil((request.upload?.size ?? 0) / SLOWEST_UPLOAD);
	for (let hop = 0; ; hop += 1) {
		const options = toOptions(request, url, mayBeFile, timeoutMs, isPublic);
		if (request.upload) options.body = (await request.upload.open()) as Options['body'];
		const send = isPublic ? transport.sendPublic : transport.send;
		const received = exchange(send, options, transport.cancelSignal, MOST_BYTES, mayBeFile);
		const response = await received.catch((thrown: unknown) => {
			if (hop === 0) throw thrown;
			// The caller only knows the first address.
			throw toTransportFailure(thrown, new URL(url));
		});
		if (response.isCut)
			throw Failure.unusable(responseMessages.tooLong, { megabytes: MOST_MEGABYTES });
		const { location } = response;
		if (location === undefined) {
			// Refused because the key wasn't sent: a new key wouldn't help.
			if (withoutKey && [401, 403].includes(response.statusCode)) throw withoutKey;
			return response;
		}
		if (hop === MOST_REDIRECTS) throw toRedirectFailure(response);
		const next = getNext(response, location, request, url);
		// A read may lead to another origin, such as a file store, but never with the key.
		if (next.origin !== new URL(url).origin && !isPublic) {
			isPublic = true;
			withoutKey = toRedirectFailure(response, next.origin, responseMessages.refusedElsewhere);
		}
		url = next.href;
	}
}

/** Returns the target of a redirect; throws if it must not be followed. */
function getNext(response: Received, location: string, { method }: ApiRequest, url: string): URL {
	const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
	const keepsMethod = response.statusCode >= 307;
	const isFollowed = method === 'GET' || (keepsMethod && next?.origin === new URL(url).origin);
	if (next && isFollowed && ['http:', 'https:'].includes(next.protocol)) return next;
	throw toRedirectFailure(response, next?.origin ?? location);
}

/**
 * Sends one request, and reads the whole response unless it is a file. For text, reads roughly `mostBytes`. Leaves no
 * connection open except a file's.
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
		const isFile = mayBeFile && statusCode < 400 && !isText && location === undefined;
		const about = { ...response, isFile, isCut: false, location, close };
		if (isFile) return { ...about, body: withIdleTimeout(options.timeout, response.body) };
		if (location !== undefined) return { ...about, body: '' };
		const { text, isCut } = await readText(response.body, mostBytes);
		return { ...about, body: text, isCut };
	};
	let received: Received | undefined;
	try {
		received = await withTimeout(options.timeout + GRACE, receive());
		return received;
	} finally {
		if (!received || received.isCut || received.location !== undefined) close();
		else if (!received.isFile) release();
		// The file of an upload may not have been read to its end.
		(options.body as { destroy?: () => void } | undefined)?.destroy?.();
	}
}

/**
 * Makes a signal for one request, which `close` and the given signal abort. Destroying the stream of a response isn't
 * enough, because the stream that n8n's helper returns leaves its connection open. `release` is for a response that was
 * read: aborting would cost more, and so would `AbortSignal.any`.
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

/** Returns n8n's options for a request, without the file of an upload. */
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
			// The credential puts the key of the legacy API here.
			...(isLegacy && !isPublic ? { Authorization: 'Bearer' } : {}),
			...headers,
		},
		// A text, because n8n's helper drops an empty object instead of sending it.
		...(body ? { body: JSON.stringify(body) } : {}),
		timeout,
	};
}

/** Returns a stream that fails after a silence of `ms`: n8n's timeout ends when a response begins. */
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

/** Resolves as the work does; rejects if it takes longer than `ms`. */
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
