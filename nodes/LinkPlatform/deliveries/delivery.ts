import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../api/envelope';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { getDeliveryId } from './signature';

/** Returns `{event, deliveryId, timestamp, data}` and any other fields of the body, such as the event's ID. */
export function toItem(body: IDataObject, headers: IDataObject, isWithoutIp: boolean) {
	const { event, timestamp = null, data, ...others } = body;
	const json = {
		...others,
		// Never read the event from a header: headers aren't signed, so a captured click could be sent again as a purchase.
		event: scalarToText(event),
		// The ID may be in the body instead, according to an overview of the API.
		deliveryId: getDeliveryId(headers) || scalarToText(body.id),
		timestamp,
		data,
	};
	return (isWithoutIp ? dropIpAddresses(json) : json) as typeof json & IDataObject;
}
