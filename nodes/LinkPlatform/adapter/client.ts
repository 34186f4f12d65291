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
import { Redactor } from '../api/redactor';

/**
 * The contexts in which n8n calls this package: running items, loading form options, publishing, the hourly check,
 * polling, and receiving a delivery.
 */
export type Context =
	| IExecuteFunctions
	| ILoadOptionsFunctions
	| IHookFunctions
	| IPollFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** Limits for a caller that can't use those of the credential. */
export interface ClientOptions {
	/** The maximum number of times that a request is sent. */
	attempts?: number;
	/** The longest time that one request may take, in seconds. Default: the credential's 'Timeout'. */
	timeout?: number;
	/** The longest time to wait for the rate limit, in seconds, unless the credential allows less. */
	maxWait?: number;
	/** A signal that ends all waiting when it is aborted. Default: the execution's own signal, if there is one. */
	signal?: AbortSignal;
}

/** The content of a `post`. */
export interface PostRequest {
	headers: Record<string, string>;
	body: string;
}

/** The limits while the user is waiting: for the options of a form, or for a test event. */
export const FORM: ClientOptions = { maxWait: 20 };
/** The longest timeout in ms, slightly below the maximum of Node's timers. */
const LONGEST_TIMER = 2 ** 31 - 2_000;
/** The maximum number of bytes to read from the response to a `post`. */
const MOST_READ = 64_000;
/** The timeout of a `post` in ms. Link Platform waits this long for the response to a webhook. */
const POST_TIMEOUT = 10_000;
/** The name of the credential type in n8n. */
export const CREDENTIAL = 'linkPlatformApi';

/** Reads the node's credential in a context without input items. */
export async function readCredential(
	context: Exclude<Context, IExecuteFunctions>,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(CREDENTIAL).catch((thrown: unknown) => {
		throw thrown instanceof ExpressionError ? Failure.input(credentialMessages.needsItem) : thrown;
	});
}

/** Reads the node's credential with its expressions evaluated for an input item. */
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
 * Throws if, without an input item, the credential's expressions fail or return different values. n8n evaluates them
 * without an item when a delivery arrives for a waiting execution.
 */
export async function assertSameWithoutItem(context: IExecuteFunctions): Promise<void> {
	const first = await readCredentialOf(context, 0);
	// Read it as n8n does when it calls a webhook.
	const without = Object.create(context, {
		connectionInputData: { value: undefined },
	}) as IWebhookFunctions;
	const alone = await readCredential(without);
	// Comparing their JSON is enough, because the fields of a credential are always in the same order.
	const isSame = JSON.stringify(alone) === JSON.stringify(first);
	if (!isSame) throw Failure.input(credentialMessages.needsItem);
}

/**
 * Creates a client for the node's credential in a context without input items. By default, its limits are those for
 * loading form options.
 */
export async function openClient(
	context: Exclude<Context, IExecuteFunctions>,
	options = FORM,
): Promise<Client> {
	return createClient(context, await readCredential(context), options);
}

/** Returns a key that is the same for credentials with the same account and connection settings. */
export function getAccountKey(credentials: ICredentialDataDecryptedObject): string {
	const { current, legacy } = getBaseUrls(credentials);
	return JSON.stringify([
		current,
		legacy,
		parseKey(credentials),
		credentials.sendKeyAs === 'header',
	]);
}

/** Returns the secrets of a credential, so that they can be masked. */
export function getSecrets({ apiKey, webhookSecret }: ICredentialDataDecryptedObject): string[] {
	return [cleanKey(apiKey), String(webhookSecret ?? '')].filter(Boolean);
}

/**
 * Creates a client that sends requests through n8n's own HTTP helper, so that n8n's proxy, TLS and SSRF settings apply.
 * This is the only connection between n8n's context and the client.
 */
export function createClient(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	{ attempts = 4, timeout, maxWait = Infinity, signal = getSignal(context) }: ClientOptions = {},
): Client {
	const { httpRequest, httpRequestWithAuthentication } = context.helpers;
	const pacing = parsePacing(credentials);
	// Pass the credential along. Otherwise n8n would read it again for each request, which costs more than the rest of
	// the request, and would evaluate its expressions for the first item.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credentials };
	return new Client({
		baseUrls: getBaseUrls(credentials),
		keyHash: createHash('sha256').update(parseKey(credentials)).digest('hex'),
		redactor: new Redactor(getSecrets(credentials)),
		send: async (options) =>
			(await httpRequestWithAuthentication.call(withSignal(context, options), CREDENTIAL, options, {
				credentialsDecrypted,
			})) as Response,
		sendPublic: async (options) => (await httpRequest(options)) as Response,
		attempts,
		timeout: Math.min((timeout ?? pacing.timeout) * 1000, LONGEST_TIMER),
		maxWait: Math.min(maxWait, pacing.maxWait) * 1000,
		canRaiseMaxWait: pacing.maxWait <= maxWait,
		signal,
		cancelSignal: getSignal(context),
	});
}

/**
 * Sends text to any URL in a POST request, as Link Platform does to a webhook: without the API key, and without
 * following redirects. Resolves with a response of any status and the beginning of its body, or with a `Failure` if
 * there is no response.
 */
export async function post(
	context: Context,
	url: string,
	request: PostRequest,
): Promise<Response | Failure> {
	const send = context.helpers.httpRequest as Transport['send'];
	const options = { method: 'POST' as const, url, ...request, timeout: POST_TIMEOUT };
	try {
		return await exchange(send, options, getSignal(context), MOST_READ);
	} catch (thrown) {
		return toTransportFailure(thrown, new URL(url));
	}
}

function getSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/**
 * Returns the context with the abort signal of a request. n8n's HTTP helper uses the context's signal, and ignores
 * the one in its options.
 */
function withSignal(context: Context, { abortSignal }: IHttpRequestOptions): IAllExecuteFunctions {
	const getExecutionCancelSignal = { value: () => abortSignal };
	return Object.create(context, { getExecutionCancelSignal }) as IAllExecuteFunctions;
}
