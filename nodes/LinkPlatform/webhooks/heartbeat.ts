import { createHmac } from 'crypto';
import { isRecord, parseJson } from '../api/envelope';
import { joinSentences, type Failure, type Words } from '../api/failure';
import { classifyNetworkCode } from '../api/failures';
import { fill, type Message } from '../api/fill';
import { networkMessages } from '../api/messages';
import type { Response } from '../api/transport';
import { heartbeatMessages, refusalMessages } from './messages';

/** Not an event of Link Platform: the trigger responds to it, but runs nothing. */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** The result of a POST to any URL: a response with any status, or why there was none. */
type Posted = Response | Failure;

/** What to do if no response came. */
const ADVICE = new Map<Message, Message>([
	[networkMessages.hostNotFound, heartbeatMessages.hostNotFound],
	[networkMessages.lookupFailed, heartbeatMessages.lookupFailed],
	[networkMessages.connectionRefused, heartbeatMessages.connectionRefused],
	[networkMessages.noTls, heartbeatMessages.wrongScheme],
	[networkMessages.expectsHttps, heartbeatMessages.wrongScheme],
	[networkMessages.untrusted, heartbeatMessages.untrusted],
]);

/** The request of a heartbeat, signed as Link Platform signs its deliveries. */
export function toHeartbeat(id: string, secret: string) {
	const body = JSON.stringify({ event: HEARTBEAT, id, timestamp: new Date().toISOString() });
	return {
		body,
		headers: {
			'Content-Type': 'application/json',
			'X-LinkPlatform-Event': HEARTBEAT,
			'X-LinkPlatform-Delivery': id,
			'X-LinkPlatform-Signature': createHmac('sha256', secret).update(body).digest('hex'),
		},
	};
}

/** Why a heartbeat did not get through, and what to do; undefined if the trigger confirmed it. */
export function getProblem(posted: Posted, url: string, id: string): string | undefined {
	const words = 'kind' in posted ? toNetworkProblem(posted) : toResponseProblem(posted, url, id);
	return words && joinSentences(words.message, words.description);
}

function toNetworkProblem({ message, details: { code = '' } }: Failure): Words {
	const advice = ADVICE.get(classifyNetworkCode(code)) ?? heartbeatMessages.noResponse;
	return { message, description: advice.message };
}

function toResponseProblem(
	{ statusCode: status, headers, body }: Response,
	url: string,
	id: string,
): Words | undefined {
	const parsed = parseJson(String(body));
	const json = isRecord(parsed) ? parsed : {};
	if (status >= 200 && status < 300) {
		return json.heartbeat === id ? undefined : fill(heartbeatMessages.notTrigger, { status });
	}
	const stated = String(json.message ?? '');
	if (status >= 300 && status < 400) return toRedirect(headers.location, url);
	if (status === 404) return toNotFound(url, /webhook.* not registered/i.test(stated));
	const refused = fill(refusalMessages.response, { reason: '' }).message;
	if (status === 401 && stated.startsWith(refused)) return heartbeatMessages.signatureRefused;
	if ([401, 403, 407].includes(status)) return fill(heartbeatMessages.loginRequired, { status });
	if ([502, 503, 504].includes(status)) return fill(heartbeatMessages.proxyFailed, { status });
	return fill(heartbeatMessages.otherStatus, { status });
}

function toRedirect(location: unknown, url: string): Words {
	const target = String(location);
	if (!URL.canParse(target, url)) return heartbeatMessages.redirectedElsewhere;
	return fill(heartbeatMessages.redirected, { address: new URL(target, url).origin });
}

function toNotFound(url: string, isOfN8n: boolean): Words {
	if (!isOfN8n) return heartbeatMessages.notN8n;
	return url.includes('/webhook-test/')
		? heartbeatMessages.testUrl
		: heartbeatMessages.notPublished;
}
