import { createHmac } from 'crypto';
import { isRecord } from '../api/envelope';
import { joinSentences, type Failure, type Words } from '../api/failure';
import type { Response } from '../api/transport';
import { heartbeats, refusals } from './messages';

/** An event of this name is not Link Platform's: the trigger responds to it, and runs nothing. */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** What came of a POST to any URL: a response with any status, or why there was none. */
type Posted = Response | Failure;

/** What to do where no response came, by the code of the network. */
const BY_CODE: Record<string, string> = {
	ENOTFOUND: heartbeats.hostNotFound,
	EAI_AGAIN: heartbeats.lookupFailed,
	ECONNREFUSED: heartbeats.connectionRefused,
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
	const { wrongScheme, untrusted, noResponse } = heartbeats;
	const isTls = /CERT|SIGN|SSL|TLS|VERIFY/.test(code);
	const isScheme = /^(EPROTO|HPE_)|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/.test(code);
	const byKind = isScheme ? wrongScheme : isTls ? untrusted : noResponse;
	return { message, description: BY_CODE[code] ?? byKind };
}

function toResponseProblem(
	{ statusCode: status, headers, body }: Response,
	url: string,
	id: string,
): Words | undefined {
	const json = tryJson(String(body));
	if (status >= 200 && status < 300) {
		return json.heartbeat === id ? undefined : heartbeats.notTrigger(status);
	}
	const said = String(json.message ?? '');
	if (status >= 300 && status < 400) return toRedirect(headers.location, url);
	if (status === 404) return toNotFound(url, /webhook.* not registered/i.test(said));
	if (status === 401 && said.startsWith(refusals.response(''))) return heartbeats.signatureRefused;
	if ([401, 403, 407].includes(status)) return heartbeats.loginRequired(status);
	if ([502, 503, 504].includes(status)) return heartbeats.proxyFailed(status);
	return heartbeats.otherStatus(status);
}

function toRedirect(location: unknown, url: string): Words {
	const target = String(location);
	if (!URL.canParse(target, url)) return heartbeats.redirectedElsewhere;
	return heartbeats.redirected(new URL(target, url).origin);
}

function toNotFound(url: string, isOfN8n: boolean): Words {
	if (!isOfN8n) return heartbeats.notN8n;
	return url.includes('/webhook-test/') ? heartbeats.testUrl : heartbeats.notPublished;
}

function tryJson(text: string): Record<string, unknown> {
	try {
		const json: unknown = JSON.parse(text);
		return isRecord(json) ? json : {};
	} catch {
		return {};
	}
}
