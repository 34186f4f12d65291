import { createHmac } from 'crypto';
import { isRecord } from '../api/envelope';
import type { Failure } from '../api/failure';
import type { Response } from '../api/transport';

/** An event of this name is not of the service: the trigger answers it, and runs nothing. */
export const HEARTBEAT = 'linkplatform.heartbeat';

/** What came of a POST to any URL: a response with any status, or why there was none. */
type Posted = Response | Failure;

/** What went wrong with a heartbeat, and what to do. */
interface Words {
	message: string;
	remedy: string;
}

const TRY_PROXY = 'Check the log of n8n and of the reverse proxy';
const CHECK_SCHEME = "Check whether 'URL' has to begin with http:// or https://";

/** What to do where no response came, by the code of the network. */
const REMEDIES: Record<string, string> = {
	ENOTFOUND: "Check the host name in 'URL', and its DNS record",
	EAI_AGAIN: "Check the host name in 'URL', and the DNS server of n8n",
	ECONNREFUSED: "Check the port in 'URL', and that n8n and its reverse proxy are running",
};

/** The request of a heartbeat, signed as the service signs its deliveries. */
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
	const words = 'kind' in posted ? toUnanswered(posted) : toAnswered(posted, url, id);
	return words && `${words.message}. ${words.remedy}`;
}

function toUnanswered({ message, details: { code = '' } }: Failure): Words {
	const isTls = /CERT|SIGN|SSL|TLS|VERIFY/.test(code);
	const isScheme = /^(EPROTO|HPE_)|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/.test(code);
	const remedy =
		REMEDIES[code] ??
		(isScheme
			? CHECK_SCHEME
			: isTls
				? 'Renew the certificate of this address: Link Platform trusts it no more than n8n does'
				: 'Check the firewall and the reverse proxy between this address and n8n');
	return { message, remedy };
}

function toAnswered({ statusCode: status, headers, body }: Response, url: string, id: string) {
	const json = tryJson(String(body));
	if (status >= 200 && status < 300) return json.heartbeat === id ? undefined : toStranger(status);
	const said = String(json.message ?? '');
	if (status >= 300 && status < 400) return toRedirect(headers.location, url);
	if (status === 404) return toNotFound(url, /webhook.* not registered/i.test(said));
	if (status === 401 && /^Delivery refused/.test(said)) {
		return {
			message: 'The trigger refused the signature (status 401)',
			remedy: "Choose the trigger's credential in this node too, and publish its workflow again",
		};
	}
	if ([401, 403, 407].includes(status)) {
		return {
			message: `Something in front of n8n asks for a login (status ${status})`,
			remedy: 'Exempt the path of webhooks from it: Link Platform cannot log in',
		};
	}
	if ([502, 503, 504].includes(status)) {
		return {
			message: `The reverse proxy does not reach n8n (status ${status})`,
			remedy: 'Check that n8n is running, and its address in the configuration of the proxy',
		};
	}
	return { message: `The URL responded with status ${status}`, remedy: TRY_PROXY };
}

function toStranger(status: number): Words {
	return {
		message: `The URL responded with status ${status}, and not as a Link Platform Trigger`,
		remedy: "Check that 'URL' is the Production URL of the trigger, and update its package",
	};
}

function toRedirect(location: unknown, url: string): Words {
	const target = String(location);
	const origin = URL.canParse(target, url) ? new URL(target, url).origin : 'another address';
	return {
		message: `The URL redirects to ${origin}, which deliveries do not follow`,
		remedy: "Set N8N_WEBHOOK_URL of n8n to the final address, publish again, and enter it in 'URL'",
	};
}

function toNotFound(url: string, isOfN8n: boolean): Words {
	if (isOfN8n && url.includes('/webhook-test/')) {
		return {
			message: 'This is the test URL, which works only while n8n listens',
			remedy: "Enter the Production URL of the trigger in 'URL'",
		};
	}
	return isOfN8n
		? {
				message: 'n8n has no published workflow at this URL (status 404)',
				remedy: "Publish the workflow again, and compare 'URL' with its Production URL",
			}
		: {
				message: 'Something in front of n8n responded with status 404',
				remedy: 'Have the reverse proxy pass on the path of webhooks to n8n',
			};
}

function tryJson(text: string): Record<string, unknown> {
	try {
		const json: unknown = JSON.parse(text);
		return isRecord(json) ? json : {};
	} catch {
		return {};
	}
}
