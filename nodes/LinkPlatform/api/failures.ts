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
/** In characters: a longer one is a page or a dump. */
const LONGEST_TEXT = 300;
/** In ms: a pause that nobody sits through. */
const DISTANT = 60 * 60 * 1000;
/** How web servers respond to plain HTTP at a port for TLS. */
const EXPECTS_HTTPS =
	/HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/i;

const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|«[^«»]*»|“[^“”]*”/g;
const ABOUT_QUOTA =
	/\bquota|\bupgrade\b|\bplan\b|maximum number|\blimit (has been |is |was )?(reached|exceeded|used up)|reached .{0,40}\blimit\b/i;
const ABOUT_SCOPES = /scope|permission|privilege|forbidden|denied|unauth|not auth|\bkey\b|token/i;

const TAKES_ALIAS = /^(POST \/api\/url\/add|PUT \/api\/url\/\{linkId\}\/update)$/;

/** By status, for those whose message does not depend on the request. */
const BY_STATUS: Record<number, Words> = {
	402: responseMessages.notInPlan,
	405: responseMessages.notOffered,
	409: responseMessages.alreadyExists,
	413: responseMessages.tooLarge,
};

/** Link Platform refused the request: its own message first, then what to do. */
export function toHttpFailure(response: Response, body: unknown, request: ApiRequest): Failure {
	const { statusCode } = response;
	const said = getMessage(body) || getText(response);
	const details = getDetails(response);
	const page = String(response.body).slice(0, LOOKED_AT);
	if (statusCode === 400 && !said && EXPECTS_HTTPS.test(page)) {
		return new Failure(responseMessages.expectsHttps, details, 'refused');
	}
	const kind = classifyStatus(statusCode) ?? 'refused';
	// A proxy's 404 says nothing about a record.
	const isOwn = isOwnFailure(body);
	const words = toStatusMessage(statusCode, request, said, isOwn);
	const failure = new Failure(words, details, kind);
	if (!said) return failure;
	if (statusCode !== 401) return failure.reworded({ message: said });
	return failure.reworded(fill(keyMessages.rejectedBecause, { reason: said }));
}

/** A short plain text, which some services and proxies send instead of JSON to say what they refuse. */
function getText({ statusCode, body }: Response): string {
	const text = String(body).trim();
	const isPage = /^[<{[]/.test(text) || text.length > LONGEST_TEXT;
	return statusCode === 404 || classifyStatus(statusCode) !== 'refused' || isPage ? '' : text;
}

function toStatusMessage(
	statusCode: number,
	{ isLegacy, method, route, body }: ApiRequest,
	said: string,
	isOwn: boolean,
): Words {
	const { unavailable, nothingHere, nothingHereInLegacy } = responseMessages;
	if (classifyStatus(statusCode) === 'unknown') return fill(unavailable, { status: statusCode });
	if (statusCode === 401) return isLegacy ? keyMessages.rejectedByLegacy : keyMessages.rejected;
	if (statusCode === 403 && said && !isAboutQuota(said) && !ABOUT_SCOPES.test(said)) {
		return keyMessages.otherReason;
	}
	if (statusCode === 403 && !isAboutQuota(said)) {
		if (isLegacy) return keyMessages.cannotUseLegacy;
		return method === 'GET' ? keyMessages.cannotRead : keyMessages.cannotWrite;
	}
	if (statusCode === 404) {
		// The address of a list, a creation or the account names none.
		const isRecord = isOwn && getRouteFields(route).length > 0;
		if (!isRecord) return isLegacy ? nothingHereInLegacy : nothingHere;
		return isLegacy ? responseMessages.notFoundInLegacy : responseMessages.notFound;
	}
	if (isAboutQuota(said)) return responseMessages.notInPlan;
	if (statusCode === 409 && TAKES_ALIAS.test(route) && body?.alias !== undefined) {
		return responseMessages.aliasTaken;
	}
	return BY_STATUS[statusCode] ?? fill(responseMessages.refused, { status: statusCode });
}

/** Whether Link Platform's own words say that a quota or the plan allows no more; quoted values don't count. */
export function isAboutQuota(said: string): boolean {
	return ABOUT_QUOTA.test(said.replace(QUOTED, ''));
}

/** Fields that only the answer to such a request has, where it has no ID: they prove it. */
const PROOFS: Partial<Record<Wanted, string[]>> = {
	account: ['email', 'plan', 'planId', 'planid', 'username', 'registered'],
	usage: ['urls', 'clicks', 'qrs', 'bios', 'domains'],
	statistics: ['totalClicks', 'uniqueVisitors', 'topCountry', 'topReferrer', 'topBrowser'],
};

/**
 * Why a response doesn't prove what the request asked for; undefined if it does. Lists are proved by `readPage`, the
 * entries of a batch by `readEntry`.
 */
export function getDoubt(body: unknown, { method, route }: ApiRequest): Failure | undefined {
	const wanted = getWanted(route);
	if (wanted === 'batch') return undefined;
	const isDone = body === undefined || getVerdict(body) === 'done';
	const record = getRecord(body);
	const isThere = record && (isDone || hasId(record) || provesBy(record, PROOFS[wanted]));
	if (isThere) return undefined;
	const { noRecord, noNewRecord, notConfirmed } = responseMessages;
	if (method === 'GET') return toUnproved(noRecord, body);
	const saysWhat = isDone && getMessage(body) !== '';
	if (wanted === 'creation' && !saysWhat) return toUnproved(noNewRecord, body);
	return isDone ? undefined : toUnproved(notConfirmed, body);
}

function provesBy(record: IDataObject, names: string[] = []): boolean {
	return names.some((name) => record[name] !== undefined && record[name] !== null);
}

/**
 * What one entry of a batch says of its row: the record that was made, or why none was. Undefined if it proves neither.
 */
export function readEntry(entry: unknown): IDataObject | Failure | undefined {
	if (getVerdict(entry) === 'refused') {
		const message = getMessage(entry) || responseMessages.entryRefused.message;
		const { description } = responseMessages.entryRefused;
		return Failure.refused({ message, description });
	}
	const record = getPayload(entry);
	return isRecord(record) && hasId(record) ? record : undefined;
}

/** A response that doesn't prove what was asked for, in these words and its own. */
export function toUnproved(words: Words, body: unknown, said = getMessage(body)): Failure {
	const { message, description } = words;
	return Failure.unusable({ message: said ? `${message}: ${said}` : message, description });
}

/** A good status, but not JSON. */
export function toFormatFailure(response: Response): Failure {
	const start = String(response.body).trimStart();
	const { empty, webPage, invalid } = responseMessages;
	const words = start === '' ? empty : start.startsWith('<') ? webPage : invalid;
	return new Failure(words, getDetails(response), 'unknown');
}

type NetworkMessage = (typeof networkMessages)[keyof typeof networkMessages];

/** By the network's code: the first match counts. */
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

/** No response came. `isPlain` is true for `http://`. */
export function toNetworkFailure(code: string, host: string, isPlain = false): Failure {
	if (code === 'ERR_INVALID_CHAR') return Failure.input(keyMessages.invalidCharacter);
	// Some servers just hang up on plain HTTP at a port for TLS.
	const isHungUp = isPlain && code === 'ECONNRESET';
	const [, message = networkMessages.connectionFailed] =
		NETWORK_CODES.find(([pattern]) => pattern.test(code)) ?? [];
	const words = isHungUp ? networkMessages.plainConnectionLost : message;
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// A name that does not exist won't exist a second later.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	const details = { httpCode: null, code, reason: 'unreachable' };
	return new Failure(fill(words, { host }), details, kind);
}

/** For whatever was thrown while a response was awaited or read; `code` may be anywhere in n8n's wrappers. */
export function toTransportFailure(thrown: unknown, { host, protocol }: URL): Failure {
	if (thrown instanceof Failure) return thrown;
	const isPlain = protocol === 'http:';
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// The error of a stream whose connection was lost.
	if (message === 'aborted') return toNetworkFailure('ECONNRESET', host, isPlain);
	const codes = [(cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	const found = codes.find((value) => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value));
	if (found !== undefined) return toNetworkFailure(found as string, host, isPlain);
	const { description, details } = toFailure(thrown);
	return new Failure({ message: String(message), description }, details, 'refused');
}

type RedirectMessage = (typeof responseMessages)['redirected' | 'refusedElsewhere'];

/** A redirect that is not followed: of a write, since its body may contain secrets, or an endless one. */
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
 * The time for waiting is used up: how long it was, and what to do; or the next request would have to wait until a
 * distant moment. `maxWait` is what the credential allows; undefined if the caller had less time. The run adds how
 * many items were finished.
 */
export function toWaitLimitFailure(
	waited: number,
	maxWait: number | undefined,
	{ until, refusal }: Pick<WaitLimitExceeded, 'until' | 'refusal'>,
): Failure {
	const [seconds, maximum] = [waited, maxWait ?? 0].map((ms) => Math.round(ms / 1000));
	const { waitedTooLong, usedUp, closed } = rateLimitMessages;
	const time = DateTime.fromMillis(until, { zone: 'UTC' }).toFormat('yyyy-MM-dd HH:mm');
	const words =
		until - Date.now() > DISTANT
			? fill(closed, { time })
			: maxWait === undefined
				? fill(usedUp, { seconds })
				: fill(waitedTooLong, { seconds, maximum });
	const failure = new Failure(words, { httpCode: '429' }, 'waitLimit');
	const { said } = responseMessages;
	return refusal ? failure.withAdvice(fill(said, { reason: refusal.message }).message) : failure;
}

function getDetails({ statusCode, headers }: Response): Omit<FailureDetails, 'reason'> {
	const requestId = headers['x-request-id'];
	const httpCode = String(statusCode);
	return typeof requestId === 'string' ? { httpCode, requestId } : { httpCode };
}
