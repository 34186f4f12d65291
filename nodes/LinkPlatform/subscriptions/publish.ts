import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { createClient, post, readCredential } from '../adapter/client';
import { getNodeKey, write } from '../adapter/memory';
import { toNodeError } from '../adapter/nodeError';
import { tryToPublish, untilAborted } from '../adapter/publication';
import { assertReachable, isLoopback, isPrivate } from '../adapter/baseUrls';
import { getMarkedSecret, getSigningSecret } from '../adapter/signingSecret';
import { assertFilters } from '../events/filters';
import { getEvents, readField } from '../adapter/triggerFields';
import { forget, getFirstCall, getMemory, recordUrl, type Memory } from './memory';
import { publishingMessages } from './messages';
import { removeExpired, run, type Connection } from './run';

/**
 * How long a request may take, in seconds: longer than anybody waits for it. A request that is given up may have been
 * carried out, and only its response says what it has created.
 */
const LATE = 600;
/** The time for removing the webhook of a test, in ms. During the removal, n8n 2.40 can't start another test. */
const TEST_REMOVAL = 5_000;

/**
 * True if n8n is starting and the trigger was published before. The trigger then counts as subscribed, and `keepAlive`
 * checks its subscription later. If false, n8n calls `publish`, which keeps a subscription that is in order. Sends no
 * request.
 */
export function isSubscribed(context: IHookFunctions): boolean {
	const memory = getMemory(context);
	const isKnown = memory.webhookUrl !== undefined && isResumed(context);
	// Remember the URL before anything is sent, so that a subscription can be found if its response is lost.
	recordUrl(memory, getWebhookUrl(context));
	write(memory, { isPending: !isKnown, isTest: context.getMode() === 'manual' });
	getFirstCall(memory).resolve();
	return isKnown;
}

/**
 * Subscribes the trigger unless it is already subscribed, and deletes other subscriptions of its URL. Safe to repeat.
 */
export async function publish(context: IHookFunctions): Promise<void> {
	assertFilters((readField(context, 'filters') ?? {}) as IDataObject);
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	assertReachable(url, credentials);
	if (isPrivate(url) && !isLoopback(url)) {
		const address = new URL(url).origin;
		context.logger.info(fill(publishingMessages.bothPrivate, { address }));
	}
	const chosen = getChosenEvents(context);
	const memory = getMemory(context);
	await manage(context, credentials, async (connection) => {
		// Forget which events Link Platform refused, so that they are requested again.
		write(memory, { refusedEvents: undefined });
		const goal = { n8nUrl: url, url, chosen, mayLack: true };
		const { expired } = await run(connection, goal, memory);
		write(memory, { isPending: false });
		await removeExpired(connection.client, url, expired);
	});
}

/**
 * Deletes the trigger's subscriptions. Throws if that fails, so that n8n tries again. Only logs the failure in two
 * cases in which throwing would do harm: after a failed publication (n8n would treat the trigger as published), and
 * after a test (n8n 2.40 couldn't start another one).
 */
export async function unpublish(context: IHookFunctions): Promise<void> {
	try {
		await removeAll(context);
	} catch (thrown) {
		const reason = toPublishError(context, thrown);
		if (!isTest(context) && !getMemory(context).isPending) throw reason;
		context.logger.warn(fill(publishingMessages.notRemoved, { reason: reason.message }));
	}
}

/**
 * Deletes the trigger's subscription, or else all subscriptions of its URL. Clears the trigger's memory only afterward,
 * so that a failed deletion can be repeated.
 */
async function removeAll(context: IHookFunctions): Promise<void> {
	const memory = getMemory(context);
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	const remove = async (connection: Connection) => {
		await run(connection, { n8nUrl: url, gone: [url] }, memory);
		forget(memory, url);
	};
	await manage(context, credentials, remove, true);
}

/**
 * Runs work on a trigger's subscriptions after all earlier such work, and within the time of the publication. A test in
 * the editor isn't part of it.
 */
async function manage(
	context: IHookFunctions,
	credentials: ICredentialDataDecryptedObject,
	work: (connection: Connection) => Promise<void>,
	isRemoval = false,
): Promise<void> {
	const runFor = async (ms: number, attempts?: number) => {
		const connection = connect(context, credentials, ms, { attempts });
		const { signal } = connection;
		const inLine = inTurn(getNodeKey(context), async () => {
			signal.throwIfAborted();
			// Let the next one begin when the time is over.
			await untilAborted(signal, work(connection));
		});
		await untilAborted(signal, inLine);
	};
	const isOfTest = isTest(context);
	if (isRemoval && isOfTest) return await runFor(TEST_REMOVAL, 1);
	const publication = `${getNodeKey(context)} ${isOfTest}`;
	await tryToPublish(publication, async (msLeft) => await runFor(msLeft), isRemoval);
}

/** Returns a connection to the trigger's account, for `ms` or until `end` is aborted. */
export function connect(
	context: IHookFunctions | ITriggerFunctions,
	credentials: ICredentialDataDecryptedObject,
	ms: number,
	{ attempts, end }: { attempts?: number; end?: AbortSignal } = {},
): Connection {
	const timeout = AbortSignal.timeout(Math.ceil(ms));
	const signal = end ? AbortSignal.any([end, timeout]) : timeout;
	const limits = { attempts, timeout: LATE, maxWait: ms / 1000 };
	return {
		client: createClient(context, credentials, { ...limits, signal }),
		afterward: createClient(context, credentials, limits),
		signal,
		post: async (url, request) => await post(context, url, request),
		signingSecret: (url) => getSigningSecret(credentials, url),
		getMark: (url) => getMarkedSecret(credentials, url).mark,
		warn: (message) => context.logger.warn(message),
	};
}

/**
 * True if n8n is starting with a trigger that was published before, or is taking over from another main process.
 * Nothing may fail or wait at that time: n8n would give up on the trigger until somebody publishes it again.
 * `keepAlive` checks the subscription later.
 */
export function isResumed(context: IHookFunctions | ITriggerFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/**
 * True for the webhook of a test in the editor. When n8n removes a webhook, it doesn't say whether the webhook
 * belongs to a test. So this function uses the trigger's memory, or otherwise the usual path of test URLs, which an
 * administrator can rename.
 */
function isTest(context: IHookFunctions): boolean {
	return getMemory(context).isTest ?? getWebhookUrl(context).includes('/webhook-test/');
}

/** Returns the public URL at which n8n currently registers this trigger (test or production). */
function getWebhookUrl(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') as string;
}

/**
 * Creates the error for a failed publication, with the advice in its message. If Link Platform refused a value, that
 * value is the URL or the webhook, not a field of the node.
 */
export function toPublishError(context: IHookFunctions, thrown: unknown): Error {
	const failure = toFailure(thrown);
	const isRefused = failure.isAboutValues && failure.details.reason === 'refused';
	const description = isRefused ? publishingMessages.refused : undefined;
	const shown = failure.reworded({ description });
	return toNodeError(context.getNode(), shown, { isMessageOnly: true });
}

/** The events chosen in each published trigger. While n8n publishes a trigger, it has one memory for all calls. */
const chosenOf = new WeakMap<Memory, string[]>();

/**
 * Returns the events chosen in the trigger; throws if there are none. Reads the fields only once, because n8n evaluates
 * their expressions only while it publishes the trigger.
 */
export function getChosenEvents(context: IHookFunctions | ITriggerFunctions): string[] {
	const memory = getMemory(context);
	const events = chosenOf.get(memory) ?? getEvents(context);
	if (events.length === 0) throw Failure.input(publishingMessages.noEvent);
	chosenOf.set(memory, events);
	return events;
}
