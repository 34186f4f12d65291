import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { getSecretMark } from '../webhooks/signature';

/**
 * What a trigger remembers of its subscription, in n8n's static data. Everyone who may read the workflow sees it,
 * so it contains no secret. n8n saves it when it publishes, unpublishes or starts, and after a delivery that runs
 * nothing or an execution, but not after a check.
 */
export interface Memory {
	webhookId?: string;
	webhookUrl?: string;
	/** The URL before n8n's address changed; its subscription is still to be removed. */
	formerUrl?: string;
	/** Of the secret that the subscription of `webhookUrl` was made with, as far as is known. */
	secretMark?: string;
	/** When the subscription was last known to work, as an ISO date. */
	checkedAt?: string;
	/** The webhook of a test in the editor. */
	isTest?: boolean;
	/** Publishing has begun, or has failed: `webhookUrl` may have a subscription that nobody knows the ID of. */
	isPending?: boolean;
}

type Context = IExecuteFunctions | IHookFunctions | ITriggerFunctions | IWebhookFunctions;

export function getMemory(context: Context): Memory {
	return context.getWorkflowStaticData('node');
}

export function clearMemory(memory: Memory): void {
	for (const name of Object.keys(memory)) delete memory[name as keyof Memory];
}

/**
 * The ID of the trigger's subscription if Link Platform does not list it, e.g. since it was switched off. None after
 * a change of the credential, as another account or service may use the same ID.
 */
export function getUnlisted(
	{ webhookId, secretMark, formerUrl, webhookUrl = '' }: Memory,
	credentials: ICredentialDataDecryptedObject,
	listed: Array<{ id: string }>,
): string | undefined {
	const isOfAccount = secretMark === getSecretMark(credentials, formerUrl ?? webhookUrl);
	return isOfAccount && !listed.some(({ id }) => id === webhookId) ? webhookId : undefined;
}

/** Identifies a trigger in what the process remembers. */
export function getNodeKey(context: Context): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** The same for a trigger and its mode, in what the process remembers of deliveries. */
export function getTriggerKey(context: IWebhookFunctions | IExecuteFunctions): string {
	return `${getNodeKey(context)} ${context.getMode()}`;
}
