import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, joinSentences, toFailure } from '../api/failure';
import { CREDENTIAL, createClient, openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';
import { publicAddressMessages } from '../adapter/messages';
import { isLoopback, refuseUnreachable } from '../adapter/reachable';
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
import { inTurn } from './inTurn';
import { clearMemory, getMemory } from './memory';
import { publishingMessages } from './messages';
import { getEvents, getOptions } from './options';
import { CLICK, SCAN } from './scans';

/**
 * In seconds. A bulk run may use up minute after minute, and publishing takes two requests; n8n's own three
 * attempts are over after seconds.
 */
const PUBLISHING = { maxWait: 130 };
/**
 * While the webhook of a test is being removed, n8n 2.40 can start no other test: it copies what it is busy
 * with. So that is tried once, for seconds.
 */
const TEST_REMOVAL = { attempts: 1, timeout: 5, maxWait: 5 };

/**
 * True if Link Platform still holds the subscription that this trigger made, with exactly its events. One that
 * somebody else left under the same URL may have another secret, so it does not count. Changes nothing there.
 */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
	const { webhookId } = getMemory(context);
	if (typeof webhookId !== 'string') return false;
	if (isResumed(context)) {
		followAddress(context);
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

/** Subscribes the trigger. May be repeated: whatever holds its URL already is replaced. */
export async function publish(context: IHookFunctions): Promise<void> {
	const url = getWebhookUrl(context);
	const credentials = await context.getCredentials(CREDENTIAL);
	refuseUnreachable(url, credentials);
	if (url.startsWith('http:') && !isLoopback(url)) {
		context.logger.warn(publishingMessages.notEncrypted.message);
	}
	const client = createClient(context, credentials, PUBLISHING);
	const wanted = await getWantedEvents(client, getChosenEvents(context));
	await inTurn(getTurnKey(context), async () => {
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

/** Deletes the trigger's subscription; its id is kept until that has worked, so that n8n can try again. */
export async function unpublish(context: IHookFunctions): Promise<void> {
	const patience = isTest(context) ? TEST_REMOVAL : PUBLISHING;
	const client = await openClient(context, patience);
	await inTurn(getTurnKey(context), async () => {
		await removeAll(context, client, getWebhookUrl(context));
		clearMemory(getMemory(context));
	});
}

/**
 * True if n8n starts, or takes over from another main, with a trigger that was published before. Nothing may fail
 * or wait then: n8n would give the trigger up until somebody publishes it again. `keepAlive` asks Link Platform.
 */
export function isResumed(context: IHookFunctions | ITriggerFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** Publishing, unpublishing and checking one trigger would undo each other. A test has a webhook of its own. */
export function getTurnKey(context: IHookFunctions | ITriggerFunctions): string {
	const isOfTest = 'getNodeWebhookUrl' in context && isTest(context);
	return JSON.stringify([context.getWorkflow().id, context.getNode().id, isOfTest]);
}

/** Notes another public address of n8n, which `keepAlive` then subscribes in place of the former one. */
function followAddress(context: IHookFunctions): void {
	const memory = getMemory(context);
	const url = getWebhookUrl(context);
	if (memory.webhookUrl === url) return;
	memory.formerUrl = memory.webhookUrl;
	memory.webhookUrl = url;
}

/**
 * True for the webhook of a test in the editor. n8n says so when it is made, but not when it is removed: then
 * what was remembered tells, or the usual path.
 */
export function isTest(context: IHookFunctions): boolean {
	const { isTest: wasTest } = getMemory(context);
	const isMade = context.getMode() === 'manual';
	return isMade || wasTest === true || getWebhookUrl(context).includes('/webhook-test/');
}

/** The public URL of this trigger, as n8n registers it now (test or production). */
function getWebhookUrl(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') as string;
}

/** What n8n shows of a failed publication is the message alone, so it holds cause and advice. */
export function toPublishError(context: IHookFunctions, thrown: unknown): Error {
	const failure = toFailure(thrown);
	const isAboutUrl = [400, 422].includes(failure.status ?? 0);
	const isPlainHttp = /^http:/.test(getWebhookUrl(context));
	const advised =
		isAboutUrl && isPlainHttp
			? failure.withAdvice(publicAddressMessages.setWebhookUrl.message)
			: failure;
	const message = joinSentences(advised.message, advised.description);
	return toNodeError(context.getNode(), advised.reworded({ message }));
}

/**
 * Deletes the remembered subscription, which may be of an earlier URL, and every other one of this URL or the
 * remembered ones: one that a check or 'Ensure Active' renewed has an id that the trigger does not know.
 * Resolves with all that there were.
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

/** What was chosen, and scans too where the clicks that belong to them are to be known. */
export function getChosenEvents(context: IHookFunctions | ITriggerFunctions): string[] {
	const events = getEvents(context);
	if (events.length === 0) throw Failure.input(publishingMessages.noEvent);
	const { ignoreScanClicks } = getOptions(context);
	return ignoreScanClicks && events.includes(CLICK) ? [...events, SCAN] : events;
}
