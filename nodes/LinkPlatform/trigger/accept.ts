import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRecord, omit } from '../api/envelope';
import { ALL, parseEventTypes } from '../webhooks/eventTypes';
import { getDeliveryId } from '../webhooks/signature';
import { isFirst } from './duplicates';
import { passes } from './filters';
import { CLICK, SCAN, belongsToScan, rememberScan } from './scans';
import { getTriggerKey } from './triggerKey';

const HOUR = 60 * 60 * 1000;

/** The item of a genuine delivery, or why the workflow does not want it. */
export function acceptDelivery(
	context: IWebhookFunctions,
	body: IDataObject,
): { json: IDataObject } | { ignored: string } {
	const headers = context.getHeaderData() as IDataObject;
	const { timestamp, data } = body;
	const event = String(body.event ?? headers['x-service-event'] ?? '');
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const deliveryId = getDeliveryId(headers);
	const json = {
		event,
		deliveryId,
		timestamp: timestamp ?? null,
		data: options.dropIpAddresses === true ? dropIp(data) : data,
	} as IDataObject;
	const trigger = getTriggerKey(context);
	const ignoresScanClicks = options.ignoreScanClicks === true && context.getMode() !== 'manual';
	// Before all else: a scan tells of its click also where it is not wanted itself.
	if (ignoresScanClicks && event === SCAN) rememberScan(trigger, json, Date.now());

	const chosen = parseEventTypes(context.getNodeParameter('events', []));
	if (!chosen.includes(ALL) && !chosen.includes(event)) return { ignored: 'event' };
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	if (!passes(event, isRecord(data) ? data : {}, filters)) return { ignored: 'filter' };
	const maxAge = Number(options.maxAge ?? 0) * HOUR;
	const age = Date.now() - Date.parse(String(timestamp));
	if (maxAge > 0 && age > maxAge) return { ignored: 'age' };
	if (ignoresScanClicks && event === CLICK && belongsToScan(trigger, json)) {
		return { ignored: 'scan' };
	}
	const skipDuplicates = options.skipDuplicates !== false && deliveryId !== '';
	const isCopy = skipDuplicates && !isFirst(trigger, deliveryId, Date.now());
	return isCopy ? { ignored: 'duplicate' } : { json };
}

/** IP addresses are personal data; documented in `link.clicked` as `ip`. */
function dropIp(data: unknown): unknown {
	return isRecord(data) ? omit(data, ['ip']) : data;
}
