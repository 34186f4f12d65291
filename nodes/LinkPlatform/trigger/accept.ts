import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { isRecord, omit } from '../api/envelope';
import { dropIpAddresses } from '../webhooks/dropIpAddresses';
import { ALL } from '../webhooks/events';
import { isAccepted } from '../webhooks/filters';
import { getDeliveryId, getEventHeader } from '../webhooks/signature';
import { toText } from '../webhooks/toText';
import { getDuplicateKey, isFirst } from './duplicates';
import { getEvents, getOptions } from './options';
import { CLICK, SCAN, isOfScan, rememberScan } from './scans';
import { getTriggerKey } from './triggerKey';
import type { VerifiedDelivery } from './verify';

const HOUR = 60 * 60 * 1000;

/** The item of a genuine delivery, with the key of its copies, or why the workflow does not want it. */
export function acceptDelivery(
	context: IWebhookFunctions,
	{ signed, body }: VerifiedDelivery,
): INodeExecutionData | { ignored: string } {
	const options = getOptions(context);
	const json = toItem(body, context.getHeaderData() as IDataObject, options.dropIpAddresses);
	const { event, deliveryId, timestamp, data } = json;
	const trigger = getTriggerKey(context);
	const ignoresScanClicks = options.ignoreScanClicks && context.getMode() !== 'manual';
	// Before all else: a scan tells of its click also where it is not wanted itself.
	if (ignoresScanClicks && event === SCAN) rememberScan(trigger, json, Date.now());

	const chosen = getEvents(context);
	if (!chosen.includes(ALL) && !chosen.includes(event)) return { ignored: 'event' };
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	if (!isAccepted(event, isRecord(data) ? data : {}, filters)) return { ignored: 'filter' };
	const age = Date.now() - Date.parse(toText(timestamp));
	if (options.maxAge > 0 && age > options.maxAge * HOUR) return { ignored: 'age' };
	if (ignoresScanClicks && event === CLICK && isOfScan(trigger, json)) {
		return { ignored: 'scan' };
	}
	const duplicateKey = options.skipDuplicates
		? getDuplicateKey(event, deliveryId, signed)
		: undefined;
	const isCopy = duplicateKey !== undefined && !isFirst(trigger, duplicateKey, Date.now());
	return isCopy ? { ignored: 'duplicate' } : { json, duplicateKey };
}

/** `{event, deliveryId, timestamp, data}` and whatever else the body holds, such as an id of the event. */
export function toItem(body: IDataObject, headers: IDataObject, isWithoutIp = false) {
	const { event, timestamp = null, data, ...others } = body;
	// Some services send the event as a record with its type and id.
	const named = isRecord(event) ? (event.type ?? event.name) : event;
	const kept = isRecord(event) ? { eventId: event.id, ...others } : others;
	const ids = [body.eventId, body.event_id, isRecord(event) ? event.id : undefined, body.id];
	const json = {
		...omit(kept, ['deliveryId']),
		event: toText(named) || getEventHeader(headers),
		deliveryId: getDeliveryId(headers) || (ids.map(toText).find((id) => id !== '') ?? ''),
		timestamp,
		data,
	};
	return (isWithoutIp ? dropIpAddresses(json) : json) as typeof json & IDataObject;
}
