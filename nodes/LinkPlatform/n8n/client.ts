import { createHash } from 'crypto';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Client } from '../api/client';
import type { Response } from '../api/transport';
import { getBaseUrls } from './baseUrls';
import { parsePacing } from './pacing';
import { Redactor } from './redactor';

/** Where n8n calls the package: running an item, filling a dropdown, publishing the trigger, taking a delivery. */
export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IHookFunctions
	| IWebhookFunctions;

/** What a caller with less time allows; the credential's own limits hold besides. */
export interface ClientOptions {
	/** How often a request is sent at most. */
	attempts?: number;
	/** Seconds per request. */
	timeout?: number;
	/** Seconds to spend waiting for the rate limit. */
	maxWait?: number;
}

/** Somebody looks at a form until its list comes. */
const FORM: ClientOptions = { maxWait: 20 };
const LONGEST_TIMER = 2 ** 31 - 2_000;

export const CREDENTIAL = 'linkPlatformApi';

/** A client for the node's credential, which is read once; without other options, for a form. */
export async function openClient(context: Context, options = FORM): Promise<Client> {
	return createClient(context, await context.getCredentials(CREDENTIAL), options);
}

/**
 * The one adapter between n8n's context and the client: sends through n8n's own helper, so that the
 * user's proxy, TLS and SSRF settings hold.
 */
export function createClient(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	{ attempts = 4, timeout = Infinity, maxWait = Infinity }: ClientOptions = {},
): Client {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	const self = context as IAllExecuteFunctions;
	const { apiKey, webhookSecret, sendKeyAs } = credentials;
	const pacing = parsePacing(credentials);
	const secrets = [apiKey, webhookSecret].map((value) => String(value ?? ''));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
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
		// Node's timers take no more.
		timeout: Math.min(timeout * 1000, pacing.timeout * 1000, LONGEST_TIMER),
		maxWait: Math.min(maxWait, pacing.maxWait) * 1000,
		canRaiseMaxWait: pacing.maxWait <= maxWait,
		signal,
	});
}

async function readText(body: unknown): Promise<string> {
	if (typeof body === 'string') return body;
	if (body === undefined || body === null) return '';
	// A parsed body is only met from odd content types.
	if (!(Symbol.asyncIterator in Object(body))) return JSON.stringify(body);
	const chunks: Uint8Array[] = [];
	for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}
