import { randomUUID } from 'crypto';
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { fill } from '../api/fill';
import { getBotReason } from '../webhooks/bots';
import { toItem, type Refusal, type VerifiedDelivery } from '../webhooks/delivery';
import { EVENTS } from '../webhooks/events';
import { getIgnoredReason } from '../webhooks/filters';
import { HEARTBEAT } from '../webhooks/heartbeat';
import { refusalMessages } from '../webhooks/messages';
import { getDuplicateKey, recordIfNew } from './duplicates';
import { forgetIgnored, getIgnored, recordIgnored, type IgnoredReason } from './ignored';
import { getMemory, getNodeKey, getTriggerKey } from './memory';
import { deliveryMessages } from './messages';
import { getEvents, getOptions } from './options';
import { recordGenuine, recordRefusal } from './refusals';
import { CLICK, SCAN, claimForScan, rememberScan } from './scans';
import { verifyDelivery } from './verify';

const HOUR = 60 * 60 * 1000;

/**
 * Responds to a delivery. Genuine and wanted: an execution with `{event, deliveryId, timestamp, data}`.
 * Genuine but not wanted (another event, filtered, a copy, the click of a scan): 200 and no execution. A
 * heartbeat of 'Ensure Active': 200 with its ID and what was ignored, and no execution. Not genuine: 401 and no
 * execution. Nothing is thrown, since n8n would record a failed execution for each forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verifyDelivery(context);
	if ('refusal' in verified) return respondRefused(context, verified.refusal);
	const { event, id, webhookId } = verified.body;
	const memory = getMemory(context);
	const { secretMark } = verified;
	const trigger = getTriggerKey(context);
	const isHeartbeat = event === HEARTBEAT;
	if (!isHeartbeat) recordGenuine(getNodeKey(context));
	const accepted = isHeartbeat
		? {
				heartbeat: scalarToText(id),
				url: context.getNodeWebhookUrl('default'),
				ignoredCounts: getIgnored(trigger).counts,
			}
		: acceptDelivery(context, verified);
	const isNewMark = secretMark !== undefined && secretMark !== memory.secretMark;
	if ('json' in accepted) {
		// For `execute()`: n8n saves what an execution remembers, but then not what is remembered here.
		const item = { ...accepted, ...(isNewMark ? { secretMark } : {}), ...takeHint(trigger) };
		return { workflowData: [[item]], webhookResponse: { received: true } };
	}
	if ('ignored' in accepted) recordIgnored(trigger, accepted.ignored);
	if (isNewMark) memory.secretMark = secretMark;
	if (isHeartbeat && typeof webhookId === 'string') memory.webhookId = webhookId;
	return { webhookResponse: { received: true, ...accepted } };
}

function respondRefused(
	context: IWebhookFunctions,
	{ status, reason: { message: reason } }: Refusal,
): IWebhookResponseData {
	const isSuspicious = reason === refusalMessages.wrongSignature.message;
	if (isSuspicious && context.getMode() !== 'manual') recordRefusal(getNodeKey(context));
	context.logger.warn(fill(deliveryMessages.refused, { status, reason }).message);
	context
		.getResponseObject()
		.status(status)
		.json({ message: fill(refusalMessages.response, { reason }).message });
	return { noWebhookResponse: true };
}

/** The item of a genuine delivery, with the key of its copies, or why it is ignored. */
function acceptDelivery(
	context: IWebhookFunctions,
	{ signed, body }: VerifiedDelivery,
): INodeExecutionData | { ignored: IgnoredReason } {
	const options = getOptions(context);
	const json = toItem(body, context.getHeaderData() as IDataObject, options.dropIpAddresses);
	const { event, deliveryId } = json;
	const trigger = getTriggerKey(context);
	const ignoresScanClicks = options.ignoreScanClicks && context.getMode() !== 'manual';
	// First of all: a scan identifies its click even if the scan itself is not wanted.
	if (ignoresScanClicks && event === SCAN) rememberScan(trigger, json, Date.now());
	const ignored = getIgnoredReason(json, {
		events: getEvents(context, options),
		filters: context.getNodeParameter('filters', {}) as IDataObject,
		notBefore: options.maxAge > 0 ? Date.now() - options.maxAge * HOUR : -Infinity,
	});
	if (ignored !== undefined) return { ignored };
	const isChecked = options.ignoreLikelyBots && context.getMode() !== 'manual';
	if (isChecked && event === CLICK && isRecord(json.data) && getBotReason(json.data)) {
		return { ignored: 'bot' };
	}
	if (ignoresScanClicks && event === CLICK && claimForScan(trigger, json)) {
		return { ignored: 'scan' };
	}
	const duplicateKey = options.skipDuplicates
		? getDuplicateKey(event, deliveryId, signed)
		: undefined;
	const isCopy = duplicateKey !== undefined && !recordIfNew(trigger, duplicateKey, Date.now());
	if (isCopy) return { ignored: 'duplicate' };
	// Tells n8n's Retry of this execution from a copy that ran after it.
	const mayRepeat = duplicateKey === undefined || EVENTS[event]?.mayRepeat;
	return { json, duplicateKey, ...(mayRepeat ? {} : { receipt: randomUUID() }) };
}

/** How many deliveries were ignored before this one, for a hint of its run. */
function takeHint(trigger: string): { hint?: string } {
	const { count, reasons } = getIgnored(trigger);
	forgetIgnored(trigger);
	return count > 0 ? { hint: fill(deliveryMessages.ignored, { count, reasons }).message } : {};
}
