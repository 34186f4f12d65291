import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Context } from '../adapter/client';
import { isSameTarget } from '../api/identity';
import type { Remembered } from './plan';

/**
 * What a trigger remembers of its subscription, in n8n's static data. Everyone who may read the workflow sees it, so it
 * contains no secret. n8n saves it when it publishes, unpublishes or starts, after an execution, and after a delivery that
 * doesn't start one, but not after a check.
 */
export interface Memory extends Remembered {
	/** When the subscription was last known to work, as an ISO date. */
	checkedAt?: string;
	/** The events that Link Platform refused, of All Events. */
	refusedEvents?: string[];
	/** True for the webhook of a test in the editor. */
	isTest?: boolean;
	/** True while publishing, and if it failed: `webhookUrl` may have a subscription whose ID isn't known. */
	isPending?: boolean;
}

export function getMemory(context: Context): Memory {
	return context.getWorkflowStaticData('node');
}

/** Returns what identifies a trigger in this process. */
export function getNodeKey(context: Context): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** Returns what identifies a trigger and its mode (test or production) in this process. */
export function getTriggerKey(context: IWebhookFunctions | IExecuteFunctions): string {
	return `${getNodeKey(context)} ${context.getMode()}`;
}

/** Records the URL. If n8n's address has changed, the next `run` subscribes this URL in place of the former one. */
export function recordUrl(memory: Memory, url: string): void {
	const { webhookUrl } = memory;
	if (webhookUrl !== undefined && isSameTarget(webhookUrl, url)) return;
	const former = [...(memory.formerUrls ?? []), webhookUrl].filter((one) => one !== undefined);
	if (former.length > 0) memory.formerUrls = former;
	memory.webhookUrl = url;
}

/** Returns the URL of the trigger's test; none if n8n's webhooks don't have their usual names. */
export function getTestUrls(url: string): string[] {
	const testUrl = url.replace('/webhook/', '/webhook-test/');
	return testUrl === url ? [] : [testUrl];
}
