import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { fill } from '../api/fill';
import { openClient } from '../adapter/client';
import { getExecutionUrl, type Pause } from '../adapter/pausing';
import { ALL } from '../webhooks/events';
import { isAccepted } from '../webhooks/filters';
import { HEARTBEAT } from '../webhooks/heartbeat';
import { refusalMessages } from '../webhooks/messages';
import { NONCE, UNTIL, toResumeUrl } from '../webhooks/resumeUrl';
import { unsubscribe } from '../webhooks/subscriptions';
import { toText } from '../webhooks/toText';
import { toItem } from './accept';
import { triggerWaitMessages } from './messages';
import { verifyDelivery } from './verify';

/** Clocks differ. In ms. */
const MOST_BEFORE = 5 * 60 * 1000;

/** The webhook of a node that waits. n8n registers none of this kind: it looks for the execution in the URL. */
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
 * Responds to a delivery for a waiting execution. Genuine and waited for: it goes on, with the input item and
 * the `event`. Genuine and not waited for: 200, and it waits on. Not genuine: 401, and it waits on. Nothing is
 * thrown: n8n would go on with the next node all the same, without any data.
 */
export async function resume(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await takeDelivery(context);
	} catch (thrown) {
		const { notProcessed, notProcessedResponse } = triggerWaitMessages;
		const values = { node: context.getNode().name, reason: (thrown as Error).message };
		context.logger.error(fill(notProcessed, values).message);
		return respond(context, 500, { message: notProcessedResponse.message });
	}
}

async function takeDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const query = context.getQueryData() as IDataObject;
	const nonce = toText(query[NONCE]);
	const verified = await verifyDelivery(context, () => [
		toResumeUrl(getExecutionUrl(context), context.getNode().id, nonce, toText(query[UNTIL])),
	]);
	if ('refusal' in verified) {
		const { status, reason } = verified.refusal;
		const { name: node } = context.getNode();
		context.logger.warn(fill(triggerWaitMessages.refused, { node, status, reason }).message);
		const { message } = fill(refusalMessages.response, { reason });
		return respond(context, status, { message });
	}
	const { event: type, id } = verified.body;
	if (type === HEARTBEAT) return respond(context, 200, { received: true, heartbeat: toText(id) });
	const event = toItem(verified.body, context.getHeaderData() as IDataObject);
	const pause = getPause(context);
	const ignored = getReason(event, pause, nonce);
	if (ignored !== undefined) return respond(context, 200, { received: true, ignored });
	const [item] = context.evaluateExpression(
		'{{ $input.all() }}',
	) as unknown as INodeExecutionData[];
	const json = { ...item.json, timedOut: false, event };
	// Before n8n resumes the execution: of several deliveries at once, it fails all but the first.
	respond(context, 200, { received: true });
	void stop(context, pause.webhookId);
	return { noWebhookResponse: true, workflowData: [[{ ...item, json, pairedItem: { item: 0 } }]] };
}

/** What `pause` kept. A webhook's context has no other way to the node's own than an expression. */
function getPause(context: IWebhookFunctions): Pause {
	// Names may hold quotes and braces, which end the text or the expression.
	const name = context
		.getNode()
		.name.replace(/[^\w ]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return context.evaluateExpression(`{{ $("${name}").context.pause }}`) as unknown as Pause;
}

/** Why a genuine delivery is not the one that is waited for. */
function getReason(
	{ event, timestamp, data }: ReturnType<typeof toItem>,
	{ nonce, events, filters, since }: Pause,
	given: string,
): string | undefined {
	// The node has waited before in this execution, in a loop: same path, same token.
	if (given !== nonce) return 'wait';
	if (!events.includes(ALL) && !events.includes(event)) return 'event';
	if (!isAccepted(event, isRecord(data) ? data : {}, filters)) return 'filter';
	return Date.parse(toText(timestamp)) < since - MOST_BEFORE ? 'age' : undefined;
}

/** The execution goes on meanwhile. What is left is removed once its time is over. */
async function stop(context: IWebhookFunctions, webhookId: string): Promise<void> {
	try {
		await unsubscribe(await openClient(context), webhookId);
	} catch (thrown) {
		const values = { node: context.getNode().name, reason: (thrown as Error).message };
		context.logger.warn(fill(triggerWaitMessages.webhookNotRemoved, values).message);
	}
}

function respond(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).json(body);
	return { noWebhookResponse: true };
}
