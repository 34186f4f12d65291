import type { IDataObject } from 'n8n-workflow';
import { isRecord, parseJson, scalarToText } from '../api/envelope';
import { joinSentences } from '../api/failure';
import { fill, type Message } from '../api/fill';
import type { Secret } from '../adapter/signingSecret';
import { dropIpAddresses } from '../events/dropIpAddresses';
import { refusalMessages } from './messages';
import { getDeliveryId, getSignatures, isSigned } from './signature';

/** A delivery that is rejected, with the response to its sender. */
export interface Refusal {
	status: number;
	reason: string;
	message: string;
}

/** A correctly signed delivery: the bytes that Link Platform signed, and their parsed content. */
export interface VerifiedDelivery {
	signed: Buffer;
	body: IDataObject;
	/** The secret that signed the delivery. */
	secret: Secret;
}

/**
 * Returns the content of a delivery, or the reason for rejecting it. Reads the headers first, then the body, and
 * finally the secrets, because reading secrets takes longest. Calls the functions in `readSecrets` one by one, until
 * a secret matches. They return undefined if the credential can't be read.
 */
export async function verify(
	headers: IDataObject,
	readBody: () => Promise<Buffer | undefined>,
	readSecrets: Array<() => Promise<Secret[] | undefined>>,
): Promise<VerifiedDelivery | { refusal: Refusal }> {
	const signatures = getSignatures(headers);
	if (signatures.length === 0) return refused(401, refusalMessages.noSignature);
	const signed = await readBody();
	if (signed === undefined) return refused(400, refusalMessages.unreadable);
	let found: Secret | undefined;
	let reason: Message = refusalMessages.noSecret;
	for (const read of readSecrets) {
		const all = await read();
		// The sender should try again, and some senders give up after a 4xx status.
		if (!all) return refused(503, refusalMessages.noCredential);
		const secrets = all.filter(({ secret }) => secret !== '');
		if (secrets.length > 0) reason = refusalMessages.wrongSignature;
		found = secrets.find(({ secret }) => isSigned(signed, signatures, secret));
		if (found) break;
	}
	if (!found) return refused(401, reason);
	const body = parseJson(signed.toString('utf8'));
	if (!isRecord(body)) return refused(400, refusalMessages.notObject);
	return { signed, body, secret: found };
}

function refused(status: number, { message, description }: Message): { refusal: Refusal } {
	const reason = joinSentences(message, description);
	return { refusal: { status, reason, message: fill(refusalMessages.response, { reason }) } };
}

/** Returns `{event, deliveryId, timestamp, data}` and any other fields of the body, such as the event's ID. */
export function toItem(body: IDataObject, headers: IDataObject, isWithoutIp = false) {
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
