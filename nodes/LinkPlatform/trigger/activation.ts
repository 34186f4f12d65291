import { sleep } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { isAboutQuota } from '../api/failures';
import { fill } from '../api/fill';
import { createClient, readCredential } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { publicAddressMessages } from '../adapter/messages';
import { assertReachable, isLoopback, isPrivate } from '../adapter/baseUrls';
import { isSameUrl } from '../api/url';
import { removeExpired } from '../webhooks/resumeUrl';
import { getSecretMark, getSigningSecret } from '../webhooks/signature';
import {
	getSubscriptions,
	getWantedEvents,
	isDelivering,
	selectByUrl,
	subscribe,
	unsubscribe,
	type Subscription,
} from '../webhooks/subscriptions';
import { getLeftBehind } from './formerUrls';
import { clearMemory, getMemory, getUnlisted } from './memory';
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
/** In ms: when a failed removal is tried again after n8n has given up, e.g. because Link Platform is down. */
const REMOVAL_DELAYS = [0.25, 5, 15, 60, 240].map((minutes) => minutes * 60_000);
/** Of the triggers whose webhook is still to be removed. */
const removals = new Map<string, AbortController>();

/**
 * True if Link Platform still has the subscription that this trigger made, with exactly its events. One that
 * somebody else left for the same URL may have another secret, so it does not count. Changes nothing there.
 */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
	const memory = getMemory(context);
	const { webhookId, webhookUrl } = memory;
	if (webhookUrl !== undefined && isResumed(context)) {
		delete memory.isPending;
		recordAddress(context);
		return true;
	}
	memory.isPending = true;
	removals.get(getLockKey(context))?.abort();
	if (webhookId === undefined) return false;
	const credentials = await readCredential(context);
	const client = createClient(context, credentials, PUBLISHING);
	const url = getWebhookUrl(context);
	if (memory.secretMark !== getSecretMark(credentials, url)) return false;
	const wanted = await getWantedEvents(client, getChosenEvents(context));
	// A removal may be under way.
	const listed = await runExclusive(
		getLockKey(context),
		async () => await getSubscriptions(client),
	);
	const isFine = selectByUrl(listed, url).some(
		(subscription) => subscription.id === webhookId && isDelivering(subscription, wanted),
	);
	if (isFine) delete memory.isPending;
	return isFine;
}

/** Subscribes the trigger. May be repeated: any other subscription of its URL is replaced. */
export async function publish(context: IHookFunctions): Promise<void> {
	const url = getWebhookUrl(context);
	const credentials = await readCredential(context);
	assertReachable(url, credentials);
	if (url.startsWith('http:') && !isPrivate(url)) {
		context.logger.warn(publishingMessages.notEncrypted.message);
	}
	if (isPrivate(url) && !isLoopback(url)) {
		const address = new URL(url).origin;
		context.logger.info(fill(publishingMessages.bothPrivate, { address }).message);
	}
	const client = createClient(context, credentials, PUBLISHING);
	const wanted = await getWantedEvents(client, getChosenEvents(context));
	await runExclusive(getLockKey(context), async () => {
		const present = await removeAll(context, credentials, client, url);
		const memory = getMemory(context);
		clearMemory(memory);
		const mode = context.getMode() === 'manual' ? { isTest: true } : {};
		// Before subscribing: if the response is lost, the subscription can still be found by its URL.
		Object.assign(memory, { webhookUrl: url, isPending: true, ...mode });
		const webhookId = await subscribe(client, url, wanted, getSigningSecret(credentials, url));
		delete memory.isPending;
		const secretMark = getSecretMark(credentials, url);
		Object.assign(memory, { webhookId, secretMark, checkedAt: new Date().toISOString() });
		await removeExpired(client, url, present);
	});
}

/**
 * Deletes the trigger's subscription; what is known of it is kept until that has worked, so that it can be tried
 * again. Sends nothing if the publication failed before there was one.
 */
export async function unpublish(context: IHookFunctions): Promise<void> {
	const memory = getMemory(context);
	const { isPending, webhookUrl } = memory;
	if (isPending && webhookUrl === undefined) return;
	const credentials = await readCredential(context);
	const limits = isTest(context) ? TEST_REMOVAL : PUBLISHING;
	const client = createClient(context, credentials, limits);
	await runExclusive(getLockKey(context), async () => {
		await removeAll(context, credentials, client, getWebhookUrl(context));
		clearMemory(memory);
		if (isPending) memory.isPending = true;
	});
}

/**
 * Tries again to delete the subscription, for some hours, unless the trigger is published or n8n stops. n8n itself
 * gives up after a minute, and then nobody would know of it any more if the workflow is deleted.
 */
export function removeLater(context: IHookFunctions): void {
	const key = getLockKey(context);
	const end = new AbortController();
	removals.get(key)?.abort();
	removals.set(key, end);
	void (async () => {
		for (const delay of REMOVAL_DELAYS) {
			await sleep(delay, end.signal);
			const isRemoved = await unpublish(context).then(
				() => true,
				() => false,
			);
			if (isRemoved) return;
		}
	})().catch(() => undefined);
}

/**
 * True if a failed removal is to be shown, so that n8n tries again. Not after a publication that failed: n8n would
 * count the trigger as published, and send nothing when somebody publishes it again. Not for a test either, since
 * n8n 2.40 can't start another one then.
 */
export function mustBeRemoved(context: IHookFunctions): boolean {
	return !isTest(context) && !getMemory(context).isPending;
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
	if (memory.webhookUrl === undefined || isSameUrl(memory.webhookUrl, url)) return;
	memory.formerUrl = memory.webhookUrl;
	memory.webhookUrl = url;
}

/**
 * True for the webhook of a test in the editor. n8n says so when it is created, but not when it is removed: then
 * the trigger's memory shows it, or the usual path.
 */
function isTest(context: IHookFunctions): boolean {
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
	const description = getAdvice(failure, getWebhookUrl(context));
	const message = joinSentences(failure.message, description);
	return toNodeError(context.getNode(), failure.reworded({ message, description }));
}

/** What to do. A refused value is not one of the node's fields, but the URL or the webhook as such. */
function getAdvice({ message, description, isAboutValues }: Failure, url: string): string {
	if (!isAboutValues || isAboutQuota(message)) return description;
	const isAboutUrl = /\b(urls?|https?|ssl|tls|address|endpoint|host|domain|secure)\b/i.test(
		message,
	);
	if (!isAboutUrl) return publishingMessages.refused.message;
	return url.startsWith('http:') ? publicAddressMessages.setWebhookUrl.message : description;
}

/**
 * Deletes the subscriptions of the trigger's URL and those it left at a former one: a check or 'Ensure Active' may
 * have renewed it with an ID that the trigger does not know. Resolves with all subscriptions of the account.
 */
async function removeAll(
	context: IHookFunctions,
	credentials: ICredentialDataDecryptedObject,
	client: Client,
	url: string,
): Promise<Subscription[]> {
	const all = await getSubscriptions(client);
	const left = await getLeftBehind(context, credentials, all, url);
	const ids = new Set([...selectByUrl(all, url), ...left].map(({ id }) => id));
	const unlisted = getUnlisted(getMemory(context), credentials, all);
	if (unlisted !== undefined) ids.add(unlisted);
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
