import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { isRecord, parseJson } from '../api/envelope';
import { fill, type Message } from '../api/fill';
import { CREDENTIAL, readCredential } from '../adapter/client';
import { refusalMessages } from '../webhooks/messages';
import { getSecretMark, getSignatures, getSigningSecret, isGenuine } from '../webhooks/signature';
import { ExpiringMap } from './expiringMap';
import { getMemory } from './memory';
import { deliveryMessages } from './messages';

/** A delivery that is not accepted, with the HTTP status of the response. */
export interface Refusal {
	status: number;
	reason: string;
}

/** A genuine delivery: the bytes that Link Platform signed, and their content. */
export interface VerifiedDelivery {
	signed: Buffer;
	body: IDataObject;
	/** The mark of the secret, if it is that of the subscribed URL. */
	secretMark?: string;
}

/** A secret that deliveries may be signed with. */
interface Secret {
	secret: string;
	/** Only of the subscribed URL. */
	mark?: string;
}

/** n8n throws at about 5,000, which would be a failed execution. */
const DEEPEST = 1_000;

/**
 * In ms. To read a credential, n8n queries its database, decrypts and starts an expression engine: a quarter of the
 * CPU time of a delivery. A new key is accepted at once, because the credential is read again if no secret matches;
 * the former one is accepted for this long.
 */
const SECRETS_CACHED_FOR = 30_000;

const secretCache = new ExpiringMap<Secret[]>(SECRETS_CACHED_FOR);

/**
 * The content of a delivery, or why it is refused. Reads the headers, then the body, then the credential, unless
 * its secrets are cached. `getUrls` returns the URLs that it may have been sent to, on which the secret depends.
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	getUrls = getTriggerUrls,
): Promise<VerifiedDelivery | { refusal: Refusal }> {
	const signatures = getSignatures(context.getHeaderData() as IDataObject);
	// Cheap checks first: reading the credential costs more than all the rest.
	if (signatures.length === 0) return refused(401, refusalMessages.noSignature);
	const rawBody = await readBody(context);
	if (rawBody === undefined) return refused(400, refusalMessages.unreadable);
	const urls = getUrls(context).filter((url) => url !== '');
	const name = [context.getNode().credentials?.[CREDENTIAL]?.id, ...urls].join(' ');
	const now = Date.now();
	const find = (secrets: Secret[]) =>
		secrets.find(({ secret }) => isGenuine(rawBody, signatures, [secret]));
	let found = find(secretCache.get(name, now) ?? []);
	if (!found) {
		const secrets = await readSecrets(context, urls);
		if (secrets.length === 0) return refused(401, refusalMessages.noSecret);
		found = find(secrets);
		if (!found) return refused(401, refusalMessages.wrongSignature);
		secretCache.set(name, secrets, now);
	}
	const { mark: secretMark } = found;
	const body = parseJson(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	if (!isRecord(body)) return refused(400, refusalMessages.notObject);
	return isTooDeep(body)
		? refused(400, refusalMessages.tooDeep)
		: { signed: rawBody, body, secretMark };
}

/** The bytes that were signed; undefined if n8n cannot read them (a form, an unknown encoding, too large). */
async function readBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (!request.rawBody) await request.readRawBody();
		return request.rawBody ?? Buffer.alloc(0);
	} catch {
		return undefined;
	}
}

function refused(status: number, { message: reason }: Message): { refusal: Refusal } {
	return { refusal: { status, reason } };
}

/**
 * The URLs of a trigger. In `webhook()`, n8n returns the production URL even for a test, so the test URL is tried
 * too, and the URL of the subscription in case n8n's public address has changed since.
 */
function getTriggerUrls(context: IWebhookFunctions): string[] {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { webhookUrl, formerUrl } = getMemory(context);
	const remembered = [webhookUrl, formerUrl].map((other) => String(other ?? ''));
	return [url, url.replace('/webhook/', '/webhook-test/'), ...remembered];
}

/** The secrets that deliveries to these URLs may be signed with, that of the subscribed URL first. */
async function readSecrets(context: IWebhookFunctions, urls: string[]): Promise<Secret[]> {
	const credentials = await readCredentials(context);
	if (credentials === undefined) return [];
	const { webhookUrl } = getMemory(context);
	const marked =
		webhookUrl !== undefined && urls.includes(webhookUrl)
			? [
					{
						secret: getSigningSecret(credentials, webhookUrl),
						mark: getSecretMark(credentials, webhookUrl),
					},
				]
			: [];
	const others = urls.map((url) => ({ secret: getSigningSecret(credentials, url) }));
	return [...marked, ...others].filter(({ secret }) => secret !== '');
}

/** Undefined if the credential is gone: an exception would be a failed execution for each delivery. */
async function readCredentials(context: IWebhookFunctions) {
	try {
		return await readCredential(context);
	} catch (thrown) {
		const values = { node: context.getNode().name, reason: (thrown as Error).message };
		context.logger.warn(fill(deliveryMessages.credentialUnreadable, values).message);
		return undefined;
	}
}

/** Level by level, since recursion would overflow the stack. */
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
