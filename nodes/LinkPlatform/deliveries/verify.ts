import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRecord, parseJson } from '../api/envelope';
import { joinSentences } from '../api/failure';
import { fill, type Message } from '../api/fill';
import { CREDENTIAL, readCredential } from '../adapter/client';
import { getMarkedSecret, type Secret } from '../adapter/signingSecret';
import { ExpiringMap } from './expiringMap';
import { getMemory, toTestUrl } from '../subscriptions/memory';
import { deliveryMessages, refusalMessages } from './messages';
import { getSignatures, isSigned } from './signature';

/** A correctly signed delivery: the bytes that Link Platform signed, and their parsed content. */
export interface VerifiedDelivery {
	signed: Buffer;
	body: IDataObject;
	/** The secret that signed the delivery. */
	secret: Secret;
}

/** A delivery that is rejected, with the response to its sender. */
interface Refused {
	refusal: { status: number; reason: string };
}

/**
 * How long a trigger's secrets are cached, in ms. To read a credential, n8n queries its database, decrypts the data,
 * and starts an expression engine. This takes a quarter of the CPU time of a delivery. A new API key works
 * immediately, because the credential is read again if no cached secret matches. The previous key is still accepted
 * for this long.
 */
const SECRETS_CACHED_FOR = 30_000;

const secretCache = new ExpiringMap<Promise<Secret[] | undefined>>(SECRETS_CACHED_FOR);

/**
 * Returns the content of a delivery, or the reason for rejecting it. The secret depends on the URL, so `urls` are all
 * URLs to which the delivery may have been sent. Default: the URLs of the trigger. Reads the headers first, then
 * the body, and finally the secrets, because reading secrets takes longest.
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	urls = getTriggerUrls(context),
): Promise<VerifiedDelivery | Refused> {
	const signatures = getSignatures(context.getHeaderData() as IDataObject);
	if (signatures.length === 0) return toRefused(401, refusalMessages.noSignature);
	const signed = await readBody(context);
	if (signed === undefined) return toRefused(400, refusalMessages.unreadable);
	const isMatch = ({ secret }: Secret) => isSigned(signed, signatures, secret);
	const secret = await findSecret(context, urls, isMatch);
	if ('refusal' in secret) return secret;
	const body = parseJson(signed.toString('utf8'));
	return isRecord(body) ? { signed, body, secret } : toRefused(400, refusalMessages.notObject);
}

/** Returns the secret that matches, first of the cached ones, then of those that the credential has now. */
async function findSecret(
	context: IWebhookFunctions,
	urls: string[],
	isMatch: (secret: Secret) => boolean,
): Promise<Secret | Refused> {
	const name = [context.getNode().credentials?.[CREDENTIAL]?.id, ...urls].join(' ');
	const now = Date.now();
	const cached = secretCache.get(name, now);
	const known = (await cached)?.find(isMatch);
	if (known) return known;
	// Use the secrets that another delivery has begun to read in the meantime. Otherwise, each delivery of a burst would
	// read the credential.
	let latest = secretCache.get(name, now);
	if (!latest || latest === cached) {
		latest = readSecrets(context, urls);
		secretCache.set(name, latest, now);
	}
	const secrets = await latest;
	// The sender should try again, and some senders give up after a 4xx status.
	if (!secrets) return toRefused(503, refusalMessages.noCredential);
	const { noSecret, wrongSignature } = refusalMessages;
	const isEmpty = secrets.every(({ secret }) => secret === '');
	return secrets.find(isMatch) ?? toRefused(401, isEmpty ? noSecret : wrongSignature);
}

function toRefused(status: number, { message, description }: Message): Refused {
	return { refusal: { status, reason: joinSentences(message, description) } };
}

/** Logs and sends the response to a delivery that is rejected. */
export function refuse(
	context: IWebhookFunctions,
	{ status, reason }: Refused['refusal'],
): IWebhookResponseData {
	const { name: node } = context.getNode();
	context.logger.warn(fill(deliveryMessages.refused, { node, status, reason }));
	const message = fill(refusalMessages.response, { reason });
	return respond(context, status, { received: false, message });
}

/** Sends the response in place of n8n, unless a response has already been sent. */
export function respond(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	const response = context.getResponseObject();
	if (!response.headersSent) response.status(status).json(body);
	return { noWebhookResponse: true };
}

/**
 * Returns the bytes that were signed; undefined if n8n can't read them (form data, an unknown encoding, a body that is
 * too large).
 */
async function readBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (!request.rawBody) await request.readRawBody();
		return request.rawBody ?? Buffer.alloc(0);
	} catch {
		return undefined;
	}
}

/**
 * Returns the URLs of a trigger to which a delivery may have been sent. The subscribed URL is first, because n8n's
 * public address may have changed since the subscription. The test URL is included, because n8n returns the
 * production URL in `webhook()` even during a test.
 */
function getTriggerUrls(context: IWebhookFunctions): string[] {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { webhookUrl = '', formerUrls = [] } = getMemory(context);
	return [webhookUrl, url, toTestUrl(url), ...formerUrls];
}

/**
 * Returns the secrets with which deliveries to these URLs may be signed; undefined if the credential can't be read at
 * the moment, or was deleted. An exception would make n8n record a failed execution for each delivery.
 */
async function readSecrets(
	context: IWebhookFunctions,
	urls: string[],
): Promise<Secret[] | undefined> {
	const credentials = await readCredential(context).catch((thrown: unknown) => {
		const values = { node: context.getNode().name, reason: (thrown as Error).message };
		context.logger.warn(fill(deliveryMessages.credentialUnreadable, values));
	});
	return credentials ? urls.map((url) => getMarkedSecret(credentials, url)) : undefined;
}
