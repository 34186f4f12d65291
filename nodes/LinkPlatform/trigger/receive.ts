import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isRecord, without } from '../api/envelope';
import { CREDENTIAL } from '../connect';
import { isFirst } from './duplicates';
import { ALL, chosenTypes } from './eventTypes';
import { passes } from './filters';
import { identityOf } from './identity';
import { CLICK, SCAN, belongsToScan, rememberScan } from './scans';
import { deliveryIdOf, isGenuine, signaturesOf, signingSecret } from './signature';

const HOUR = 60 * 60 * 1000;

/**
 * Answers a delivery. Genuine and wanted: an execution with `{event, deliveryId, timestamp, data}`.
 * Genuine and not wanted (another event, filtered, a copy, the click of a scan): 200 and no execution. Not
 * genuine: 401 and nothing runs. Nothing is thrown, since n8n would record a failed execution for each
 * forged request.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const headers = context.getHeaderData() as IDataObject;
	if (!request.rawBody) await request.readRawBody();
	const rawBody = request.rawBody ?? Buffer.alloc(0);
	const signatures = signaturesOf(headers);
	// Cheap checks first: reading the credential costs more than all the rest.
	if (signatures.length === 0) return refuse(context, 401, 'it carries no signature');
	const secrets = await secretsOf(context);
	if (secrets.length === 0) return refuse(context, 401, 'no signing secret is known');
	if (!isGenuine(rawBody, signatures, secrets)) {
		return refuse(context, 401, 'its signature does not match');
	}

	const body = parsed(rawBody);
	if (body === undefined) return refuse(context, 400, 'its body is not a JSON object');
	const { event: named, timestamp, data } = body;
	const event = String(named ?? headers['x-service-event'] ?? '');
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const payload = isRecord(data) ? data : {};
	const deliveryId = deliveryIdOf(headers);
	const json = {
		event,
		deliveryId,
		timestamp: timestamp ?? null,
		data: options.dropIpAddresses === true ? withoutIp(data) : data,
	} as IDataObject;
	const trigger = identityOf(context);
	const ignoresScanClicks = options.ignoreScanClicks === true && context.getMode() !== 'manual';
	// Before all else: a scan tells of its click also where it is not wanted itself.
	if (ignoresScanClicks && event === SCAN) rememberScan(trigger, json, Date.now());

	const chosen = chosenTypes(context.getNodeParameter('events', []));
	if (!chosen.includes(ALL) && !chosen.includes(event)) return ignore('event');
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	if (!passes(event, payload, filters)) return ignore('filter');
	const maxAge = Number(options.maxAge ?? 0) * HOUR;
	const age = Date.now() - Date.parse(String(timestamp));
	if (maxAge > 0 && age > maxAge) return ignore('age');
	if (ignoresScanClicks && event === CLICK && belongsToScan(trigger, json)) return ignore('scan');
	const skipDuplicates = options.skipDuplicates !== false && deliveryId !== '';
	if (skipDuplicates && !isFirst(trigger, deliveryId, Date.now())) return ignore('duplicate');

	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

/**
 * The secrets that a delivery may be signed with. The URL in `webhook` is always the production one, so the
 * test URL is tried too, and the URL of the subscription in case the public address of n8n changed since.
 */
async function secretsOf(context: IWebhookFunctions): Promise<string[]> {
	const credentials = await credentialsOf(context);
	if (credentials === undefined) return [];
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { webhookUrl } = context.getWorkflowStaticData('node');
	const urls = [url, url.replace('/webhook/', '/webhook-test/'), String(webhookUrl ?? '')];
	const secrets = urls
		.filter((candidate) => candidate !== '')
		.map((candidate) => signingSecret(credentials, candidate));
	return [...new Set(secrets)].filter((secret) => secret !== '');
}

/** Undefined where the credential is gone: thrown, that would be a failed execution for each delivery. */
async function credentialsOf(context: IWebhookFunctions) {
	try {
		return await context.getCredentials(CREDENTIAL);
	} catch (thrown) {
		context.logger.warn(
			`Link Platform Trigger: the credential cannot be read. ${(thrown as Error).message}`,
		);
		return undefined;
	}
}

function refuse(context: IWebhookFunctions, status: number, reason: string): IWebhookResponseData {
	context.logger.warn(
		`Link Platform Trigger: a delivery was refused with ${status}, because ${reason}. If the API key or the signing secret was changed, publish the workflow again, or run Webhook > Ensure Active with 'Always Renew'.`,
	);
	context
		.getResponseObject()
		.status(status)
		.json({ message: `Delivery refused: ${reason}` });
	return { noWebhookResponse: true };
}

function ignore(reason: string): IWebhookResponseData {
	return { webhookResponse: { received: true, ignored: reason } };
}

function parsed(rawBody: Buffer): IDataObject | undefined {
	try {
		const body: unknown = JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
		return isRecord(body) ? body : undefined;
	} catch {
		return undefined;
	}
}

/** IP addresses are personal data; documented in `link.clicked` as `ip`. */
function withoutIp(data: unknown): unknown {
	return isRecord(data) ? without(data, ['ip']) : data;
}
