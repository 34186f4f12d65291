import { createHmac, timingSafeEqual } from 'crypto';

const SIGNATURE_HEADER = /^x-.+-signature$/;
const DELIVERY_HEADER = /^x-.+-delivery$/;
const EVENT_HEADER = /^x-.+-event$/;

type Headers = Record<string, unknown>;

interface Credentials {
	apiKey?: unknown;
	webhookSecret?: unknown;
}

/** The signing secret of a subscription: the credential's own, or one derived from key and webhook URL. */
export function getSigningSecret(
	{ apiKey, webhookSecret }: Credentials,
	webhookUrl: string,
): string {
	const own = String(webhookSecret ?? '');
	const key = String(apiKey ?? '');
	if (own !== '' || key === '') return own;
	return createHmac('sha256', key).update(`n8n-webhook:${webhookUrl}`).digest('hex');
}

/**
 * What tells later whether the secret of a subscription has changed: of the API key, then of the secret. n8n shows
 * it to everyone who may read the workflow. Both are keyed with the API key, so that a weak secret cannot be
 * guessed by them, are of this URL alone, and too short to say much. One change in 65,536 goes unnoticed.
 */
export function getSecretMark(credentials: Credentials, webhookUrl: string): string {
	const secret = getSigningSecret(credentials, webhookUrl);
	return [webhookUrl, `${webhookUrl}\n${secret}`]
		.map((text) => createHmac('sha256', String(credentials.apiKey ?? '')).update(text))
		.map((hmac) => hmac.digest('hex').slice(0, 4))
		.join(' ');
}

/** True unless the secret is another one than when it was marked. */
export function isSameSecret(mark: string, credentials: Credentials, webhookUrl: string): boolean {
	const present = getSecretMark(credentials, webhookUrl);
	const isSameKey = mark.slice(0, 4) === present.slice(0, 4);
	const hasOwnSecret = String(credentials.webhookSecret ?? '') !== '';
	// Under another key nothing can be said of a secret of its own, which is there to outlast the keys.
	return mark === present || (hasOwnSecret && !isSameKey);
}

/**
 * The signatures of a delivery. The header's name holds Link Platform's brand, so any `X-<Name>-Signature` counts.
 * Node joins headers of one name with commas, as a service that replaces its secret may send them.
 */
export function getSignatures(headers: Headers): Buffer[] {
	return getValues(headers, SIGNATURE_HEADER)
		.flatMap((value) => value.split(','))
		.map((value) => /^(?:sha256=)?([\da-f]{64})$/i.exec(value.trim())?.[1])
		.filter((hex) => hex !== undefined)
		.map((hex) => Buffer.from(hex, 'hex'));
}

/** The delivery id, '' if there is none. It stays the same when Link Platform delivers again. */
export function getDeliveryId(headers: Headers): string {
	return getValues(headers, DELIVERY_HEADER)[0] ?? '';
}

/** The event type that the headers name, '' if none does; the body's own comes first. */
export function getEventHeader(headers: Headers): string {
	return getValues(headers, EVENT_HEADER)[0] ?? '';
}

/** True if one of the signatures is the HMAC-SHA256 of the raw body under one of the secrets; in constant time. */
export function isGenuine(rawBody: Buffer, signatures: Buffer[], secrets: string[]): boolean {
	const known = secrets.filter((secret) => secret !== '');
	const expected = known.map((secret) => createHmac('sha256', secret).update(rawBody).digest());
	return signatures.some((signature) =>
		expected.some((digest) => timingSafeEqual(signature, digest)),
	);
}

function getValues(headers: Headers, name: RegExp): string[] {
	return Object.keys(headers)
		.filter((header) => name.test(header.toLowerCase()))
		.flatMap((header) => headers[header])
		.filter((value): value is string => typeof value === 'string');
}
