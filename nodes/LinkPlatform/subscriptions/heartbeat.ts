import { createHmac, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { PostRequest } from '../adapter/client';
import { isRecord, parseJson, scalarToText } from '../api/envelope';
import type { Failure, Words } from '../api/failure';
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

/** Returns the proof that a trigger knows the secret of a heartbeat: part of its response. */
export function toProof(id: string, secret: string): string {
	return createHmac('sha256', secret).update(`answer:${id}`).digest('hex');
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

/** A heartbeat that was sent to a URL, and what came back. */
interface Heartbeat {
	id: string;
	url: string;
	secret: string;
	posted: Posted;
}

/** The functions that sending a heartbeat needs. */
interface Sender {
	post: (url: string, request: PostRequest) => Promise<Posted>;
	signingSecret: (url: string) => string;
}

/** Sends a heartbeat to a URL. The trigger that receives it remembers `webhookId`, if it is given. */
export async function sendHeartbeat(
	{ post, signingSecret }: Sender,
	url: string,
	webhookId?: string,
): Promise<Heartbeat> {
	const [id, secret] = [randomUUID(), signingSecret(url)];
	const request = toDelivery(HEARTBEAT, id, { id, webhookId }, secret);
	return { id, url, secret, posted: await post(url, request) };
}

/**
 * Returns what is wrong at a trigger's URL, judged by the response to a heartbeat, and what to do about it; undefined if
 * nothing is wrong.
 */
export function getDefect(heartbeat: Heartbeat): Words | undefined {
	const { posted, url } = heartbeat;
	const problem = getProblem(posted, url);
	if (problem || 'kind' in posted) return problem;
	const { notTrigger, anotherN8n, eventsRefused } = heartbeatMessages;
	const responder = getResponder(heartbeat);
	if (responder === undefined) return fill(notTrigger, { status: posted.statusCode });
	const { origin } = new URL(responder);
	if (origin !== new URL(url).origin) return fill(anotherN8n, { address: origin });
	const count = Number(parseResponse(posted).refused);
	return count > 0 ? fill(eventsRefused, { count }) : undefined;
}

/**
 * Returns the present URL of the trigger that responded to a heartbeat. Returns undefined if the response doesn't prove
 * that a trigger with the same key responded.
 */
export function getResponder({ id, secret, posted }: Heartbeat): string | undefined {
	if ('kind' in posted) return undefined;
	const { heartbeat, proof, url } = parseResponse(posted);
	return heartbeat === id && proof === toProof(id, secret) ? scalarToText(url) : undefined;
}

/** Returns why a delivery didn't get through, and what to do about it; undefined if it got through. */
export function getProblem(posted: Posted, url: string): Words | undefined {
	if ('kind' in posted) {
		return { message: posted.message, description: heartbeatMessages.noResponse };
	}
	const { statusCode: status, headers } = posted;
	const { current, received } = parseResponse(posted);
	if (status >= 200 && status < 300) {
		return current === false ? heartbeatMessages.notCurrent : undefined;
	}
	if (status >= 300 && status < 400) {
		const { location: address = 'another address' } = headers as Record<string, string>;
		return fill(heartbeatMessages.redirected, { address });
	}
	if (status === 404) {
		const isTest = url.includes('/webhook-test/');
		return isTest ? heartbeatMessages.testUrl : heartbeatMessages.notPublished;
	}
	// The trigger itself says that it didn't accept the delivery.
	const isOurs = received === false;
	if (isOurs && status === 401) return heartbeatMessages.signatureRefused;
	if (isOurs && status === 503) return heartbeatMessages.noCredential;
	return fill(heartbeatMessages.otherStatus, { status });
}

/** Returns the JSON object in the response to a delivery; an empty object if there is none. */
export function parseResponse({ body }: Response): IDataObject {
	const parsed = parseJson(String(body));
	return isRecord(parsed) ? parsed : {};
}
