import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { CLICK } from '../events/events';
import { getBotReason } from '../events/bots';
import { toItem } from './delivery';
import { getIgnoredReason } from '../events/filters';
import { HEARTBEAT, toProof } from '../subscriptions/heartbeat';
import type { FullEvent } from '../events/simplify';
import { createReceipt, getDuplicateKeys, recordIfNew } from './duplicates';
import { recordIgnored, takeIgnored, type IgnoredReason } from '../events/ignored';
import type { Delivery } from './execute';
import { observe } from '../subscriptions/keepAlive';
import { getMemory, getTriggerKey, remember } from '../subscriptions/memory';
import { getEvents, getOptions } from '../adapter/triggerFields';
import { getDeliveryId, getSignatures } from './signature';
import { refuse, verifyDelivery, type VerifiedDelivery } from './verify';

const HOUR = 60 * 60 * 1000;

/**
 * The number of signed deliveries that each trigger has refused since the last one that it accepted, in this process. It
 * is counted anew for each subscription of the trigger.
 */
const refused = new Map<string, number>();

/**
 * Responds to a delivery that arrives at the trigger's webhook:
 * - correctly signed and wanted: responds with 200, and starts an execution
 * - correctly signed, but not wanted (another event, filtered out, a duplicate): responds with 200
 * - a heartbeat, which this package sends: responds with 200 and the fields of `toAnswer`
 * - not correctly signed: responds with 401
 * - the credential can't be read: responds with 503, so that Link Platform tries again
 *
 * Never throws, because n8n would record a failed execution for each forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verifyDelivery(context);
	const trigger = getTriggerKey(context);
	const memory = getMemory(context);
	const subscription = `${trigger} ${memory.webhookId}`;
	const count = refused.get(subscription) ?? 0;
	if ('refusal' in verified) {
		const isSigned = getSignatures(context.getHeaderData() as IDataObject).length > 0;
		if (isSigned) refused.set(subscription, count + 1);
		return refuse(context, verified.refusal);
	}
	const { event, webhookId, test } = verified.body;
	const { url, mark: secretMark } = verified.secret;
	const isHeartbeat = event === HEARTBEAT;
	// Test events, and heartbeats without a webhook ID, come from this package. It signs them with the credential's
	// current secret, so they don't show which secret the subscription has.
	const isRenewal = isHeartbeat && typeof webhookId === 'string';
	const isOwn = (isHeartbeat && !isRenewal) || test === true;
	// A heartbeat that names a webhook says that this webhook was created with the secret that signed the heartbeat.
	if (isRenewal) observe(context, url, { webhookId, secretMark });
	const isOutdated = url === memory.webhookUrl && secretMark !== memory.secretMark;
	const current = isOwn && isOutdated ? { current: false } : {};
	if (!isOwn) refused.delete(subscription);
	// A delivery shows that the subscription works. n8n saves that after a delivery, unlike after a check; once an hour is
	// enough.
	const isStale = Date.now() - Date.parse(memory.checkedAt ?? '') > HOUR;
	if (!isOwn && isStale) remember(memory, url, { checkedAt: new Date().toISOString() });
	const accepted = isHeartbeat
		? toAnswer(context, verified, isOwn ? count : 0)
		: acceptDelivery(context, verified);
	if ('json' in accepted) {
		const { json, ...keys } = accepted;
		const delivery = { ...keys, hint: takeIgnored(trigger) };
		const webhookResponse = { received: true, ...current };
		return { workflowData: [[{ json, delivery }]], webhookResponse };
	}
	if ('ignored' in accepted) recordIgnored(trigger, accepted.ignored);
	return { webhookResponse: { received: true, ...current, ...accepted } };
}

/**
 * Returns the response to a heartbeat: its ID, the trigger's present URL, the proof that the trigger knows the secret,
 * and how many signed deliveries the trigger has refused since the last one that it accepted. `receive` adds
 * `current: false` if the trigger's subscription was created with another secret.
 */
function toAnswer(
	context: IWebhookFunctions,
	{ body, secret: { secret } }: VerifiedDelivery,
	count: number,
) {
	const heartbeat = scalarToText(body.id);
	return {
		heartbeat,
		url: context.getNodeWebhookUrl('default'),
		proof: toProof(heartbeat, secret),
		refused: count,
	};
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
	const { event } = json;
	const ignored = getIgnoredReason(json, {
		events: getEvents(context, options),
		filters: context.getNodeParameter('filters', {}) as IDataObject,
		notBefore: options.maxAge > 0 ? Date.now() - options.maxAge * HOUR : -Infinity,
	});
	if (ignored !== undefined) return { ignored };
	// During a test in the editor, the user may want to get the same event again.
	const isTest = context.getMode() === 'manual';
	const isJudged = options.ignoreLikelyBots && !isTest && event === CLICK;
	if (isJudged && isRecord(json.data) && getBotReason(json.data)) return { ignored: 'bot' };
	const [trigger, now] = [getTriggerKey(context), Date.now()];
	const received = { ...verified, headerId: getDeliveryId(headers) };
	const isChecked = options.skipDuplicates && !isTest;
	const keys = isChecked ? getDuplicateKeys(trigger, event, received, now) : [];
	const isNew = recordIfNew(trigger, keys, now);
	if (!isNew) return { ignored: 'duplicate' };
	// Add the node's ID to the keys, because another trigger in the workflow has to process the same delivery.
	const ownKeys = keys.map((key) => `${context.getNode().id} ${key}`);
	const receipt = ownKeys.length > 0 ? createReceipt(event) : undefined;
	return { json, keys: ownKeys, receipt };
}
