import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import {
	getMessage,
	getPayload,
	getRecord,
	getVerdict,
	hasId,
	isOwnFailure,
	isRecord,
} from './envelope';
import { Failure, toFailure, type FailureDetails, type Words } from './failure';
import { fill } from './fill';
import { keyMessages, networkMessages, rateLimitMessages, responseMessages } from './messages';
import type { WaitLimitExceeded } from './rateLimiter';
import { classifyStatus } from './retry';
import { getRouteFields, getWanted, type ApiRequest, type Wanted } from './route';
import type { Response } from './transport';

/** Of a page, in characters: error pages of web servers are short. */
const LOOKED_AT = 2_000;
/** In characters: a longer text is a page or a dump. */
const LONGEST_TEXT = 300;
/** In ms: a pause that nobody sits through. */
const DISTANT = 60 * 60 * 1000;

/*
 * The only words of other programs that are read. The documents show neither statuses nor codes for these refusals, and
 * failures also come with HTTP 200 (S5), so nothing else says what a refusal is about.
 */
const ABOUT_KEY =
	/\b(valid|invalid|unknown|wrong|missing|expired) api key\b(?! name)|\bapi key (is|was|has been) (not valid|invalid|required|expired|revoked|unknown|wrong)\b/i;
const ABOUT_QUOTA =
	/\bquota|\bupgrade\b|\bplan\b|maximum number|\blimit (has been |is |was )?(reached|exceeded|used up)|reached .{0,40}\blimit\b/i;
const ABOUT_SCOPES = /scope|permission|privilege|forbidden|denied|unauth|not auth|\bkey\b|token/i;
/** Values that a refusal quotes say nothing about its reason. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|«[^«»]*»|“[^“”]*”/g;
/** How web servers respond to plain HTTP at a port for TLS. */
const EXPECTS_HTTPS =
	/HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/i;

/** True if Link Platform's words say that a quota or the plan allows no more, apart from values that were sent. */
function isAboutQuota(serviceMessage: string, sent: unknown): boolean {
	const repeated = getTexts(sent).filter((value) => ABOUT_QUOTA.test(value));
	const words = serviceMessage.replace(QUOTED, '');
	return ABOUT_QUOTA.test(repeated.reduce((rest, value) => rest.replaceAll(value, ''), words));
}

/** Returns all strings in a value. */
function getTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return Object.values(Object(value) as object).flatMap(getTexts);
}

/** Returns the status that a refusal means: under HTTP 200, `error: 429` (seen: S5), or 401 if it is about the key. */
export function getStatus(statusCode: number, body: unknown): number {
	if (statusCode >= 300 || !isRecord(body)) return statusCode;
	if (Number(body.error) === 429) return 429;
	return ABOUT_KEY.test(getMessage(body)) ? 401 : statusCode;
}

const TAKES_ALIAS = /^(POST \/api\/url\/add|PUT \/api\/url\/\{linkId\}\/update)$/;

/** The words by status, if they don't depend on the request. */
const BY_STATUS: Record<number, Words> = {
	402: responseMessages.notInPlan,
	405: responseMessages.notOffered,
	409: responseMessages.alreadyExists,
	413: responseMessages.tooLarge,
};

/** Makes the failure of a refused request: Link Platform's own message first, then what to do. */
export function toHttpFailure(response: Response, body: unknown, request: ApiRequest): Failure {
	const { statusCode } = response;
	const details = getDetails(response);
	const serviceMessage = getMessage(body) || getText(response);
	const page = String(response.body).slice(0, LOOKED_AT);
	if (statusCode === 400 && !serviceMessage && EXPECTS_HTTPS.test(page)) {
		return new Failure(responseMessages.expectsHttps, details, 'refused');
	}
	const words = toStatusMessage(statusCode, request, serviceMessage, isOwnFailure(body));
	const failure = new Failure(words, details, classifyStatus(statusCode) ?? 'refused');
	if (!serviceMessage) return failure;
	const { message } = fill(keyMessages.rejectedBecause, { reason: serviceMessage });
	return failure.reworded({ message: statusCode === 401 ? message : serviceMessage });
}

/** Returns a short plain text, which some services and proxies send instead of JSON to say what they refuse. */
function getText({ statusCode, body }: Response): string {
	const text = String(body).trim();
	const isPage = /^[<{[]/.test(text) || text.length > LONGEST_TEXT;
	return statusCode === 404 || classifyStatus(statusCode) !== 'refused' || isPage ? '' : text;
}

function toStatusMessage(
	statusCode: number,
	{ isLegacy, method, route, body }: ApiRequest,
	serviceMessage: string,
	isOwn: boolean,
): Words {
	if (classifyStatus(statusCode) === 'unknown')
		return fill(responseMessages.unavailable, { status: statusCode });
	if (statusCode === 401) return isLegacy ? keyMessages.rejectedByLegacy : keyMessages.rejected;
	if (statusCode === 404) {
		const { notFound, notFoundInLegacy, nothingHere, nothingHereInLegacy } = responseMessages;
		// A proxy's 404 says nothing about a record, and the address of a list, a creation or the account names none.
		const isAboutRecord = isOwn && getRouteFields(route).length > 0;
		if (isLegacy) return isAboutRecord ? notFoundInLegacy : nothingHereInLegacy;
		return isAboutRecord ? notFound : nothingHere;
	}
	if (isAboutQuota(serviceMessage, body)) return responseMessages.notInPlan;
	if (statusCode === 403) {
		if (serviceMessage && !ABOUT_SCOPES.test(serviceMessage)) return keyMessages.otherReason;
		if (isLegacy) return keyMessages.cannotUseLegacy;
		return method === 'GET' ? keyMessages.cannotRead : keyMessages.cannotWrite;
	}
	if (statusCode === 409 && TAKES_ALIAS.test(route) && body?.alias !== undefined) {
		return responseMessages.aliasTaken;
	}
	return BY_STATUS[statusCode] ?? fill(responseMessages.refused, { status: statusCode });
}

/** Fields that prove the response to a request without an ID: no other response has them. */
const PROOFS: Partial<Record<Wanted, string[]>> = {
	account: ['email', 'plan', 'planId', 'planid', 'username', 'registered'],
	usage: ['urls', 'clicks', 'qrs', 'bios', 'domains'],
	statistics: ['totalClicks', 'uniqueVisitors', 'topCountry', 'topReferrer', 'topBrowser'],
};

/**
 * Returns why a response doesn't prove what the request asked for; undefined if it does. Lists are proved by `readPage`,
 * the entries of a batch by `readEntry`.
 */
export function getDoubt(body: unknown, { method, route }: ApiRequest): Failure | undefined {
	const wanted = getWanted(route);
	if (wanted === 'batch') return undefined;
	const isDone = body === undefined || getVerdict(body) === 'done';
	const record = getRecord(body);
	const { noRecord, noNewRecord, notConfirmed } = responseMessages;
	if (wanted === 'creation') {
		const isMade = record ? hasId(record) : isDone && getMessage(body) !== '';
		return isMade ? undefined : toUnproved(noNewRecord, body);
	}
	const isProof = (name: string) => (record?.[name] ?? undefined) !== undefined;
	if (record && (isDone || hasId(record) || PROOFS[wanted]?.some(isProof))) return undefined;
	if (method === 'GET') return toUnproved(noRecord, body);
	return isDone ? undefined : toUnproved(notConfirmed, body);
}

/**
 * Returns what one entry of a batch says of its row: the record that was made, or why none was. Undefined if it proves
 * neither.
 */
export function readEntry(entry: unknown): IDataObject | Failure | undefined {
	if (getVerdict(entry) === 'refused') {
		const { message, description } = responseMessages.entryRefused;
		return Failure.refused({ message: getMessage(entry) || message, description });
	}
	const record = getPayload(entry);
	return isRecord(record) && hasId(record) ? record : undefined;
}

/** Makes the failure of a response that doesn't prove what was asked for, in these words and its own. */
export function toUnproved(
	{ message, description }: Words,
	body: unknown,
	serviceMessage = getMessage(body),
): Failure {
	const whole = serviceMessage ? `${message}: ${serviceMessage}` : message;
	return Failure.unusable({ message: whole, description });
}

/** Makes the failure of a response with a good status that isn't JSON. */
export function toFormatFailure(response: Response): Failure {
	const start = String(response.body).trimStart();
	const { empty, webPage, invalid } = responseMessages;
	const words = start === '' ? empty : start.startsWith('<') ? webPage : invalid;
	return new Failure(words, getDetails(response), 'unknown');
}

type NetworkMessage = (typeof networkMessages)[keyof typeof networkMessages];

/** The message by the network's code: the first match counts. */
const NETWORK_CODES: Array<[code: RegExp, message: NetworkMessage]> = [
	[/^ECONNREFUSED$/, networkMessages.connectionRefused],
	[/^ENOTFOUND$/, networkMessages.hostNotFound],
	[/^EAI_AGAIN$/, networkMessages.lookupFailed],
	[/^(ETIMEDOUT|ECONNABORTED)$/, networkMessages.timedOut],
	[/^(ECONNRESET|EPIPE)$/, networkMessages.connectionLost],
	[/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/, networkMessages.noTls],
	[/^HPE_/, networkMessages.expectsHttps],
	[/CERT|SIGN|SSL|TLS|VERIFY/, networkMessages.untrusted],
];

/** Makes the failure of a request without a response, by the network's code. `isPlain` is true for `http://`. */
export function toNetworkFailure(code: string, host: string, isPlain = false): Failure {
	if (code === 'ERR_INVALID_CHAR') return Failure.input(keyMessages.invalidCharacter);
	const { connectionFailed, plainConnectionLost } = networkMessages;
	const [, message = connectionFailed] =
		NETWORK_CODES.find(([pattern]) => pattern.test(code)) ?? [];
	// Some servers just hang up on plain HTTP at a port for TLS.
	const words = isPlain && code === 'ECONNRESET' ? plainConnectionLost : message;
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// A name that doesn't exist won't exist a second later.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	const details = { httpCode: null, code, reason: 'unreachable' };
	return new Failure(fill(words, { host }), details, kind);
}

/** Makes the failure of anything thrown before a response was read; n8n's wrappers have `code` in several places. */
export function toTransportFailure(thrown: unknown, { host, protocol }: URL): Failure {
	if (thrown instanceof Failure) return thrown;
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// The error of a stream whose connection was lost.
	const aborted = message === 'aborted' ? 'ECONNRESET' : undefined;
	const codes = [aborted, (cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	const found = codes.find((value) => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value));
	if (found !== undefined) return toNetworkFailure(String(found), host, protocol === 'http:');
	const { description, details } = toFailure(thrown);
	return new Failure({ message: String(message), description }, details, 'refused');
}

type RedirectMessage = (typeof responseMessages)['redirected' | 'refusedElsewhere'];

/** Makes the failure of a redirect that isn't followed; without `origin`, because there were too many. */
export function toRedirectFailure(
	response: Response,
	origin?: string,
	message: RedirectMessage = responseMessages.redirected,
): Failure {
	const words =
		origin === undefined ? responseMessages.tooManyRedirects : fill(message, { address: origin });
	return new Failure(words, getDetails(response), 'refused');
}

/**
 * Makes the failure of a request that would have to wait for the rate limit longer than allowed. `waited` and `maxWait`
 * are in ms; `maxWait` is undefined if the caller had less time than the credential allows.
 */
export function toWaitLimitFailure(
	waited: number,
	maxWait: number | undefined,
	{ until, refusal }: Pick<WaitLimitExceeded, 'until' | 'refusal'>,
): Failure {
	const words = toWaitLimitWords(Math.round(waited / 1000), maxWait, until);
	const failure = new Failure(words, { httpCode: '429' }, 'waitLimit');
	if (!refusal) return failure;
	return failure.withAdvice(fill(responseMessages.said, { reason: refusal.message }).message);
}

function toWaitLimitWords(seconds: number, maxWait: number | undefined, until: number): Words {
	const { waitedTooLong, usedUp, closed } = rateLimitMessages;
	if (until - Date.now() > DISTANT) {
		const time = DateTime.fromMillis(until, { zone: 'UTC' }).toFormat('yyyy-MM-dd HH:mm');
		return fill(closed, { time });
	}
	if (maxWait === undefined) return fill(usedUp, { seconds });
	return fill(waitedTooLong, { seconds, maximum: Math.round(maxWait / 1000) });
}

function getDetails({ statusCode, headers }: Response): Omit<FailureDetails, 'reason'> {
	const requestId = headers['x-request-id'];
	const httpCode = String(statusCode);
	return typeof requestId === 'string' ? { httpCode, requestId } : { httpCode };
}
