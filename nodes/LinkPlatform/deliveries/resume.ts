import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { scalarToText } from '../api/envelope';
import { fill } from '../api/fill';
import { openClient } from '../adapter/client';
import { getExecutionUrl } from '../adapter/pausing';
import { toItem } from './delivery';
import { getIgnoredReason } from '../events/filters';
import { HEARTBEAT } from '../subscriptions/heartbeat';
import { NONCE, UNTIL, toResumeUrl } from '../subscriptions/resumeUrl';
import { unsubscribe } from '../subscriptions/requests';
import type { SavedWait } from '../subscriptions/wait';
import { triggerWaitMessages } from './messages';
import { refuse, respond, verifyDelivery } from './verify';

/** The webhook of a node that waits. n8n doesn't register it, but finds the execution by the ID in the URL. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: '={{ $nodeId }}',
		isFullPath: true,
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	},
];

/**
 * Responds to a delivery for a waiting execution. If the delivery is correctly signed and matches the wait, the
 * execution continues with the input item and the `event`. Otherwise the execution keeps waiting, and the response is
 * 200, or 401 if the signature is wrong. Never throws, because n8n would then run the next node without any data.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await handleDelivery(context);
	} catch (thrown) {
		const { notProcessed, notProcessedResponse } = triggerWaitMessages;
		const { message: reason } = thrown as Error;
		context.logger.error(fill(notProcessed, { node: context.getNode().name, reason }));
		return respond(context, 500, { message: notProcessedResponse });
	}
}

async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const query = context.getQueryData() as IDataObject;
	const nonce = scalarToText(query[NONCE]);
	const verified = await verifyDelivery(context, [
		toResumeUrl(getExecutionUrl(context), context.getNode().id, nonce, scalarToText(query[UNTIL])),
	]);
	if ('refusal' in verified) return refuse(context, verified.refusal);
	const { event: type, id } = verified.body;
	if (type === HEARTBEAT)
		return respond(context, 200, { received: true, heartbeat: scalarToText(id) });
	const wait = getSavedWait(context);
	const headers = context.getHeaderData() as IDataObject;
	const event = toItem(verified.body, headers, wait.dropIpAddresses);
	// In a loop, the delivery may belong to an earlier wait of this node in the same execution. Both waits have the
	// same path and token, but different nonces.
	const ignored = nonce === wait.nonce ? getIgnoredReason(event, wait) : 'wait';
	if (ignored !== undefined) return respond(context, 200, { received: true, ignored });
	const [item] = context.evaluateExpression(
		'{{ $input.all() }}',
	) as unknown as INodeExecutionData[];
	const json = { ...item.json, timedOut: false, event };
	// Respond before n8n resumes the execution. If several deliveries arrive at the same moment, n8n would let all
	// but the first one fail.
	respond(context, 200, { received: true });
	// If this fails, a later cleanup removes the webhook.
	void openClient(context)
		.then(async (client) => await unsubscribe(client, wait.webhookId))
		.catch(() => {});
	return { noWebhookResponse: true, workflowData: [[{ ...item, json, pairedItem: { item: 0 } }]] };
}

/** Returns the data that `pause` saved. In a webhook, the node's own context can be read only with an expression. */
function getSavedWait(context: IWebhookFunctions): SavedWait {
	// Encode the node's name, because its quotes or braces would end the string or the expression.
	const name = context
		.getNode()
		.name.replace(/[^\w ]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return context.evaluateExpression(`{{ $("${name}").context.pause }}`) as unknown as SavedWait;
}
