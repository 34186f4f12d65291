import { getMessage } from './envelope';
import { Failure, type FailureDetails } from './failure';
import {
	CHECK_API_URL,
	CHECK_ID,
	CHECK_KEY,
	CHECK_LEGACY_KEY,
	CHECK_LEGACY_URL,
	CHECK_NETWORK_AND_TLS,
	CHECK_READ_SCOPE,
	CHECK_WRITE_SCOPE,
	FULL_ACCESS,
	KEY_REFUSED,
	NETWORK_FAULTS,
	NOTHING_THERE,
	NO_CONTENT,
	NO_JSON,
	NO_TLS,
	ONLY_TLS,
	ONLY_TLS_TITLE,
	ONLY_TLS_WORDS,
	OTHER_FAULT,
	REMEDIES,
	TITLES,
	TRY_IN_A_MINUTE,
	TRY_LATER,
	UNTRUSTED,
	WEB_PAGE,
	type Fault,
} from './messages';
import { classifyStatus } from './retry';
import { getRouteFields, type ApiRequest } from './route';
import type { Response, Transport } from './transport';

/** Error pages of web servers are short. */
const LOOKED_AT = 2_000;

/** The service responded, and said no: its own words first, then what to do. */
export function toHttpFailure(
	response: Response,
	body: unknown,
	request: ApiRequest,
	keyHeader: Transport['keyHeader'],
): Failure {
	const { statusCode } = response;
	const said = getMessage(body);
	if (
		statusCode === 400 &&
		!said &&
		ONLY_TLS_WORDS.test(String(response.body).slice(0, LOOKED_AT))
	) {
		return new Failure(ONLY_TLS_TITLE, ONLY_TLS.remedy, getDetails(response), 'refused');
	}
	const isBroken = statusCode >= 500;
	const title = isBroken
		? `The service is out of order and answered with status ${statusCode}`
		: (TITLES[statusCode] ?? `The service refused the request with status ${statusCode}`);
	const isMissing = statusCode === 404 && getRouteFields(request.route).length === 0;
	const words = said || (isMissing ? NOTHING_THERE : title);
	const message = statusCode === 401 ? `${KEY_REFUSED}${said ? `: ${said}` : ''}` : words;
	const kind = classifyStatus(statusCode) ?? 'refused';
	const remedy = isBroken ? TRY_LATER : toRemedy(statusCode, request, keyHeader);
	return new Failure(message, remedy, getDetails(response), kind);
}

function toRemedy(
	statusCode: number,
	request: ApiRequest,
	keyHeader: Transport['keyHeader'],
): string {
	const { isLegacy, method, route } = request;
	if (statusCode === 401) return isLegacy ? CHECK_LEGACY_KEY : CHECK_KEY[keyHeader];
	if (statusCode === 403 && isLegacy) return FULL_ACCESS;
	if (statusCode === 403) return method === 'GET' ? CHECK_READ_SCOPE : CHECK_WRITE_SCOPE;
	if (statusCode === 404) return toMissingRemedy(request, getRouteFields(route).length === 0);
	return REMEDIES[statusCode] ?? REMEDIES[400];
}

/** What to do where nothing was found: the record, the address, or the whole legacy API may be missing. */
function toMissingRemedy({ isLegacy }: ApiRequest, isMissing: boolean): string {
	if (isMissing) return isLegacy ? CHECK_LEGACY_URL : CHECK_API_URL;
	return isLegacy ? `${CHECK_ID}. ${CHECK_LEGACY_URL}` : CHECK_ID;
}

/** A good status, and not JSON. */
export function toFormatFailure(response: Response): Failure {
	const start = String(response.body).trimStart();
	const isPage = start.startsWith('<');
	const { message, remedy } = start === '' ? NO_CONTENT : isPage ? WEB_PAGE : NO_JSON;
	return new Failure(message, remedy, getDetails(response), 'unknown');
}

/** No response came. `code` is the network's, e.g. ECONNREFUSED; `isPlain` is true for `http://`. */
export function toNetworkFailure(code: string, host: string, isPlain = false): Failure {
	if (code === 'ERR_INVALID_CHAR') {
		return Failure.input(
			'The API key or another header of the request holds a character that cannot be sent',
			"Enter 'API Key' in the credential anew, without line breaks and spaces",
		);
	}
	const { reason, remedy } = NETWORK_FAULTS[code] ?? toFault(code);
	const advice = isPlain && code === 'ECONNRESET' ? CHECK_NETWORK_AND_TLS : remedy;
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// A name that does not exist will not do so in a second.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	return new Failure(`No answer from ${host}: ${reason}`, advice, { httpCode: null, code }, kind);
}

function toFault(code: string): Fault {
	if (/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/.test(code)) return NO_TLS;
	if (code.startsWith('HPE_')) return ONLY_TLS;
	return /CERT|SIGN|SSL|TLS|VERIFY/.test(code) ? UNTRUSTED : OTHER_FAULT;
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

/**
 * The time to wait is used up: how long was waited, and what to do. `maxWait` is what the credential allows;
 * undefined where the caller had less time. The run adds how far it came.
 */
export function toWaitLimitFailure(
	waited: number,
	maxWait: number | undefined,
	refusal?: Failure,
): Failure {
	const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
	const said = refusal ? `. Link Platform said: ${refusal.message}` : '';
	const remedy =
		maxWait === undefined
			? TRY_IN_A_MINUTE
			: `Increase 'Max Wait (Seconds)' under 'Advanced' in the credential (now ${seconds(maxWait)}), or send fewer items per run. With 'On Error' set to continue, finished items are kept`;
	return new Failure(
		`Stopped after waiting ${seconds(waited)} for the rate limit`,
		`${remedy}${said}`,
		{ httpCode: '429' },
		'waitLimit',
	);
}

function getDetails({ statusCode, headers }: Response): FailureDetails {
	const requestId = headers['x-request-id'];
	const httpCode = String(statusCode);
	return typeof requestId === 'string' ? { httpCode, requestId } : { httpCode };
}
