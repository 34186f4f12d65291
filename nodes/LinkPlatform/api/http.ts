import { sleep } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { toRedirectFailure } from './failures';
import { NO_LONGER_NEEDED } from './rateLimiter';
import type { ApiRequest } from './route';
import { closeStream, replaceStream } from './stream';
import type { BodyMode, Response, Transport } from './transport';

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** In bytes per ms, that is 128 kB/s: an upload may take this long in addition to the timeout. */
const SLOWEST_UPLOAD = 128;
/**
 * In ms, after n8n's own timeout. That one ends silences only, so without ours a service that sends a few bytes
 * now and then could block an item forever.
 */
export const GRACE = 1_000;

/**
 * One request, with redirects followed if that is safe. Resolves for every HTTP status; rejects with a
 * `Failure` for a redirect that is not followed, and with whatever n8n's helper throws if no response came.
 */
export async function sendWithRedirects(
	{ send, sendPublic, timeout }: Transport,
	request: ApiRequest,
	firstUrl: string,
	mode: BodyMode,
): Promise<Response> {
	let url = firstUrl;
	let isPublic = request.isPublic ?? false;
	// Plus the time to send a file: n8n's timeout runs until the response begins.
	const timeoutMs = timeout + Math.ceil((request.upload?.size ?? 0) / SLOWEST_UPLOAD);
	for (let hop = 0; ; hop += 1) {
		const options = await toOptions(request, url, mode, timeoutMs, isPublic);
		const sent = isPublic ? sendPublic(options) : send(options);
		const complete = mode === 'text' ? withTimeout(timeoutMs + GRACE, sent) : sent;
		const response = await complete.finally(() => closeStream(options.body));
		const { location } = response.headers;
		if (!REDIRECTS.includes(response.statusCode) || typeof location !== 'string') {
			if (mode === 'stream') response.body = withIdleTimeout(timeoutMs, response.body);
			return response;
		}
		closeStream(response.body);
		if (hop === MOST_REDIRECTS) throw toRedirectFailure(response);
		const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
		const isForeign = next?.origin !== new URL(url).origin;
		const keepsMethod = response.statusCode >= 307;
		const isFollowed = request.method === 'GET' || (keepsMethod && !isForeign);
		if (!next || !isFollowed || !/^https?:$/.test(next.protocol)) {
			throw toRedirectFailure(response, next?.origin ?? location);
		}
		// A read may lead to another origin (a file store, say), but never with the key.
		isPublic ||= isForeign;
		url = next.href;
	}
}

async function toOptions(
	{ method, body, upload, headers, isLegacy }: ApiRequest,
	url: string,
	encoding: BodyMode,
	timeout: number,
	isPublic: boolean,
): Promise<IHttpRequestOptions> {
	// As text, because n8n's helper drops an empty object instead of sending it.
	const content = upload ? await upload.open() : body && JSON.stringify(body);
	const hasBody = content !== undefined;
	return {
		method,
		url,
		headers: {
			Accept: encoding === 'text' ? 'application/json' : '*/*',
			...(hasBody ? { 'Content-Type': upload?.mimeType ?? 'application/json' } : {}),
			...(upload ? { 'Content-Length': upload.size } : {}),
			// The only way to give the legacy API its key; the credential completes it.
			...(isLegacy && !isPublic ? { Authorization: 'Bearer' } : {}),
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

/** The stream, ended by an error after such a silence: n8n's timeout ends when a response begins. */
function withIdleTimeout(ms: number, stream: unknown): unknown {
	return replaceStream(stream, async function* (source) {
		const chunks = source[Symbol.asyncIterator]();
		try {
			for (;;) {
				const { done, value } = await withTimeout(ms + GRACE, chunks.next());
				if (done) return;
				yield value;
			}
		} finally {
			closeStream(stream);
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
