import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Context } from '../adapter/client';
import { isSameTarget } from '../api/identity';
import type { Remembered } from './plan';

/**
 * What a trigger remembers of its subscription, in n8n's static data. Everyone who may read the workflow sees it,
 * so it contains no secret. n8n saves it when it publishes, unpublishes or starts, and after a delivery that runs
 * nothing or an execution, but not after a check.
 */
export interface Memory extends Remembered {
	/** When the subscription was last known to work, as an ISO date. */
	checkedAt?: string;
	/** The events of All Events that Link Platform didn't subscribe to. */
	refusedEvents?: string[];
	/** The webhook of a test in the editor. */
	isTest?: boolean;
	/** Publishing has begun, or has failed: `webhookUrl` may have a subscription that nobody knows the ID of. */
	isPending?: boolean;
}

export function getMemory(context: Context): Memory {
	return context.getWorkflowStaticData('node');
}

/** Identifies a trigger in what the process remembers. */
export function getNodeKey(context: Context): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** The same for a trigger and its mode, in what the process remembers of deliveries. */
export function getTriggerKey(context: IWebhookFunctions | IExecuteFunctions): string {
	return `${getNodeKey(context)} ${context.getMode()}`;
}

/** Records the URL; if n8n's address has changed, the next `run` subscribes it in place of the former one. */
export function recordUrl(memory: Memory, url: string): void {
	const { webhookUrl } = memory;
	if (webhookUrl !== undefined && isSameTarget(webhookUrl, url)) return;
	const former = [...(memory.formerUrls ?? []), webhookUrl].filter((one) => one !== undefined);
	if (former.length > 0) memory.formerUrls = former;
	memory.webhookUrl = url;
}

/** The URL of the trigger's test, by n8n's usual names of its webhooks; none where n8n has other names. */
export function getTestUrls(url: string): string[] {
	const testUrl = url.replace('/webhook/', '/webhook-test/');
	return testUrl === url ? [] : [testUrl];
}
