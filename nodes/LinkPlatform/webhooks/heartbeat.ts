import { createHmac } from 'crypto';
import { isRecord } from '../api/envelope';
import { joinSentences, type Failure, type Words } from '../api/failure';
import { fill, type Message } from '../api/fill';
import type { Response } from '../api/transport';
import { heartbeatMessages, refusalMessages } from './messages';

/** An event of this name is not Link Platform's: the trigger responds to it, and runs nothing. */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** What came of a POST to any URL: a response with any status, or why there was none. */
type Posted = Response | Failure;

/** What to do where no response came, by the code of the network. */
const BY_CODE: Record<string, Message> = {
	ENOTFOUND: heartbeatMessages.hostNotFound,
	EAI_AGAIN: heartbeatMessages.lookupFailed,
	ECONNREFUSED: heartbeatMessages.connectionRefused,
};

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

/** Why a heartbeat did not get through, with what to do, in words; undefined if the trigger has confirmed it. */
export function getProblem(posted: Posted, url: string, id: string): string | undefined {
	const words = 'kind' in posted ? toNetworkProblem(posted) : toResponseProblem(posted, url, id);
	return words && joinSentences(words.message, words.description);
}

function toNetworkProblem({ message, details: { code = '' } }: Failure): Words {
	const { wrongScheme, untrusted, noResponse } = heartbeatMessages;
	const isTls = /CERT|SIGN|SSL|TLS|VERIFY/.test(code);
	const isScheme = /^(EPROTO|HPE_)|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/.test(code);
	const byKind = isScheme ? wrongScheme : isTls ? untrusted : noResponse;
	return { message, description: (BY_CODE[code] ?? byKind).message };
}

function toResponseProblem(
	{ statusCode: status, headers, body }: Response,
	url: string,
	id: string,
): Words | undefined {
	const json = tryJson(String(body));
	if (status >= 200 && status < 300) {
		return json.heartbeat === id ? undefined : fill(heartbeatMessages.notTrigger, { status });
	}
	const said = String(json.message ?? '');
	if (status >= 300 && status < 400) return toRedirect(headers.location, url);
	if (status === 404) return toNotFound(url, /webhook.* not registered/i.test(said));
	const refused = fill(refusalMessages.response, { reason: '' }).message;
	if (status === 401 && said.startsWith(refused)) return heartbeatMessages.signatureRefused;
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

function tryJson(text: string): Record<string, unknown> {
	try {
		const json: unknown = JSON.parse(text);
		return isRecord(json) ? json : {};
	} catch {
		return {};
	}
}
