import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { CLICK } from '../events/events';
import { getBotReason } from '../events/bots';
import { toItem, type VerifiedDelivery } from './delivery';
import { getIgnoredReason } from '../events/filters';
import { HEARTBEAT } from '../subscriptions/heartbeat';
import type { FullEvent } from '../events/simplify';
import { createReceipt, getDuplicateKeys, recordIfNew } from './duplicates';
import { recordIgnored, takeIgnored, type IgnoredReason } from '../events/ignored';
import type { Delivery } from './execute';
import { observe } from '../subscriptions/keepAlive';
import { getMemory, getTriggerKey } from '../subscriptions/memory';
import { getEvents, getOptions } from '../events/options';
import { refuse, verifyDelivery } from './verify';

const HOUR = 60 * 60 * 1000;

/**
 * Responds to a delivery that arrives at the trigger's webhook:
 * - correctly signed and wanted: responds with 200, and starts an execution
 * - correctly signed, but not wanted (another event, filtered out, a duplicate): responds with 200
 * - a heartbeat, which the operation Ensure Active sends: responds with 200 and its ID. Adds `current: false` if the
 *   subscription was created with a secret that isn't the current one
 * - not correctly signed: responds with 401
 *
 * Never throws, because n8n would record a failed execution for each forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verifyDelivery(context);
	if ('refusal' in verified) return refuse(context, verified.refusal);
	const { event, id, webhookId, test } = verified.body;
	const memory = getMemory(context);
	const { secretMark } = verified;
	const trigger = getTriggerKey(context);
	const isHeartbeat = event === HEARTBEAT;
	const isNewMark = secretMark !== undefined && secretMark !== memory.secretMark;
	// Test events, and heartbeats without a webhook ID, come from this package. It signs them with the credential's
	// current secret, so they don't show which secret the subscription has.
	const isOwn = (isHeartbeat && typeof webhookId !== 'string') || test === true;
	if (isNewMark && !isOwn) observe(context, { secretMark });
	const current = isOwn && isNewMark ? { current: false } : {};
	const url = context.getNodeWebhookUrl('default');
	const accepted = isHeartbeat
		? { heartbeat: scalarToText(id), url, ...current }
		: acceptDelivery(context, verified);
	if ('json' in accepted) {
		const { json, ...keys } = accepted;
		const hint = takeIgnored(trigger);
		const delivery = { ...keys, ...(isNewMark && !isOwn ? { secretMark } : {}), hint };
		const webhookResponse = { received: true, ...current };
		return { workflowData: [[{ json, delivery }]], webhookResponse };
	}
	if ('ignored' in accepted) recordIgnored(trigger, accepted.ignored);
	if (isHeartbeat && typeof webhookId === 'string') observe(context, { webhookId });
	return { webhookResponse: { received: true, ...current, ...accepted } };
}

/**
 * Returns the item for a correctly signed delivery, with the data that `execute()` needs. Otherwise returns the
 * reason to ignore the delivery.
 */
function acceptDelivery(
	context: IWebhookFunctions,
	verified: VerifiedDelivery,
): ({ json: FullEvent } & Delivery) | { ignored: IgnoredReason } {
	const options = getOptions(context);
	const headers = context.getHeaderData() as IDataObject;
	const json = toItem(verified.body, headers, options.dropIpAddresses);
	const { event, deliveryId } = json;
	const ignored = getIgnoredReason(json, {
		events: getEvents(context, options),
		filters: context.getNodeParameter('filters', {}) as IDataObject,
		notBefore: options.maxAge > 0 ? Date.now() - options.maxAge * HOUR : -Infinity,
	});
	if (ignored !== undefined) return { ignored };
	// During a test in the editor, the user may want to get the same event again.
	const isTest = context.getMode() === 'manual';
	const isChecked = options.ignoreLikelyBots && !isTest && event === CLICK;
	if (isChecked && isRecord(json.data) && getBotReason(json.data)) return { ignored: 'bot' };
	const keys =
		options.skipDuplicates && !isTest ? getDuplicateKeys(event, deliveryId, verified) : [];
	const isNew = recordIfNew(getTriggerKey(context), keys, Date.now());
	if (!isNew) return { ignored: 'duplicate' };
	// Add the node's ID to the keys, because another trigger in the workflow has to process the same delivery.
	const ownKeys = keys.map((key) => `${context.getNode().id} ${key}`);
	const receipt = ownKeys.length > 0 ? createReceipt(event) : undefined;
	return { json, keys: ownKeys, receipt };
}
