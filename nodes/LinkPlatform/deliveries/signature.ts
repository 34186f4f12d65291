import { createHmac, timingSafeEqual } from 'crypto';
import type { Headers } from '../api/transport';

const SIGNATURE_HEADER = /^x-.+-signature$/;
const DELIVERY_HEADER = /^x-.+-delivery$/;

/**
 * Returns the signatures in the headers of a delivery. The header's name contains Link Platform's brand, so any
 * `X-<Name>-Signature` is accepted. While Link Platform replaces a secret, it may send several signatures, which Node
 * joins with commas.
 */
export function getSignatures(headers: Headers): Buffer[] {
	return getValues(headers, SIGNATURE_HEADER)
		.flatMap((value) => value.split(','))
		.map((value) => /^(?:sha256=)?([\da-f]{64})$/i.exec(value.trim())?.[1])
		.filter((hex) => hex !== undefined)
		.map((hex) => Buffer.from(hex, 'hex'));
}

/** Returns the delivery ID; '' if there is none. The ID stays the same when Link Platform sends the event again. */
export function getDeliveryId(headers: Headers): string {
	return getValues(headers, DELIVERY_HEADER)[0] ?? '';
}

/**
 * True if Link Platform signed the body: one of the signatures (from the header `X-<Name>-Signature`, in hex) is the
 * HMAC-SHA256 of the raw body, with the signing secret as the key. The raw body is the body as received, before any
 * parsing. Without a secret, returns false. Compares in constant time.
 */
export function isSigned(rawBody: Buffer, signatures: Buffer[], secret: string): boolean {
	const expected = createHmac('sha256', secret).update(rawBody).digest();
	return secret !== '' && signatures.some((signature) => timingSafeEqual(signature, expected));
}

function getValues(headers: Headers, name: RegExp): string[] {
	return Object.keys(headers)
		.filter((header) => name.test(header.toLowerCase()))
		.flatMap((header) => headers[header])
		.filter((value): value is string => typeof value === 'string');
}
