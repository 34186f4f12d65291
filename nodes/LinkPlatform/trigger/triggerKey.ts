import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Names a trigger, and its mode, in what the process remembers of deliveries. */
export function getTriggerKey(context: IWebhookFunctions | IExecuteFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id} ${context.getMode()}`;
}
