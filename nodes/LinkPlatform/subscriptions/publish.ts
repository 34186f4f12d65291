import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import { Failure, getFailure, joinSentences, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { inTurn } from '../api/inTurn';
import { createClient, post, readCredential, type ClientOptions } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { publicAddressMessages } from '../adapter/messages';
import { assertReachable, isLoopback, isPrivate } from '../adapter/baseUrls';
import { getSecretMark, getSigningSecret } from '../adapter/signingSecret';
import { assertFilters } from '../events/filters';
import { getEvents, readField } from '../events/options';
import { getMemory, getNodeKey, recordUrl, type Memory } from './memory';
import { publishingMessages } from './messages';
import { getSubscriptions } from './requests';
import { removeExpired, run, type Connection } from './run';

/**
 * In seconds. A bulk run may use up the rate limit of several minutes, and publishing takes two requests. n8n's own three
 * attempts are over after seconds.
 */
const PUBLISHING = { maxWait: 130 };
/**
 * While the webhook of a test is being removed, n8n 2.40 cannot start another test. So the removal is tried only
 * once, for a few seconds.
 */
const TEST_REMOVAL = { attempts: 1, timeout: 5, maxWait: 5 };

/** The triggers that were tested in this process. */
const tested = new Set<string>();

/**
 * True if n8n starts with a trigger that was published before: it counts as subscribed, and `keepAlive` checks that.
 * Otherwise n8n calls `publish`, which keeps a right subscription. Sends no request.
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

/** Subscribes the trigger unless it is subscribed, and deletes other subscriptions of its URL. May be repeated. */
export async function publish(context: IHookFunctions): Promise<void> {
	assertFilters((readField(context, 'filters') ?? {}) as IDataObject);
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	const connection = connect(context, credentials, PUBLISHING);
	await assertBothReachable(connection, credentials, url);
	logAddress(context, url);
	if (context.getMode() === 'manual') tested.add(getNodeKey(context));
	const chosen = getChosenEvents(context);
	await inTurn(getLockKey(context), async () => {
		const memory = getMemory(context);
		// Ask once more for events that were refused.
		delete memory.refusedEvents;
		const onPlan = () => {
			// Remember the URL before subscribing, to find the subscription if the response is lost.
			recordUrl(memory, url);
			memory.isPending = true;
			if (context.getMode() === 'manual') memory.isTest = true;
		};
		const onActive = async () => {
			memory.checkedAt = new Date().toISOString();
			await Promise.resolve();
		};
		const goal = { n8nUrl: url, url, chosen, mayLack: true };
		const { expired } = await run(connection, goal, memory, { onPlan, onActive });
		delete memory.isPending;
		await removeExpired(connection.client, url, expired);
	});
}

/**
 * Deletes the trigger's subscriptions. Throws if that fails, so that n8n tries again. Only logs it after a failed
 * publication, because n8n would count the trigger as published, and for a test, because n8n 2.40 couldn't start another
 * test then.
 */
export async function unpublish(context: IHookFunctions): Promise<void> {
	try {
		await removeAll(context);
	} catch (thrown) {
		const reason = toPublishError(context, thrown);
		if (!isTest(context) && !getMemory(context).isPending) throw reason;
		const values = { reason: reason.message };
		context.logger.warn(fill(publishingMessages.notRemoved, values).message);
	}
}

/**
 * Deletes the subscriptions of the trigger's URL, also those that a check or Ensure Active made. The memory is cleared only
 * after that, so that it can be tried again. Sends no request if the publication failed before there was a subscription.
 */
async function removeAll(context: IHookFunctions): Promise<void> {
	const memory = getMemory(context);
	const { isPending, webhookUrl } = memory;
	if (isPending && webhookUrl === undefined) return;
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	const limits = isTest(context) ? TEST_REMOVAL : PUBLISHING;
	const connection = connect(context, credentials, limits);
	await inTurn(getLockKey(context), async () => {
		await run(connection, { n8nUrl: url, gone: [url] }, memory);
		for (const name of Object.keys(memory)) delete memory[name as keyof Memory];
		if (isPending) memory.isPending = true;
	});
}

/** Returns the connection of a trigger to its account. */
export function connect(
	context: IHookFunctions | ITriggerFunctions,
	credentials: ICredentialDataDecryptedObject,
	limits: ClientOptions,
): Connection {
	return {
		client: createClient(context, credentials, limits),
		post: async (url, request) => await post(context, url, request),
		signingSecret: (url) => getSigningSecret(credentials, url),
		getMark: (url) => getSecretMark(credentials, url),
		warn: (message) => context.logger.warn(message),
	};
}

/**
 * True if n8n starts with a trigger that was published before, or takes over from another main process. Nothing may fail or
 * wait then: n8n would give the trigger up until somebody publishes it again. `keepAlive` checks it later.
 */
export function isResumed(context: IHookFunctions | ITriggerFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** True if a test of the trigger has been started in the editor since n8n's start. */
export function hasBeenTested(context: ITriggerFunctions): boolean {
	return tested.has(getNodeKey(context));
}

/** Returns the key by which publishing, unpublishing and checking a trigger take turns. A test has its own webhook. */
export function getLockKey(context: IHookFunctions | ITriggerFunctions): string {
	const isOfTest = 'getNodeWebhookUrl' in context && isTest(context);
	return JSON.stringify([context.getWorkflow().id, context.getNode().id, isOfTest]);
}

/** Throws if Link Platform can't reach n8n, or if the host of the API URL doesn't exist, which looks like a public one. */
async function assertBothReachable(
	{ client }: Connection,
	credentials: ICredentialDataDecryptedObject,
	url: string,
): Promise<void> {
	try {
		assertReachable(url, credentials);
	} catch (thrown) {
		const failure = await getFailure(getSubscriptions(client));
		throw failure?.details.code === 'ENOTFOUND' ? failure : thrown;
	}
}

/** Logs what may prevent events from arriving, or from staying private. */
function logAddress({ logger }: IHookFunctions, url: string): void {
	if (url.startsWith('http:') && !isPrivate(url))
		logger.warn(publishingMessages.notEncrypted.message);
	if (!isPrivate(url) || isLoopback(url)) return;
	logger.info(fill(publishingMessages.bothPrivate, { address: new URL(url).origin }).message);
}

/**
 * True for the webhook of a test in the editor. n8n says so when it creates the webhook, but not when it removes it: then
 * the trigger's memory or the usual path shows it.
 */
function isTest(context: IHookFunctions): boolean {
	const { isTest: wasTest } = getMemory(context);
	const isCreated = context.getMode() === 'manual';
	return isCreated || wasTest === true || getWebhookUrl(context).includes('/webhook-test/');
}

/** Returns the public URL at which n8n registers this trigger now (test or production). */
function getWebhookUrl(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') as string;
}

/** Returns the error for a failed publication. n8n shows only its message, so that has both cause and advice. */
export function toPublishError(context: IHookFunctions, thrown: unknown): Error {
	const failure = toFailure(thrown);
	const description = getAdvice(failure, getWebhookUrl(context));
	const message = joinSentences(failure.message, description);
	return toNodeError(context.getNode(), failure.reworded({ message, description }));
}

/** Returns what to do. If Link Platform refused a value, that is the URL or the webhook, not a field of the node. */
function getAdvice({ description, details, isAboutValues }: Failure, url: string): string {
	if (!isAboutValues || details.reason === 'plan') return description;
	const { setWebhookUrl } = publicAddressMessages;
	const advice = url.startsWith('https:') ? undefined : setWebhookUrl.message;
	return joinSentences(publishingMessages.refused.message, advice);
}

/** Returns the chosen events. Throws if there are none. */
export function getChosenEvents(context: IHookFunctions | ITriggerFunctions): string[] {
	const events = getEvents(context);
	if (events.length === 0) throw Failure.input(publishingMessages.noEvent);
	return events;
}
