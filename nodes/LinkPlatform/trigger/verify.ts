import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import { fill, type Message } from '../api/fill';
import { CREDENTIAL } from '../adapter/client';
import { refusalMessages } from '../webhooks/messages';
import { getSignatures, getSigningSecret, isGenuine } from '../webhooks/signature';
import { getKeptSecrets, keepSecrets } from './keptSecrets';
import { getMemory } from './memory';
import { deliveryMessages } from './messages';

/** A delivery that is not taken, with the HTTP status to respond with. */
export interface Refusal {
	status: number;
	reason: string;
}

/** What Link Platform has sent: the bytes that it signed, and what they say. */
export interface VerifiedDelivery {
	signed: Buffer;
	body: IDataObject;
}

/** n8n fails at about 5,000, with an exception that would be a failed execution. */
const DEEPEST = 1_000;

/**
 * The content of a delivery, or why it is none of ours. Reads headers, then body, then the credential, unless
 * that was read a moment ago. `getUrls` gives the URLs that it may have been sent to: the secret hangs on them.
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	getUrls = getTriggerUrls,
): Promise<VerifiedDelivery | { refusal: Refusal }> {
	const signatures = getSignatures(context.getHeaderData() as IDataObject);
	// Cheap checks first: reading the credential costs more than all the rest.
	if (signatures.length === 0) return refuse(401, refusalMessages.noSignature);
	const rawBody = await readBody(context);
	if (rawBody === undefined) return refuse(400, refusalMessages.unreadable);
	const urls = getUrls(context).filter((url) => url !== '');
	const name = [context.getNode().credentials?.[CREDENTIAL]?.id, ...urls].join(' ');
	const now = Date.now();
	if (!isGenuine(rawBody, signatures, getKeptSecrets(name, now))) {
		const secrets = await getSecrets(context, urls);
		if (secrets.length === 0) return refuse(401, refusalMessages.noSecret);
		if (!isGenuine(rawBody, signatures, secrets))
			return refuse(401, refusalMessages.wrongSignature);
		keepSecrets(name, secrets, now);
	}
	const body = parseBody(rawBody);
	if (body === undefined) return refuse(400, refusalMessages.notObject);
	return isTooDeep(body) ? refuse(400, refusalMessages.tooDeep) : { signed: rawBody, body };
}

/** The bytes that were signed; undefined where n8n cannot read them (a form, an unknown encoding, too large). */
async function readBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (!request.rawBody) await request.readRawBody();
		return request.rawBody ?? Buffer.alloc(0);
	} catch {
		return undefined;
	}
}

function refuse(status: number, { message: reason }: Message): { refusal: Refusal } {
	return { refusal: { status, reason } };
}

/**
 * The URLs of a trigger. The one in `webhook` is always the production one, so the test URL is tried too, and
 * the URL of the subscription in case the public address of n8n changed since.
 */
function getTriggerUrls(context: IWebhookFunctions): string[] {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { webhookUrl, formerUrl } = getMemory(context);
	const remembered = [webhookUrl, formerUrl].map((other) => String(other ?? ''));
	return [url, url.replace('/webhook/', '/webhook-test/'), ...remembered];
}

/** The secrets that a delivery to one of the URLs may be signed with. */
async function getSecrets(context: IWebhookFunctions, urls: string[]): Promise<string[]> {
	const credentials = await getCredentials(context);
	if (credentials === undefined) return [];
	const secrets = urls.map((url) => getSigningSecret(credentials, url));
	return [...new Set(secrets)].filter((secret) => secret !== '');
}

/** Undefined where the credential is gone: thrown, that would be a failed execution for each delivery. */
async function getCredentials(context: IWebhookFunctions) {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (thrown) {
		const values = { node: context.getNode().name, reason: (thrown as Error).message };
		context.logger.warn(fill(deliveryMessages.credentialUnreadable, values).message);
		return undefined;
	}
}

function parseBody(rawBody: Buffer): IDataObject | undefined {
	try {
		const body: unknown = JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
		return isRecord(body) ? body : undefined;
	} catch {
		return undefined;
	}
}

/** Level by level: a function that calls itself for each would be what fails. */
function isTooDeep(body: IDataObject): boolean {
	let level: unknown[] = [body];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > DEEPEST) return true;
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		);
	}
	return false;
}
