import { getMessage } from './envelope';
import { Failure, type FailureDetails } from './failure';
import { classifyStatus } from './retry';
import type { Response } from './transport';

const REMEDIES: Record<number, string> = {
	400: 'Correct the value that the service names; if it names none, check all fields of the node',
	401: "Check 'API Key' and 'Send Key As' in the credential; the key may have been replaced or have expired",
	402: 'The plan of this account does not include this, or a quota is used up; see Account > Get Usage',
	403: 'The key lacks the scope for this, or the plan of this account does not include it; create a key with the scope, or one without any scopes (full access)',
	404: 'Check the ID; Get Many shows the records that exist',
	405: "Check 'API URL' in the credential; this service does not offer the operation",
	409: 'A record with this name, alias or slug exists already; choose another or update that one',
	413: 'Send less at a time: a smaller file, or a smaller batch',
};

const TITLES: Record<number, string> = {
	403: 'The service does not allow this with the present API key',
	404: 'The service does not know this record',
};

interface Words {
	message: string;
	remedy: string;
}

const KEY_REFUSED = 'The service did not accept the API key';
const TRY_LATER = 'Try again later; if it stays so, ask the support of the service';

const NO_CONTENT: Words = {
	message: 'The service answered with nothing at all',
	remedy: "Try again; if it stays so, check 'API URL' in the credential",
};
const WEB_PAGE: Words = {
	message: 'The service answered with a web page instead of JSON',
	remedy:
		"Check 'API URL' in the credential: it must be the address of the API, not of the website or a login page",
};
const NO_JSON: Words = {
	message: 'The answer of the service is cut off or not JSON',
	remedy: 'Try again; a proxy between n8n and the service may have broken the connection',
};

const CHECK_ADDRESS = "Check 'API URL' in the credential, and that n8n can reach it";
const ALLOW_MORE_TIME = "Try again; in the action node, 'Timeout' in 'Options' can be raised";
const CHECK_NETWORK = 'Try again; if it stays so, check the network between n8n and the service';

interface Fault {
	reason: string;
	remedy: string;
}

const TOO_LATE: Fault = { reason: 'it took too long', remedy: ALLOW_MORE_TIME };
const BROKEN_OFF: Fault = { reason: 'the connection broke off', remedy: CHECK_NETWORK };
const OTHER_FAULT: Fault = { reason: 'the connection did not work', remedy: CHECK_NETWORK };
const UNTRUSTED: Fault = {
	reason: 'its certificate is not trusted',
	remedy: 'Have the certificate of the server renewed, or make n8n trust it',
};

const NETWORK_FAULTS: Record<string, Fault> = {
	ECONNREFUSED: { reason: 'nothing listens at that address', remedy: CHECK_ADDRESS },
	ENOTFOUND: { reason: 'there is no server of that name', remedy: CHECK_ADDRESS },
	EAI_AGAIN: {
		reason: 'the name of the server could not be looked up',
		remedy: CHECK_ADDRESS,
	},
	ETIMEDOUT: TOO_LATE,
	ECONNABORTED: TOO_LATE,
	ECONNRESET: BROKEN_OFF,
	EPIPE: BROKEN_OFF,
};

/** Added to whatever leaves it open whether the service did what it was asked. */
export const LOOK_FIRST =
	'The request may have been carried out all the same: look before you repeat it';

/** The service responded, and said no: its own words first, then what to do. */
export function toHttpFailure(response: Response, body: unknown): Failure {
	const { statusCode } = response;
	const said = getMessage(body);
	const isBroken = statusCode >= 500;
	const title = isBroken
		? `The service is out of order and answered with status ${statusCode}`
		: (TITLES[statusCode] ?? `The service refused the request with status ${statusCode}`);
	const message = statusCode === 401 ? `${KEY_REFUSED}${said ? `: ${said}` : ''}` : said || title;
	const remedy = isBroken ? TRY_LATER : (REMEDIES[statusCode] ?? REMEDIES[400]);
	const kind = classifyStatus(statusCode) ?? 'refused';
	return new Failure(message, remedy, getDetails(response), kind);
}

/** A good status, and not JSON. */
export function toFormatFailure(response: Response): Failure {
	const start = String(response.body).trimStart();
	const isPage = start.startsWith('<');
	const { message, remedy } = start === '' ? NO_CONTENT : isPage ? WEB_PAGE : NO_JSON;
	return new Failure(message, remedy, getDetails(response), 'unknown');
}

/** No response came. `code` is the network's, e.g. ECONNREFUSED. */
export function toNetworkFailure(code: string, host: string): Failure {
	if (code === 'ERR_INVALID_CHAR') {
		return Failure.input(
			'The API key or another header of the request holds a character that cannot be sent',
			"Enter 'API Key' in the credential anew, without line breaks and spaces",
		);
	}
	const unnamed = /CERT|SIGNED|SSL|TLS/.test(code) ? UNTRUSTED : OTHER_FAULT;
	const { reason, remedy } = NETWORK_FAULTS[code] ?? unnamed;
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// A name that does not exist will not do so in a second.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	return new Failure(`No answer from ${host}: ${reason}`, remedy, { httpCode: null, code }, kind);
}

/** A redirect that is not followed: of a write, for its body may hold secrets, or one without end. */
export function toRedirectFailure(response: Response, origin?: string): Failure {
	const details = getDetails(response);
	if (origin === undefined) {
		return new Failure(
			'The service sends this request on in a circle',
			"Check 'API URL' in the credential",
			details,
			'refused',
		);
	}
	return new Failure(
		`The service sends this request on to ${origin}, and it was not sent there`,
		"If that address is right, enter it as 'API URL' in the credential",
		details,
		'refused',
	);
}

/** `maxWait` is used up: how long was waited, and what to set. The run adds how far it came. */
export function toWaitLimitFailure(waited: number, maxWait: number, refusal?: Failure): Failure {
	const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
	const said = refusal ? `. The service said: ${refusal.message}` : '';
	return new Failure(
		`Stopped after ${seconds(waited)} of waiting for the rate limit of the service`,
		`Raise 'Max Wait' in 'Options' (now ${seconds(maxWait)}), or send fewer items per run. With 'On Error' set to continue, finished items are kept${said}`,
		{ httpCode: '429' },
		'waitLimit',
	);
}

function getDetails({ statusCode, headers }: Response): FailureDetails {
	const requestId = headers['x-request-id'];
	const httpCode = String(statusCode);
	return typeof requestId === 'string' ? { httpCode, requestId } : { httpCode };
}
