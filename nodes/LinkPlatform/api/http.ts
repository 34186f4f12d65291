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
/** In bytes per ms, that is 128 kB/s: an upload may take this long in addition to the timeout. */
const SLOWEST_UPLOAD = 128;
/**
 * In ms, after n8n's own timeout. That one ends silences only, so without ours a service that sends a few bytes
 * now and then could block an item forever.
 */
const GRACE = 1_000;
/** Of what is not a file; lists of 100,000 records have less. */
const MOST_MEGABYTES = 100;
const MOST_BYTES = MOST_MEGABYTES * 1024 ** 2;

/** Of every request. */
const ALWAYS: Partial<IHttpRequestOptions> = {
	// Never read by n8n's helper, which sets no limit to the size.
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
};

type Options = IHttpRequestOptions & { timeout: number };

/** A response whose body is a stream if it is a file, otherwise text. */
export interface Received extends Response {
	isFile: boolean;
	/** True if only the beginning of a text was read. */
	isCut: boolean;
	/** Where it redirects to, if it does. */
	location?: string;
	/** Closes the connection; to be called when the file was read, or will not be. */
	close: () => void;
}

/**
 * One request, with redirects followed if that is safe. Resolves for every HTTP status; rejects with a `Failure` for a
 * redirect that is not followed, or whose target refuses a request without the key, and with whatever n8n's helper
 * throws if no response came.
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
	// Plus the time to send a file: n8n's timeout runs until the response begins.
	const timeoutMs = transport.timeout + Math.ceil((request.upload?.size ?? 0) / SLOWEST_UPLOAD);
	for (let hop = 0; ; hop += 1) {
		const options = toOptions(request, url, mayBeFile, timeoutMs, isPublic);
		if (request.upload) options.body = (await request.upload.open()) as Options['body'];
		const send = isPublic ? transport.sendPublic : transport.send;
		const received = exchange(send, options, transport.cancelSignal, MOST_BYTES, mayBeFile);
		const response = await received.catch((thrown: unknown) => {
			// The caller knows no other address than the first.
			throw hop === 0 ? thrown : toTransportFailure(thrown, new URL(url));
		});
		if (response.isCut)
			throw Failure.unusable(responseMessages.tooLong, { megabytes: MOST_MEGABYTES });
		const { location } = response;
		if (location === undefined) {
			// Refused because the key stayed behind: a new key would not help.
			if (withoutKey && [401, 403].includes(response.statusCode)) throw withoutKey;
			return response;
		}
		if (hop === MOST_REDIRECTS) throw toRedirectFailure(response);
		const next = getNext(response, location, request, url);
		// A read may lead to another origin (a file store, say), but never with the key.
		if (next.origin !== new URL(url).origin && !isPublic) {
			isPublic = true;
			withoutKey = toRedirectFailure(response, next.origin, responseMessages.refusedElsewhere);
		}
		url = next.href;
	}
}

/** Where a redirect leads; throws if it must not be followed. */
function getNext(response: Received, location: string, { method }: ApiRequest, url: string): URL {
	const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
	const keepsMethod = response.statusCode >= 307;
	const isFollowed = method === 'GET' || (keepsMethod && next?.origin === new URL(url).origin);
	if (next && isFollowed && ['http:', 'https:'].includes(next.protocol)) return next;
	throw toRedirectFailure(response, next?.origin ?? location);
}

/**
 * One request, and the whole response unless it is a file; of a text, up to about so many bytes. Leaves no connection
 * open but that of a file.
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
		// A file that was not read to its end.
		(options.body as { destroy?: () => void } | undefined)?.destroy?.();
	}
}

/**
 * A signal for one request, which `close` aborts, as does `signal`. To destroy the stream of a response is not
 * enough: n8n's helper passes on one that leaves its connection open. `release` is for a response that was read,
 * since aborting costs more. (So does `AbortSignal.any`.)
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

/** All but the file of an upload. */
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
			// The only way to give the legacy API its key; the credential completes it.
			...(isLegacy && !isPublic ? { Authorization: 'Bearer' } : {}),
			...headers,
		},
		// As text, because n8n's helper drops an empty object instead of sending it.
		...(body ? { body: JSON.stringify(body) } : {}),
		timeout,
	};
}

/** The stream, ended by an error after such a silence: n8n's timeout ends when a response begins. */
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

/** Rejects if the work takes longer. */
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
