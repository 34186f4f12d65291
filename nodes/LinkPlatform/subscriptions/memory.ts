import type { IWebhookFunctions } from 'n8n-workflow';
import type { Context } from '../adapter/client';
import { getNodeKey, write } from '../adapter/memory';
import { isSameTarget } from '../api/identity';
import type { Remembered } from './plan';

/**
 * The data that a trigger remembers about its subscription. n8n saves it when the workflow is published or unpublished,
 * when n8n starts, after an execution, and after a delivery that doesn't start an execution. n8n doesn't save it after a
 * check.
 */
export type Memory = Readonly<Facts>;

interface Facts extends Remembered {
	/** When the subscription was last known to work, as an ISO 8601 date. */
	checkedAt?: string;
	/** The events that Link Platform refused when the trigger subscribed to All Events. */
	refusedEvents?: string[];
	/** True for the webhook of a test that was started in the editor. Absent if n8n has discarded the data. */
	isTest?: boolean;
	/**
	 * True while publishing, and after publishing failed. There may then be a subscription for `webhookUrl` whose ID
	 * isn't known.
	 */
	isPending?: boolean;
}

export function getMemory(context: Context): Memory {
	return context.getWorkflowStaticData('node');
}

/**
 * Remembers facts about the subscription of a URL. Returns false, and changes nothing, if the trigger's URL is another
 * one by now: n8n may have called the webhook methods while a request was under way.
 */
export function remember(memory: Memory, url: string, facts: Facts): boolean {
	return write(memory, facts, ({ webhookUrl }) => isSameTarget(webhookUrl, url));
}

/** Forgets former URLs whose subscriptions are deleted. Keeps those that were recorded in the meantime. */
export function forgetFormer(memory: Memory, urls: string[]): void {
	const { formerUrls } = memory;
	write(memory, { formerUrls: formerUrls?.filter((one) => !urls.includes(one)) });
}

/** Forgets everything about the subscriptions of a URL, after they have been deleted. */
export function forget(memory: Memory, url: string): void {
	const nothing = Object.fromEntries(Object.keys(memory).map((name) => [name, undefined]));
	remember(memory, url, { ...nothing, isPending: memory.isPending || undefined });
}

/** The first call of a trigger's webhook methods since n8n loaded its memory. */
const calls = new WeakMap<Memory, { promise: Promise<void>; resolve: () => void }>();

/** Returns the call of the webhook methods, which records the trigger's current URL. */
export function getFirstCall(memory: Memory): { promise: Promise<void>; resolve: () => void } {
	let resolve = () => {};
	const promise = new Promise<void>((done) => (resolve = done));
	const call = calls.get(memory) ?? { promise, resolve };
	calls.set(memory, call);
	return call;
}

/** Returns a key that identifies a trigger and its mode (test or production) in this process. */
export function getTriggerKey(context: IWebhookFunctions): string {
	return `${getNodeKey(context)} ${context.getMode()}`;
}

/**
 * Records the trigger's current URL. If n8n's address has changed, the next `run` subscribes the new URL and deletes
 * the old URL's subscription.
 */
export function recordUrl(memory: Memory, url: string): void {
	const { webhookUrl, formerUrls = [] } = memory;
	if (isSameTarget(webhookUrl, url)) return;
	const former = [...formerUrls, webhookUrl ?? url].filter((one) => !isSameTarget(one, url));
	write(memory, { webhookUrl: url, formerUrls: former });
}

/** Returns the test URL of a trigger; the URL itself if n8n's webhook paths don't have their usual names. */
export function toTestUrl(url: string): string {
	return url.replace('/webhook/', '/webhook-test/');
}
