import { createHash } from 'crypto';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Client } from '../api/client';
import type { Failure } from '../api/failure';
import { toTransportFailure } from '../api/failures';
import { GRACE, openConnection, withTimeout } from '../api/http';
import { readText } from '../api/stream';
import type { Response } from '../api/transport';
import { getBaseUrls } from './baseUrls';
import { parsePacing } from './pacing';
import { Redactor, toSecret } from '../api/redactor';

/** The contexts in which n8n calls the package: items, a form, publishing, the hourly check, a poll, a delivery. */
export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IHookFunctions
	| IPollFunctions
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
	const { apiKey, webhookSecret, sendKeyAs } = credentials;
	const pacing = parsePacing(credentials);
	const secrets = [apiKey, webhookSecret].map((value) => toSecret(String(value ?? '')));
	return new Client({
		baseUrls: getBaseUrls(credentials),
		keyHash: createHash('sha256')
			.update(String(apiKey ?? ''))
			.digest('hex'),
		keyHeader: sendKeyAs === 'header' ? 'X-API-Key' : 'Authorization',
		createRedactor: ({ body, query }) => new Redactor(secrets, body, query),
		send: async (options) =>
			(await httpRequestWithAuthentication.call(
				withSignal(context, options),
				CREDENTIAL,
				options,
			)) as Response,
		sendPublic: async (options) => (await httpRequest(options)) as Response,
		attempts,
		// Node's timers allow no more.
		timeout: Math.min(timeout * 1000, pacing.timeout * 1000, LONGEST_TIMER),
		maxWait: Math.min(maxWait, pacing.maxWait) * 1000,
		canRaiseMaxWait: pacing.maxWait <= maxWait,
		signal,
		cancelSignal: getSignal(context),
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
	const { abortSignal, close } = openConnection(getSignal(context));
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
		abortSignal,
	};
	const exchange = async () => {
		const response = (await context.helpers.httpRequest(options)) as Response;
		return { ...response, body: (await readText(response.body, MOST_READ)).text };
	};
	try {
		return await withTimeout(POST_TIMEOUT + GRACE, exchange());
	} catch (thrown) {
		return toTransportFailure(thrown, new URL(url));
	} finally {
		close();
	}
}

function getSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The context with another signal: n8n's helper takes that of the context instead of the one in its options. */
function withSignal(context: Context, { abortSignal }: IHttpRequestOptions): IAllExecuteFunctions {
	const getExecutionCancelSignal = { value: () => abortSignal };
	return Object.create(context, { getExecutionCancelSignal }) as IAllExecuteFunctions;
}
