import { createHash } from 'crypto';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { baseUrlsOf } from './api/baseUrl';
import { Client } from './api/client';
import type { Response } from './api/connection';

/** Where n8n calls the package: running an item, filling a dropdown, publishing the trigger. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

export interface ConnectOptions {
	/** Seconds per request. */
	timeout?: number;
	/** Seconds to spend waiting for the rate limit. */
	maxWait?: number;
}

export const CREDENTIAL = 'linkPlatformApi';

/** A client for the node's credential, which is read once. */
export async function connect(context: Context, options?: ConnectOptions): Promise<Client> {
	return clientOf(context, await context.getCredentials(CREDENTIAL), options);
}

/**
 * The one adapter between n8n's context and the client: sends through n8n's own helper, so that the
 * user's proxy, TLS and SSRF settings hold.
 */
export function clientOf(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	{ timeout = 60, maxWait = 20 }: ConnectOptions = {},
): Client {
	const baseUrls = baseUrlsOf(credentials);
	const secrets = [credentials.apiKey, credentials.webhookSecret].map((value) =>
		String(value ?? ''),
	);
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return new Client({
		baseUrls,
		secrets,
		keyPrint: createHash('sha256').update(secrets[0]).digest('hex'),
		send: async (options) => await sendWithKey(context, options),
		sendPublic: async (options) =>
			(await context.helpers.httpRequest({ ...options, abortSignal: signal })) as Response,
		readText,
		timeout: timeout * 1000,
		maxWait: maxWait * 1000,
		signal,
	});
}

async function sendWithKey(context: Context, options: IHttpRequestOptions): Promise<Response> {
	const { httpRequestWithAuthentication } = context.helpers;
	const self = context as IAllExecuteFunctions;
	return (await httpRequestWithAuthentication.call(self, CREDENTIAL, options)) as Response;
}

async function readText(stream: unknown): Promise<string> {
	if (typeof stream === 'string') return stream;
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}
