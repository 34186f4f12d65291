import { messageOf } from './envelope';
import { Failure } from './failure';
import type { FailureDetails } from './failure';
import type { Response } from './client';

const ADVICE: Record<number, string> = {
	400: 'Check the values of this item',
	401: "Check 'API Key' and 'Send Key As' in the credential; the key may have been replaced or have expired",
	402: 'The plan of this account does not include this, or a quota is used up; see Account > Get Usage',
	403: 'The key lacks the scope for this, or the plan of this account does not include it; create a key with the scope, or one without any scopes (full access)',
	404: 'Check the ID; Get Many shows the records that exist',
	405: "Check 'API URL' in the credential; this service does not offer the operation",
	409: 'A record with this name, alias or slug exists already; choose another or update that one',
	413: 'Send less at a time: a smaller file, or a smaller batch',
	422: 'Check the values of this item',
};

const TITLES: Record<number, string> = {
	401: 'The service did not accept the API key',
	403: 'The service does not allow this with the present API key',
	404: 'The service does not know this record',
	429: 'The rate limit of the service is used up',
};

/** Added to whatever leaves it open whether the service did what it was asked. */
export const LOOK_FIRST =
	'The request may have been carried out all the same: look before you repeat it';

/** The service answered, and said no: its own words first, then what to do. */
export function refusal({ statusCode, headers }: Response, body: unknown): Failure {
	const said = messageOf(body);
	const title = TITLES[statusCode] ?? `The service refused the request with status ${statusCode}`;
	const message = statusCode === 401 && said ? `${title}: ${said}` : said || title;
	const isBroken = statusCode >= 500;
	const advice = isBroken
		? 'The service has trouble of its own; try again later'
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
			'The service answered with nothing where a record was expected',
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
	const reason =
		reasons[code] ??
		(/CERT|SIGNED|SSL|TLS/.test(code)
			? 'its certificate is not trusted'
			: 'the connection did not work');
	if (code === 'ERR_INVALID_CHAR') {
		return Failure.input(
			'The API key or another header of the request holds a character that cannot be sent',
			"Enter 'API Key' in the credential anew, without line breaks and spaces",
		);
	}
	const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
	const advice = isUnreachable
		? "Check 'API URL' in the credential, and that n8n can reach it"
		: "Try again, or raise 'Timeout' in 'Options'";
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
