import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { scalarToText } from '../api/envelope';
import { fill } from '../api/fill';
import { HEARTBEAT } from '../webhooks/heartbeat';
import { refusalMessages } from '../webhooks/messages';
import { acceptDelivery } from './accept';
import { deliveryMessages } from './messages';
import { verifyDelivery, type Refusal } from './verify';

/**
 * Responds to a delivery. Genuine and wanted: an execution with `{event, deliveryId, timestamp, data}`.
 * Genuine but not wanted (another event, filtered, a copy, the click of a scan): 200 and no execution. A
 * heartbeat of 'Ensure Active': 200 with its ID, and no execution. Not genuine: 401 and no execution. Nothing is
 * thrown, since n8n would record a failed execution for each forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verifyDelivery(context);
	if ('refusal' in verified) return respondRefused(context, verified.refusal);
	const { event, id } = verified.body;
	if (event === HEARTBEAT)
		return { webhookResponse: { received: true, heartbeat: scalarToText(id) } };
	const accepted = acceptDelivery(context, verified);
	if ('ignored' in accepted) return { webhookResponse: { received: true, ...accepted } };
	return { workflowData: [[accepted]], webhookResponse: { received: true } };
}

function respondRefused(
	context: IWebhookFunctions,
	{ status, reason }: Refusal,
): IWebhookResponseData {
	context.logger.warn(fill(deliveryMessages.refused, { status, reason }).message);
	context
		.getResponseObject()
		.status(status)
		.json({ message: fill(refusalMessages.response, { reason }).message });
	return { noWebhookResponse: true };
}
