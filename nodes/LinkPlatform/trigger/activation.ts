import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { isAboutQuota } from '../api/failures';
import { CREDENTIAL, createClient, openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { publicAddressMessages } from '../adapter/messages';
import { assertReachable, isLoopback } from '../adapter/baseUrls';
import { removeExpired } from '../webhooks/resumeUrl';
import { getSecretMark, getSigningSecret } from '../webhooks/signature';
import {
	getSubscriptions,
	getWantedEvents,
	isDelivering,
	subscribe,
	unsubscribe,
	type Subscription,
} from '../webhooks/subscriptions';
import { clearMemory, getMemory } from './memory';
import { publishingMessages } from './messages';
import { getEvents, getOptions } from './options';
import { runExclusive } from './runExclusive';
import { CLICK, SCAN } from './scans';

/**
 * In seconds. A bulk run may use up the limit of several minutes, and publishing takes two requests; n8n's own
 * three attempts are over after seconds.
 */
const PUBLISHING = { maxWait: 130 };
/**
 * While the webhook of a test is being removed, n8n 2.40 cannot start another test. So the removal is tried only
 * once, for a few seconds.
 */
const TEST_REMOVAL = { attempts: 1, timeout: 5, maxWait: 5 };

/**
 * True if Link Platform still has the subscription that this trigger made, with exactly its events. One that
 * somebody else left for the same URL may have another secret, so it does not count. Changes nothing there.
 */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
	const { webhookId } = getMemory(context);
	if (typeof webhookId !== 'string') return false;
	if (isResumed(context)) {
		recordAddress(context);
		return true;
	}
	const client = await openClient(context, PUBLISHING);
	const url = getWebhookUrl(context);
	const wanted = await getWantedEvents(client, getChosenEvents(context));
	return (await getSubscriptions(client)).some(
		(subscription) =>
			subscription.id === webhookId &&
			subscription.url === url &&
			isDelivering(subscription, wanted),
	);
}

/** Subscribes the trigger. May be repeated: any other subscription of its URL is replaced. */
export async function publish(context: IHookFunctions): Promise<void> {
	const url = getWebhookUrl(context);
	const credentials = await context.getCredentials(CREDENTIAL);
	assertReachable(url, credentials);
	if (url.startsWith('http:') && !isLoopback(url)) {
		context.logger.warn(publishingMessages.notEncrypted.message);
	}
	const client = createClient(context, credentials, PUBLISHING);
	const wanted = await getWantedEvents(client, getChosenEvents(context));
	await runExclusive(getLockKey(context), async () => {
		const present = await removeAll(context, client, url);
		const webhookId = await subscribe(client, url, wanted, getSigningSecret(credentials, url));
		const memory = getMemory(context);
		clearMemory(memory);
		Object.assign(memory, {
			webhookId,
			webhookUrl: url,
			secretMark: getSecretMark(credentials, url),
			checkedAt: new Date().toISOString(),
			...(context.getMode() === 'manual' ? { isTest: true } : {}),
		});
		await removeExpired(client, url, present);
	});
}

/** Deletes the trigger's subscription; its ID is kept until that has worked, so that n8n can try again. */
export async function unpublish(context: IHookFunctions): Promise<void> {
	const client = await openClient(context, isTest(context) ? TEST_REMOVAL : PUBLISHING);
	await runExclusive(getLockKey(context), async () => {
		await removeAll(context, client, getWebhookUrl(context));
		clearMemory(getMemory(context));
	});
}

/**
 * True if n8n starts, or takes over from another main, with a trigger that was published before. Nothing may fail
 * or wait then: n8n would give the trigger up until somebody publishes it again. `keepAlive` checks it later.
 */
export function isResumed(context: IHookFunctions | ITriggerFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** For publishing, unpublishing and checking a trigger, which would undo each other. A test has its own webhook. */
export function getLockKey(context: IHookFunctions | ITriggerFunctions): string {
	const isOfTest = 'getNodeWebhookUrl' in context && isTest(context);
	return JSON.stringify([context.getWorkflow().id, context.getNode().id, isOfTest]);
}

/** Records a changed public address of n8n, which `keepAlive` then subscribes in place of the former one. */
function recordAddress(context: IHookFunctions): void {
	const memory = getMemory(context);
	const url = getWebhookUrl(context);
	if (memory.webhookUrl === url) return;
	memory.formerUrl = memory.webhookUrl;
	memory.webhookUrl = url;
}

/**
 * True for the webhook of a test in the editor. n8n says so when it is created, but not when it is removed: then
 * the trigger's memory shows it, or the usual path.
 */
export function isTest(context: IHookFunctions): boolean {
	const { isTest: wasTest } = getMemory(context);
	const isCreated = context.getMode() === 'manual';
	return isCreated || wasTest === true || getWebhookUrl(context).includes('/webhook-test/');
}

/** The public URL of this trigger, as n8n registers it now (test or production). */
function getWebhookUrl(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') as string;
}

/** n8n shows only the message of a failed publication, so it contains both cause and advice. */
export function toPublishError(context: IHookFunctions, thrown: unknown): Error {
	const failure = toFailure(thrown);
	const isAboutUrl = [400, 422].includes(failure.status ?? 0) && !isAboutQuota(failure.message);
	const isPlainHttp = /^http:/.test(getWebhookUrl(context));
	const advised =
		isAboutUrl && isPlainHttp
			? failure.withAdvice(publicAddressMessages.setWebhookUrl.message)
			: failure;
	const message = joinSentences(advised.message, advised.description);
	return toNodeError(context.getNode(), advised.reworded({ message }));
}

/**
 * Deletes the trigger's subscription, which may be of an earlier URL, and any other one of this URL or the
 * remembered ones: a check or 'Ensure Active' may have renewed it with an ID that the trigger does not know.
 * Resolves with all subscriptions of the account.
 */
async function removeAll(
	context: IHookFunctions,
	client: Client,
	url: string,
): Promise<Subscription[]> {
	const { webhookId, webhookUrl, formerUrl } = getMemory(context);
	const urls = [url, webhookUrl, formerUrl];
	const all = await getSubscriptions(client);
	const present = all.filter((other) => urls.includes(other.url));
	const ids = new Set(present.map(({ id }) => id));
	if (typeof webhookId === 'string') ids.add(webhookId);
	for (const id of ids) await unsubscribe(client, id);
	return all;
}

/** The chosen events, and scans if the clicks that belong to them have to be recognized. */
export function getChosenEvents(context: IHookFunctions | ITriggerFunctions): string[] {
	const options = getOptions(context);
	const events = getEvents(context, options);
	if (events.length === 0) throw Failure.input(publishingMessages.noEvent);
	return options.ignoreScanClicks && events.includes(CLICK) ? [...events, SCAN] : events;
}
