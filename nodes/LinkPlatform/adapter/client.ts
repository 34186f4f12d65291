import { createHash } from 'crypto';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Client } from '../api/client';
import type { Failure } from '../api/failure';
import { toTransportFailure } from '../api/failures';
import { GRACE, withTimeout } from '../api/http';
import { closeStream } from '../api/stream';
import type { Response } from '../api/transport';
import { getBaseUrls } from './baseUrls';
import { parsePacing } from './pacing';
import { Redactor } from '../api/redactor';

/** The contexts in which n8n calls the package: items, a form, publishing, the hourly check, a delivery. */
export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IHookFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** The limits of a caller with less time; those of the credential apply as well. */
export interface ClientOptions {
	/** The maximum number of times a request is sent. */
	attempts?: number;
	/** Seconds per request. */
	timeout?: number;
	/** Seconds to spend waiting for the rate limit. */
	maxWait?: number;
	/** Ends all waiting; by default the execution's own, if there is one. */
	signal?: AbortSignal;
}

/** Somebody is waiting in front of the form. */
const FORM: ClientOptions = { maxWait: 20 };
const LONGEST_TIMER = 2 ** 31 - 2_000;
/** In bytes: how much of a response from any address is read. */
const MOST_READ = 64_000;
/** In ms: as long as Link Platform gives a webhook. */
const POST_TIMEOUT = 10_000;

export const CREDENTIAL = 'linkPlatformApi';

/** A client for the node's credential, by default for a form. */
export async function openClient(context: Context, options = FORM): Promise<Client> {
	return createClient(context, await context.getCredentials(CREDENTIAL), options);
}

/**
 * The only adapter between n8n's context and the client: sends through n8n's own helper, so that the user's
 * proxy, TLS and SSRF settings apply.
 */
export function createClient(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	{
		attempts = 4,
		timeout = Infinity,
		maxWait = Infinity,
		signal = getSignal(context),
	}: ClientOptions = {},
): Client {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	const self = context as IAllExecuteFunctions;
	const { apiKey, webhookSecret, sendKeyAs } = credentials;
	const pacing = parsePacing(credentials);
	const secrets = [apiKey, webhookSecret].map((value) => String(value ?? ''));
	return new Client({
		baseUrls: getBaseUrls(credentials),
		keyHash: createHash('sha256')
			.update(String(apiKey ?? ''))
			.digest('hex'),
		keyHeader: sendKeyAs === 'header' ? 'X-API-Key' : 'Authorization',
		createRedactor: ({ body, query }) => new Redactor(secrets, body, query),
		send: async (options: IHttpRequestOptions) =>
			(await httpRequestWithAuthentication.call(self, CREDENTIAL, options)) as Response,
		sendPublic: async (options) =>
			(await httpRequest({ ...options, abortSignal: signal })) as Response,
		readText,
		attempts,
		// Node's timers allow no more.
		timeout: Math.min(timeout * 1000, pacing.timeout * 1000, LONGEST_TIMER),
		maxWait: Math.min(maxWait, pacing.maxWait) * 1000,
		canRaiseMaxWait: pacing.maxWait <= maxWait,
		signal,
	});
}

/**
 * Posts a text to any URL, as Link Platform does to a webhook: without the key, and without following redirects.
 * Resolves with the response of any status and the beginning of its body, or with a `Failure` if none came.
 */
export async function post(
	context: Context,
	url: string,
	{ headers, body }: { headers: Record<string, string>; body: string },
): Promise<Response | Failure> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url,
		headers,
		body,
		encoding: 'stream',
		timeout: POST_TIMEOUT,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: getSignal(context),
	};
	try {
		const response = (await context.helpers.httpRequest(options)) as Response;
		const text = readText(response.body, MOST_READ).finally(() => closeStream(response.body));
		return { ...response, body: await withTimeout(POST_TIMEOUT + GRACE, text) };
	} catch (thrown) {
		return toTransportFailure(thrown, new URL(url));
	}
}

function getSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

async function readText(body: unknown, most = Infinity): Promise<string> {
	if (typeof body === 'string') return body;
	if (body === undefined || body === null) return '';
	// n8n's helper parses the body of some unusual content types.
	if (!(Symbol.asyncIterator in Object(body))) return JSON.stringify(body);
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size >= most) break;
	}
	return Buffer.concat(chunks).toString('utf8');
}
