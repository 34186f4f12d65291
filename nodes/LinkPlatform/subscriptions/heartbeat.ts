import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, parseJson, scalarToText } from '../api/envelope';
import { joinSentences, type Failure, type Words } from '../api/failure';
import { fill } from '../api/fill';
import type { Response } from '../api/transport';
import { heartbeatMessages } from './messages';

/** Not an event of Link Platform: the trigger responds to it, but runs nothing. */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** The result of a POST to any URL: a response with any status, or why there was none. */
type Posted = Response | Failure;

/** The request of a heartbeat. `webhookId` is for the trigger to remember. */
export function toHeartbeat(id: string, secret: string, webhookId?: string) {
	return toDelivery(HEARTBEAT, id, { id, webhookId }, secret);
}

/** The request of a delivery, signed as Link Platform signs them. */
export function toDelivery(event: string, id: string, content: IDataObject, secret: string) {
	const body = JSON.stringify({ event, ...content, timestamp: new Date().toISOString() });
	return {
		body,
		headers: {
			'Content-Type': 'application/json',
			'X-LinkPlatform-Event': event,
			'X-LinkPlatform-Delivery': id,
			'X-LinkPlatform-Signature': createHmac('sha256', secret).update(body).digest('hex'),
		},
	};
}

/**
 * Why a heartbeat did not get through, and what to do; undefined if the trigger confirmed it. Of another delivery, which
 * has no `id` to be confirmed, any good status counts.
 */
export function getProblem(posted: Posted, url: string, id?: string): string | undefined {
	if ('kind' in posted) return joinSentences(posted.message, heartbeatMessages.noResponse.message);
	const words = toResponseProblem(posted, url, id);
	return words && joinSentences(words.message, words.description);
}

/** How many deliveries the trigger that confirmed a heartbeat has ignored since its last run, by reason. */
export function getIgnoredCounts(posted: Posted, id: string): IDataObject {
	const { heartbeat, ignoredCounts } = 'kind' in posted ? {} : parseResponse(posted);
	return heartbeat === id && isRecord(ignoredCounts) ? ignoredCounts : {};
}

/**
 * The URL that the trigger which responded has for n8n, '' if it did not say so or refused the signature. Undefined
 * if no trigger responded.
 */
export function getResponder(posted: Posted, id: string): string | undefined {
	if ('kind' in posted) return undefined;
	const json = parseResponse(posted);
	if (json.heartbeat === id) return scalarToText(json.url);
	return isSignatureRefused(posted) ? '' : undefined;
}

function toResponseProblem(response: Response, url: string, id?: string): Words | undefined {
	const { statusCode: status, headers } = response;
	const { heartbeat, message } = parseResponse(response);
	if (status >= 200 && status < 300) {
		if (isOutdated(response)) return heartbeatMessages.notCurrent;
		const isConfirmed = id === undefined || heartbeat === id;
		return isConfirmed ? undefined : fill(heartbeatMessages.notTrigger, { status });
	}
	if (status >= 300 && status < 400) {
		const { location: address = 'another address' } = headers as Record<string, string>;
		return fill(heartbeatMessages.redirected, { address });
	}
	const isUnregistered = ['webhook', 'not registered'].every((words) =>
		String(message).includes(words),
	);
	if (status === 404 && isUnregistered) {
		const isTest = url.includes('/webhook-test/');
		return isTest ? heartbeatMessages.testUrl : heartbeatMessages.notPublished;
	}
	if (isSignatureRefused(response)) return heartbeatMessages.signatureRefused;
	return fill(heartbeatMessages.otherStatus, { status });
}

/** The JSON object in a response to a delivery; empty if there is none. */
export function parseResponse({ body }: Response): IDataObject {
	const parsed = parseJson(String(body));
	return isRecord(parsed) ? parsed : {};
}

/** True if the trigger that responded was subscribed with another secret than the present one. */
export function isOutdated(posted: Posted): boolean {
	return !('kind' in posted) && parseResponse(posted).current === false;
}

/** True if a trigger of this package responded, with another secret. */
function isSignatureRefused(response: Response): boolean {
	return response.statusCode === 401 && parseResponse(response).received === false;
}
