import { getMessage } from './envelope';
import { Failure, toFailure, type FailureDetails, type Words } from './failure';
import { fill } from './fill';
import { keyMessages, networkMessages, rateLimitMessages, responseMessages } from './messages';
import { classifyStatus } from './retry';
import { getRouteFields, type ApiRequest } from './route';
import type { Response, Transport } from './transport';

/** Error pages of web servers are short. */
const LOOKED_AT = 2_000;
/** how web servers respond to plain HTTP at a port for TLS, in their own words. */
const EXPECTS_HTTPS =
	/HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/i;

/** What to say by status, where it does not depend on the request. */
const BY_STATUS: Record<number, Words> = {
	402: responseMessages.notInPlan,
	405: responseMessages.notOffered,
	409: responseMessages.alreadyExists,
	413: responseMessages.tooLarge,
};

/** Link Platform responded, and said no: its own words first, then what to do. */
export function toHttpFailure(
	response: Response,
	body: unknown,
	request: ApiRequest,
	keyHeader: Transport['keyHeader'],
): Failure {
	const { statusCode } = response;
	const said = getMessage(body);
	const details = getDetails(response);
	const page = String(response.body).slice(0, LOOKED_AT);
	if (statusCode === 400 && !said && EXPECTS_HTTPS.test(page)) {
		return new Failure(responseMessages.expectsHttps, details, 'refused');
	}
	const kind = classifyStatus(statusCode) ?? 'refused';
	const failure = new Failure(toWords(statusCode, request, keyHeader), details, kind);
	if (!said) return failure;
	if (statusCode !== 401) return failure.reworded({ message: said });
	return failure.reworded(fill(keyMessages.rejectedBecause, { reason: said }));
}

function toWords(
	statusCode: number,
	{ isLegacy, method, route }: ApiRequest,
	keyHeader: Transport['keyHeader'],
): Words {
	if (statusCode >= 500) return fill(responseMessages.unavailable, { status: statusCode });
	if (statusCode === 401) {
		if (isLegacy) return keyMessages.rejectedByLegacy;
		return keyHeader === 'Authorization'
			? keyMessages.rejectedAsBearer
			: keyMessages.rejectedAsHeader;
	}
	if (statusCode === 403) {
		if (isLegacy) return keyMessages.cannotUseLegacy;
		return method === 'GET' ? keyMessages.cannotRead : keyMessages.cannotWrite;
	}
	if (statusCode === 404) {
		// Of an address that names no record: a list, a creation, the account.
		const namesNone = getRouteFields(route).length === 0;
		const { nothingHere, nothingHereInLegacy, notFound, notFoundInLegacy } = responseMessages;
		if (namesNone) return isLegacy ? nothingHereInLegacy : nothingHere;
		return isLegacy ? notFoundInLegacy : notFound;
	}
	return BY_STATUS[statusCode] ?? fill(responseMessages.refused, { status: statusCode });
}

/** A good status, and not JSON. */
export function toFormatFailure(response: Response): Failure {
	const start = String(response.body).trimStart();
	const { empty, webPage, invalid } = responseMessages;
	const words = start === '' ? empty : start.startsWith('<') ? webPage : invalid;
	return new Failure(words, getDetails(response), 'unknown');
}

type NetworkMessage = (typeof networkMessages)[keyof typeof networkMessages];

/** By the network's code, from the narrow to the wide: the first that fits counts. */
const NETWORK: Array<[code: RegExp, message: NetworkMessage]> = [
	[/^ECONNREFUSED$/, networkMessages.connectionRefused],
	[/^ENOTFOUND$/, networkMessages.hostNotFound],
	[/^EAI_AGAIN$/, networkMessages.lookupFailed],
	[/^(ETIMEDOUT|ECONNABORTED)$/, networkMessages.timedOut],
	[/^(ECONNRESET|EPIPE)$/, networkMessages.connectionLost],
	[/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/, networkMessages.noTls],
	[/^HPE_/, networkMessages.expectsHttps],
	[/CERT|SIGN|SSL|TLS|VERIFY/, networkMessages.untrusted],
];

/** No response came. `code` is the network's, e.g. ECONNREFUSED; `isPlain` is true for `http://`. */
export function toNetworkFailure(code: string, host: string, isPlain = false): Failure {
	if (code === 'ERR_INVALID_CHAR') return Failure.input(keyMessages.invalidCharacter);
	// What remains to be seen of plain HTTP at a port for TLS, where the server just hangs up.
	const isHungUp = isPlain && code === 'ECONNRESET';
	const [, byCode = networkMessages.connectionFailed] =
		NETWORK.find(([pattern]) => pattern.test(code)) ?? [];
	const words = isHungUp ? networkMessages.plainConnectionLost : byCode;
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// A name that does not exist will not do so in a second.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	return new Failure(fill(words, { host }), { httpCode: null, code }, kind);
}

/** What was thrown while a response was awaited or read; `code` may be anywhere in n8n's wrappers. */
export function toTransportFailure(thrown: unknown, { host, protocol }: URL): Failure {
	if (thrown instanceof Failure) return thrown;
	const isPlain = protocol === 'http:';
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// What a stream says whose connection broke off.
	if (message === 'aborted') return toNetworkFailure('ECONNRESET', host, isPlain);
	const codes = [(cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	const found = codes.find((value) => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value));
	if (found !== undefined) return toNetworkFailure(found as string, host, isPlain);
	const { description, details } = toFailure(thrown);
	return new Failure({ message: String(message), description }, details, 'refused');
}

/** A redirect that is not followed: of a write, for its body may hold secrets, or one without end. */
export function toRedirectFailure(response: Response, origin?: string): Failure {
	const { redirected, tooManyRedirects } = responseMessages;
	const words = origin === undefined ? tooManyRedirects : fill(redirected, { address: origin });
	return new Failure(words, getDetails(response), 'refused');
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
	const [seconds, maximum] = [waited, maxWait ?? 0].map((ms) => Math.round(ms / 1000));
	const { waitedTooLong, usedUp, said } = rateLimitMessages;
	const words =
		maxWait === undefined ? fill(usedUp, { seconds }) : fill(waitedTooLong, { seconds, maximum });
	const failure = new Failure(words, { httpCode: '429' }, 'waitLimit');
	return refusal ? failure.withAdvice(fill(said, { reason: refusal.message }).message) : failure;
}

function getDetails({ statusCode, headers }: Response): FailureDetails {
	const requestId = headers['x-request-id'];
	const httpCode = String(statusCode);
	return typeof requestId === 'string' ? { httpCode, requestId } : { httpCode };
}
