import type { IDataObject } from 'n8n-workflow';
import { isRecord, omit, parseJson, scalarToText } from '../api/envelope';
import { joinSentences } from '../api/failure';
import { fill, type Message } from '../api/fill';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { refusalMessages } from './messages';
import { getDeliveryId, getSignatures, isSigned } from './signature';

/** A delivery that is not accepted, with the response to its sender. */
export interface Refusal {
	status: number;
	reason: string;
	message: string;
}

/** A correctly signed delivery: the bytes that Link Platform signed, and their content. */
export interface VerifiedDelivery {
	signed: Buffer;
	body: IDataObject;
	/** The mark of the secret that was used, if it belongs to the subscribed URL. */
	secretMark?: string;
}

/** A secret that deliveries may be signed with. */
export interface Secret {
	secret: string;
	/** The mark of the secret. Only if it belongs to the subscribed URL. */
	mark?: string;
}

/** The deepest nesting that is accepted. At about 5,000, n8n throws, which would be a failed execution. */
const DEEPEST = 1_000;

/**
 * Returns the content of a delivery, or why it is refused. Reads the headers first, then the body, then the secrets, which
 * take the longest. Each entry of `readSecrets` is read only if no secret of the earlier entries matches.
 */
export async function verify(
	headers: IDataObject,
	readBody: () => Promise<Buffer | undefined>,
	readSecrets: Array<() => Promise<Secret[]>>,
): Promise<VerifiedDelivery | { refusal: Refusal }> {
	const signatures = getSignatures(headers);
	if (signatures.length === 0) return refused(401, refusalMessages.noSignature);
	const signed = await readBody();
	if (signed === undefined) return refused(400, refusalMessages.unreadable);
	let found: Secret | undefined;
	let reason: Message = refusalMessages.noSecret;
	for (const read of readSecrets) {
		const secrets = (await read()).filter(({ secret }) => secret !== '');
		if (secrets.length > 0) reason = refusalMessages.wrongSignature;
		found = secrets.find(({ secret }) => isSigned(signed, signatures, secret));
		if (found) break;
	}
	if (!found) return refused(401, reason);
	const body = parseJson(signed.toString('utf8'));
	if (!isRecord(body)) return refused(400, refusalMessages.notObject);
	if (isDeeper(body, DEEPEST)) return refused(400, refusalMessages.tooDeep);
	return { signed, body, secretMark: found.mark };
}

function refused(status: number, { message, description }: Message): { refusal: Refusal } {
	const reason = joinSentences(message, description);
	return { refusal: { status, reason, ...fill(refusalMessages.response, { reason }) } };
}

/** Returns `{event, deliveryId, timestamp, data}` with the other fields of the body, such as an ID of the event. */
export function toItem(body: IDataObject, headers: IDataObject, isWithoutIp = false) {
	const { event, timestamp = null, data, ...others } = body;
	// Some services send the event as a record with its type and ID.
	const named = isRecord(event) ? (event.type ?? event.name) : event;
	const kept = isRecord(event) ? { eventId: event.id, ...others } : others;
	const ids = [body.eventId, body.event_id, isRecord(event) ? event.id : undefined, body.id];
	const json = {
		...omit(kept, ['deliveryId']),
		// Never from a header, which isn't signed: a captured click could come again as a purchase.
		event: scalarToText(named),
		deliveryId: getDeliveryId(headers) || (ids.map(scalarToText).find((id) => id !== '') ?? ''),
		timestamp,
		data,
	};
	return (isWithoutIp ? dropIpAddresses(json) : json) as typeof json & IDataObject;
}

/** True if lists and objects are nested more than `most` levels deep. */
function isDeeper(value: unknown, most: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return most < 0 || Object.values(value).some((one) => isDeeper(one, most - 1));
}
