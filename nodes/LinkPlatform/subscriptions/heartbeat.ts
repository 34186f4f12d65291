import { createHmac } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, parseJson, scalarToText } from '../api/envelope';
import { joinSentences, type Failure, type Words } from '../api/failure';
import { fill } from '../api/fill';
import type { Response } from '../api/transport';
import { heartbeatMessages } from './messages';

/**
 * The event type of a heartbeat. This package sends heartbeats, not Link Platform. The trigger responds to a
 * heartbeat, but doesn't start the workflow.
 */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** The result of a POST to any URL: a response with any status, or the failure if there was no response. */
type Posted = Response | Failure;

/** Builds the request of a heartbeat. The trigger stores `webhookId` when it receives the heartbeat. */
export function toHeartbeat(id: string, secret: string, webhookId?: string) {
	return toDelivery(HEARTBEAT, id, { id, webhookId }, secret);
}

/** Builds the request of a delivery, signed in the same way as Link Platform signs it. */
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
 * Explains why a delivery didn't get through, and what to do about it; undefined if it got through. For a heartbeat,
 * the trigger must confirm its `id`. For any other delivery, a 2xx status is enough.
 */
export function getProblem(posted: Posted, url: string, id?: string): string | undefined {
	if ('kind' in posted) return joinSentences(posted.message, heartbeatMessages.noResponse);
	const words = toResponseProblem(posted, url, id);
	return words && joinSentences(words.message, words.description);
}

/**
 * Returns the trigger URL that the responding n8n instance reports. Returns '' if the trigger didn't report its URL,
 * or rejected the signature. Returns undefined if no trigger responded.
 */
export function getResponder(posted: Posted, id: string): string | undefined {
	if ('kind' in posted) return undefined;
	const json = parseResponse(posted);
	if (json.heartbeat === id) return scalarToText(json.url);
	return isSignatureRefused(posted) ? '' : undefined;
}

function toResponseProblem(response: Response, url: string, id?: string): Words | undefined {
	const { statusCode: status, headers } = response;
	const { heartbeat } = parseResponse(response);
	if (status >= 200 && status < 300) {
		if (isOutdated(response)) return heartbeatMessages.notCurrent;
		const isConfirmed = id === undefined || heartbeat === id;
		return isConfirmed ? undefined : fill(heartbeatMessages.notTrigger, { status });
	}
	if (status >= 300 && status < 400) {
		const { location: address = 'another address' } = headers as Record<string, string>;
		return fill(heartbeatMessages.redirected, { address });
	}
	if (status === 404) {
		const isTest = url.includes('/webhook-test/');
		return isTest ? heartbeatMessages.testUrl : heartbeatMessages.notPublished;
	}
	if (isSignatureRefused(response)) return heartbeatMessages.signatureRefused;
	return fill(heartbeatMessages.otherStatus, { status });
}

/** Returns the JSON object in the response to a delivery; an empty object if there is none. */
export function parseResponse({ body }: Response): IDataObject {
	const parsed = parseJson(String(body));
	return isRecord(parsed) ? parsed : {};
}

/** True if the trigger that responded was subscribed with an outdated signing secret. */
export function isOutdated(posted: Posted): boolean {
	return !('kind' in posted) && parseResponse(posted).current === false;
}

/** True if a trigger of this package rejects the signature because it has another secret. */
function isSignatureRefused(response: Response): boolean {
	return response.statusCode === 401 && parseResponse(response).received === false;
}
