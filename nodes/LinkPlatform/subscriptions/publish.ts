import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { createClient, post, readCredential, type ClientOptions } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { assertReachable, isLoopback, isPrivate } from '../adapter/baseUrls';
import { getSigningSecret, getSigningSecrets } from '../adapter/signingSecret';
import { assertFilters } from '../events/filters';
import { getEvents, readField } from '../adapter/triggerFields';
import { getMemory, getNodeKey, recordUrl, type Memory } from './memory';
import { publishingMessages } from './messages';
import { removeExpired, run, type Connection } from './run';

/**
 * The maximum wait for the rate limit while publishing, in seconds. A bulk run may exhaust the rate limit for several
 * minutes, and publishing needs two requests. n8n's own three attempts don't help, because they end within seconds.
 */
const PUBLISHING = { maxWait: 130 };
/**
 * The limits for removing the webhook of a test. `timeout` and `maxWait` are in seconds. During the removal, n8n 2.40
 * can't start another test, so the removal is tried only once and briefly.
 */
const TEST_REMOVAL = { attempts: 1, timeout: 5, maxWait: 5 };

/**
 * True if n8n is starting and the trigger was published before. The trigger then counts as subscribed, and `keepAlive`
 * checks its subscription later. If false, n8n calls `publish`, which keeps a subscription that is in order. Sends no
 * request.
 */
export function isSubscribed(context: IHookFunctions): boolean {
	const memory = getMemory(context);
	const isKnown = memory.webhookUrl !== undefined && isResumed(context);
	if (isKnown) {
		delete memory.isPending;
		recordUrl(memory, getWebhookUrl(context));
	} else memory.isPending = true;
	return isKnown;
}

/**
 * Subscribes the trigger unless it is already subscribed, and deletes other subscriptions of its URL. Safe to repeat.
 */
export async function publish(context: IHookFunctions): Promise<void> {
	assertFilters((readField(context, 'filters') ?? {}) as IDataObject);
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	const connection = connect(context, credentials, PUBLISHING);
	assertReachable(url, credentials);
	if (isPrivate(url) && !isLoopback(url)) {
		const address = new URL(url).origin;
		context.logger.info(fill(publishingMessages.bothPrivate, { address }));
	}
	const chosen = getChosenEvents(context);
	await inTurn(getNodeKey(context), async () => {
		const memory = getMemory(context);
		// Forget which events Link Platform refused, so that they are requested again.
		delete memory.refusedEvents;
		const onPlan = () => {
			// Remember the URL before subscribing, so that the subscription can be found if the response is lost.
			recordUrl(memory, url);
			memory.isPending = true;
			if (context.getMode() === 'manual') memory.isTest = true;
		};
		const goal = { n8nUrl: url, url, chosen, mayLack: true };
		const { expired } = await run(connection, goal, memory, { onPlan });
		delete memory.isPending;
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
 * Deletes all subscriptions of the trigger's URL, including those that an hourly check created. Clears the trigger's memory only afterward, so that a failed deletion can be repeated. If publishing
 * failed before anything was subscribed, sends no request.
 */
async function removeAll(context: IHookFunctions): Promise<void> {
	const memory = getMemory(context);
	const { isPending, webhookUrl } = memory;
	if (isPending && webhookUrl === undefined) return;
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	const limits = isTest(context) ? TEST_REMOVAL : PUBLISHING;
	const connection = connect(context, credentials, limits);
	await inTurn(getNodeKey(context), async () => {
		await run(connection, { n8nUrl: url, gone: [url] }, memory);
		for (const name of Object.keys(memory)) delete memory[name as keyof Memory];
		if (isPending) memory.isPending = true;
	});
}

/** Returns a connection to the trigger's account. */
export function connect(
	context: IHookFunctions | ITriggerFunctions,
	credentials: ICredentialDataDecryptedObject,
	limits: ClientOptions,
): Connection {
	return {
		client: createClient(context, credentials, limits),
		post: async (url, request) => await post(context, url, request),
		signingSecret: (url) => getSigningSecret(credentials, url),
		getMark: (url) => getSigningSecrets(credentials, [url])[0].mark,
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
