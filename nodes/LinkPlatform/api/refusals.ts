import { messageOf } from './envelope';
import { Failure } from './failure';
import type { FailureDetails } from './failure';
import type { Response } from './connection';

const ADVICE: Record<number, string> = {
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

const CHECK_ADDRESS = "Check 'API URL' in the credential, and that n8n can reach it";
const ALLOW_MORE_TIME = "Try again; in the action node, 'Timeout' in 'Options' can be raised";

const NETWORK_ADVICE: Record<string, string> = {
	ECONNREFUSED: CHECK_ADDRESS,
	ENOTFOUND: CHECK_ADDRESS,
	EAI_AGAIN: CHECK_ADDRESS,
	ETIMEDOUT: ALLOW_MORE_TIME,
	ECONNABORTED: ALLOW_MORE_TIME,
};

/** Added to whatever leaves it open whether the service did what it was asked. */
export const LOOK_FIRST =
	'The request may have been carried out all the same: look before you repeat it';

/** The service answered, and said no: its own words first, then what to do. */
export function refusal({ statusCode, headers }: Response, body: unknown): Failure {
	const said = messageOf(body);
	const isBroken = statusCode >= 500;
	const title = isBroken
		? `The service is out of order and answered with status ${statusCode}`
		: (TITLES[statusCode] ?? `The service refused the request with status ${statusCode}`);
	const message =
		statusCode === 401
			? `The service did not accept the API key${said ? `: ${said}` : ''}`
			: said || title;
	const advice = isBroken
		? 'Try again later; if it stays so, ask the support of the service'
		: (ADVICE[statusCode] ?? ADVICE[400]);
	return new Failure(
		message,
		advice,
		detailsOf(statusCode, headers),
		isBroken ? 'lost' : 'refusal',
	);
}

/** An answer that should be JSON and is not. */
export function notJson({ statusCode, headers, body }: Response): Failure {
	const details = detailsOf(statusCode, headers);
	const start = String(body).trimStart();
	if (start === '') {
		return new Failure(
			'The service answered with nothing at all',
			"Try again; if it stays so, check 'API URL' in the credential",
			details,
		);
	}
	if (start.startsWith('<')) {
		return new Failure(
			'The service answered with a web page instead of JSON',
			"Check 'API URL' in the credential: it must be the address of the API, not of the website or a login page",
			details,
		);
	}
	return new Failure(
		'The answer of the service is cut off or not JSON',
		'Try again; a proxy between n8n and the service may have broken the connection',
		details,
	);
}

/** No answer came. `code` is the network's, e.g. ECONNREFUSED. */
export function networkFailure(code: string, host: string): Failure {
	const reasons: Record<string, string> = {
		ECONNREFUSED: 'nothing listens at that address',
		ENOTFOUND: 'there is no server of that name',
		EAI_AGAIN: 'the name of the server could not be looked up',
		ETIMEDOUT: 'it took too long',
		ECONNABORTED: 'it took too long',
		ECONNRESET: 'the connection broke off',
		EPIPE: 'the connection broke off',
	};
	if (code === 'ERR_INVALID_CHAR') {
		return Failure.input(
			'The API key or another header of the request holds a character that cannot be sent',
			"Enter 'API Key' in the credential anew, without line breaks and spaces",
		);
	}
	const isUntrusted = /CERT|SIGNED|SSL|TLS/.test(code);
	const reason =
		reasons[code] ??
		(isUntrusted ? 'its certificate is not trusted' : 'the connection did not work');
	const advice = isUntrusted
		? 'Have the certificate of the server renewed, or make n8n trust it'
		: (NETWORK_ADVICE[code] ??
			'Try again; if it stays so, check the network between n8n and the service');
	return new Failure(`No answer from ${host}: ${reason}`, advice, { httpCode: null, code });
}

/** A write was sent elsewhere by the service; it is not followed, for its body may hold secrets. */
export function unexpectedRedirect({ statusCode, headers }: Response, origin: string): Failure {
	return new Failure(
		`The service sends this request on to ${origin}, and it was not sent there`,
		"If that address is right, enter it as 'API URL' in the credential",
		detailsOf(statusCode, headers),
	);
}

/** `maxWait` is used up: how long was waited, and what to set. The run adds how far it came. */
export function limitOutlasted(waited: number, maxWait: number): Failure {
	const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
	return new Failure(
		`Stopped after ${seconds(waited)} of waiting for the rate limit of the service`,
		`Raise 'Max Wait' in 'Options' (now ${seconds(maxWait)}), or send fewer items per run. With 'On Error' set to continue, finished items are kept`,
		{ httpCode: '429' },
		'outOfTime',
	);
}

function detailsOf(statusCode: number, headers: Response['headers']): FailureDetails {
	const requestId = headers['x-request-id'];
	return {
		httpCode: String(statusCode),
		...(typeof requestId === 'string' ? { requestId } : {}),
	};
}
