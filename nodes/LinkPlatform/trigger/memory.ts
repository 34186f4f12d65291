import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * What a trigger remembers of its subscription, in n8n's static data. Everyone who may read the workflow sees it, so
 * it holds no secret. n8n saves it when it publishes, unpublishes or starts; what a check notes is lost at its end.
 */
export interface Memory {
	webhookId?: string;
	webhookUrl?: string;
	/** The URL before n8n got another address; its subscription is still to be removed. */
	formerUrl?: string;
	/** Tells whether the secret is still the one of the subscription `webhookId`. */
	secretMark?: string;
	/** When the subscription was last found in order, as an ISO date. */
	checkedAt?: string;
	/** The webhook of a test in the editor. */
	isTest?: boolean;
}

export function getMemory(context: IHookFunctions | ITriggerFunctions | IWebhookFunctions): Memory {
	return context.getWorkflowStaticData('node');
}

/** Forgets the subscription, which is gone. */
export function clearMemory(memory: Memory): void {
	for (const name of Object.keys(memory)) delete memory[name as keyof Memory];
}
