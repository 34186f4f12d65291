import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { fill } from '../api/fill';
import { getBotReason } from '../webhooks/bots';
import { toItem, type VerifiedDelivery } from '../webhooks/delivery';
import { getIgnoredReason } from '../webhooks/filters';
import { HEARTBEAT } from '../webhooks/heartbeat';
import type { FullEvent } from '../webhooks/simplify';
import { createReceipt, getDuplicateKey, recordIfNew } from './duplicates';
import { forgetIgnored, getIgnored, recordIgnored, type IgnoredReason } from './counts';
import type { Delivery } from './execute';
import { getMemory, getTriggerKey } from './memory';
import { deliveryMessages } from './messages';
import { getEvents, getOptions } from '../webhooks/options';
import { CLICK, SCAN, claimForScan, rememberScan } from './scans';
import { respond, verifyDelivery } from './verify';

const HOUR = 60 * 60 * 1000;

/**
 * Responds to a delivery. Genuine and wanted: an execution.
 * Genuine but not wanted (another event, filtered, a copy, the click of a scan): 200 and no execution. A
 * heartbeat of 'Ensure Active': 200 with its ID and what was ignored, and no execution. Not genuine: 401 and no
 * execution. Nothing is thrown, since n8n would record a failed execution for each forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verifyDelivery(context);
	if ('refusal' in verified) {
		const { status, reason, message } = verified.refusal;
		context.logger.warn(fill(deliveryMessages.refused, { status, reason }).message);
		return respond(context, status, { message });
	}
	const { event, id, webhookId } = verified.body;
	const memory = getMemory(context);
	const { secretMark } = verified;
	const trigger = getTriggerKey(context);
	const isHeartbeat = event === HEARTBEAT;
	const { counts: ignoredCounts, message: hint } = getIgnored(trigger);
	const url = context.getNodeWebhookUrl('default');
	const accepted = isHeartbeat
		? { heartbeat: scalarToText(id), url, ignoredCounts }
		: acceptDelivery(context, verified);
	const isNewMark = secretMark !== undefined && secretMark !== memory.secretMark;
	if ('json' in accepted) {
		const { json, ...keys } = accepted;
		forgetIgnored(trigger);
		const delivery = { ...keys, ...(isNewMark ? { secretMark } : {}), hint };
		return { workflowData: [[{ json, delivery }]], webhookResponse: { received: true } };
	}
	if ('ignored' in accepted) recordIgnored(trigger, accepted.ignored);
	if (isNewMark) memory.secretMark = secretMark;
	if (isHeartbeat && typeof webhookId === 'string') memory.webhookId = webhookId;
	return { webhookResponse: { received: true, ...accepted } };
}

/** The item of a genuine delivery, with what `execute()` has to know, or why it is ignored. */
function acceptDelivery(
	context: IWebhookFunctions,
	{ signed, body }: VerifiedDelivery,
): ({ json: FullEvent } & Delivery) | { ignored: IgnoredReason } {
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
	const key = options.skipDuplicates ? getDuplicateKey(event, deliveryId, signed) : undefined;
	if (key === undefined) return { json };
	if (!recordIfNew(trigger, key, Date.now())) return { ignored: 'duplicate' };
	// The workflow may have another trigger, which has to run the same delivery.
	return { json, key: `${context.getNode().id} ${key}`, receipt: createReceipt(event) };
}
