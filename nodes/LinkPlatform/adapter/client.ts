import { createHash } from 'crypto';
import { ExpressionError } from 'n8n-workflow';
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
import { Failure } from '../api/failure';
import { toTransportFailure } from '../api/failures';
import { exchange } from '../api/http';
import type { Response, Transport } from '../api/transport';
import { cleanKey, getBaseUrls, parseKey } from './baseUrls';
import { credentialMessages } from './messages';
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

/** The limits of a caller with less time. The credential's also apply. */
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

/** In a form, somebody is waiting. */
const FORM: ClientOptions = { maxWait: 20 };
/** In ms: Node's timers allow no more. */
const LONGEST_TIMER = 2 ** 31 - 2_000;
/** In bytes, of the response to a `post`. */
const MOST_READ = 64_000;
/** In ms: as long as Link Platform waits for a webhook. */
const POST_TIMEOUT = 10_000;
/** The name of the credential. */
export const CREDENTIAL = 'linkPlatformApi';

/** Reads the node's credential if there is no input item. */
export async function readCredential(
	context: Exclude<Context, IExecuteFunctions>,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(CREDENTIAL).catch((thrown: unknown) => {
		throw thrown instanceof ExpressionError ? Failure.input(credentialMessages.needsItem) : thrown;
	});
}

/** Reads the node's credential for an input item. */
export async function readCredentialOf(
	context: IExecuteFunctions,
	item: number,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(CREDENTIAL, item).catch((thrown: unknown) => {
		if (!(thrown instanceof ExpressionError)) throw thrown;
		const reason = thrown.message.replace(' [Error resolving credentials]', '');
		throw Failure.input(credentialMessages.notResolved, { reason });
	});
}

/**
 * Throws if the credential resolves differently, or not at all, without an input item. n8n resolves it that way when a
 * delivery arrives for a waiting execution.
 */
export async function assertSameWithoutItem(context: IExecuteFunctions): Promise<void> {
	const first = await readCredentialOf(context, 0);
	const alone = await readWithoutItem(context);
	if (!isEqual(alone, first)) throw Failure.input(credentialMessages.needsItem);
}

/** Reads the credential as the context of a webhook would: this context without its input does the same. */
async function readWithoutItem(
	context: IExecuteFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const without = Object.create(context, { connectionInputData: { value: undefined } }) as Context;
	return await readCredential(without as IWebhookFunctions);
}

/** Makes a client for the node's credential if there is no input item; by default for a form. */
export async function openClient(
	context: Exclude<Context, IExecuteFunctions>,
	options = FORM,
): Promise<Client> {
	return createClient(context, await readCredential(context), options);
}

/** Returns a key that is equal for credentials with the same account and the same way to send the key. */
export function getAccountKey(credentials: ICredentialDataDecryptedObject): string {
	const { current, legacy } = getBaseUrls(credentials);
	return JSON.stringify([
		current,
		legacy,
		parseKey(credentials),
		credentials.sendKeyAs === 'header',
	]);
}

/** Returns the secrets of a credential, to be masked. */
export function getSecrets({ apiKey, webhookSecret }: ICredentialDataDecryptedObject): string[] {
	return [cleanKey(apiKey), String(webhookSecret ?? '')].filter(Boolean);
}

/**
 * Makes a client that sends through n8n's own helper, so that the user's proxy, TLS and SSRF settings apply. The only
 * adapter between n8n's context and the client.
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
	const pacing = parsePacing(credentials);
	// Otherwise n8n would read the credential again, which costs more than the rest of a request, and for the first item.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credentials };
	return new Client({
		baseUrls: getBaseUrls(credentials),
		keyHash: createHash('sha256').update(parseKey(credentials)).digest('hex'),
		redactor: new Redactor(getSecrets(credentials).map(toSecret)),
		send: async (options) =>
			(await httpRequestWithAuthentication.call(withSignal(context, options), CREDENTIAL, options, {
				credentialsDecrypted,
			})) as Response,
		sendPublic: async (options) => (await httpRequest(options)) as Response,
		attempts,
		timeout: Math.min(timeout * 1000, pacing.timeout * 1000, LONGEST_TIMER),
		maxWait: Math.min(maxWait, pacing.maxWait) * 1000,
		canRaiseMaxWait: pacing.maxWait <= maxWait,
		signal,
		cancelSignal: getSignal(context),
	});
}

/**
 * Posts a text to any URL, as Link Platform does to a webhook: without the key, and without following redirects. Resolves
 * with a response of any status and the beginning of its body, or with a `Failure` if there is no response.
 */
export async function post(
	context: Context,
	url: string,
	request: { headers: Record<string, string>; body: string },
): Promise<Response | Failure> {
	const send = context.helpers.httpRequest as Transport['send'];
	const options = { method: 'POST' as const, url, ...request, timeout: POST_TIMEOUT };
	try {
		return await exchange(send, options, getSignal(context), MOST_READ);
	} catch (thrown) {
		return toTransportFailure(thrown, new URL(url));
	}
}

/** True if two credentials are equal. Their fields are in the same order. */
function isEqual(one: ICredentialDataDecryptedObject, other: ICredentialDataDecryptedObject) {
	return JSON.stringify(one) === JSON.stringify(other);
}

function getSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Returns the context with another signal: n8n's helper ignores the one in its options. */
function withSignal(context: Context, { abortSignal }: IHttpRequestOptions): IAllExecuteFunctions {
	const getExecutionCancelSignal = { value: () => abortSignal };
	return Object.create(context, { getExecutionCancelSignal }) as IAllExecuteFunctions;
}
