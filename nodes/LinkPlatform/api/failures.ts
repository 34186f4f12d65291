import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import {
	getMessage,
	getPayload,
	getRecord,
	getVerdict,
	hasId,
	isNobody,
	isOwnFailure,
	isRecord,
	parseJson,
} from './envelope';
import {
	Failure,
	joinSentences,
	toFailure,
	type FailureDetails,
	type FailureKind,
	type Words,
} from './failure';
import { fill } from './fill';
import { keyMessages, networkMessages, rateLimitMessages, responseMessages } from './messages';
import type { WaitLimitExceeded } from './rateLimiter';
import { classifyStatus } from './retry';
import { getRouteFields, type ApiRequest, type Route } from './route';
import { getTexts } from './texts';
import type { Response } from './transport';

/**
 * The maximum length of a plain-text error message, in characters. Longer text isn't a message, but e.g. a web page.
 */
const LONGEST_TEXT = 300;
/**
 * The longest pause for which a message states the seconds waited, in ms. For a longer pause, the message states when
 * it ends.
 */
const DISTANT = 60 * 60 * 1000;

/*
 * The only places where the package interprets the wording of other programs. The API docs specify neither statuses nor
 * codes for these refusals, and some failures arrive with HTTP 200 (S5 in `docs/maintainers/deployments.md`), so only
 * the message shows what a refusal is about.
 */
const ABOUT_KEY =
	/\b(valid|invalid|unknown|wrong|missing|expired) api key\b(?! name)|\bapi key (is|was|has been) (not valid|invalid|required|expired|revoked|unknown|wrong)\b/i;
const ABOUT_QUOTA =
	/\bquota|\bupgrade\b|\bplan\b|\blimit (has been |is |was )?(reached|exceeded|used up)|reached .{0,40}\b(limit|maximum number)\b|maximum number .{0,40}\b(reached|exceeded)\b/i;
const ABOUT_SCOPES = /scope|permission|privilege|forbidden|denied|unauth|not auth|\bkey\b|token/i;
/**
 * True if Link Platform's message says that a quota has been reached, or that a larger plan is needed. Ignores the
 * parts of the message that repeat values from the request.
 */
function isAboutQuota(serviceMessage: string, sent: unknown): boolean {
	const repeated = getTexts([sent]).filter(({ text }) => ABOUT_QUOTA.test(text));
	const words = repeated.reduce((rest, { text }) => rest.replaceAll(text, ''), serviceMessage);
	return ABOUT_QUOTA.test(words);
}

/**
 * Returns the HTTP status that fits a refusal. If the refusal arrived with a 2xx status, this is 429 if its `error`
 * is 429 (seen: S5 in `docs/maintainers/deployments.md`) or if it says when to try again (`retryAt`), and 401 if its
 * message is about the API key. In all other cases, it is the original status.
 */
export function getStatus(statusCode: number, body: unknown, retryAt?: number): number {
	if (statusCode >= 300 || !isRecord(body)) return statusCode;
	if (Number(body.error) === 429 || retryAt !== undefined) return 429;
	return ABOUT_KEY.test(getMessage(body)) ? 401 : statusCode;
}

const TAKES_ALIAS = /^(POST \/api\/url\/add|PUT \/api\/url\/\{linkId\}\/update)$/;

/** The messages by HTTP status, for statuses whose message doesn't depend on the request. */
const BY_STATUS: Record<number, Words> = {
	402: responseMessages.notInPlan,
	405: responseMessages.notOffered,
	409: responseMessages.alreadyExists,
	413: responseMessages.tooLarge,
};

/** Creates the failure for a refused request: Link Platform's own message first, then what to do. */
export function toHttpFailure(response: Response, body: unknown, request: ApiRequest): Failure {
	const { statusCode, headers } = response;
	const kind = classifyStatus(statusCode) ?? 'refused';
	const isQuoted = kind === 'refused' && statusCode !== 404;
	const serviceMessage = getMessage(body) || (isQuoted ? getText(response) : '');
	const isOwn = isOwnFailure(body);
	const words =
		kind === 'unknown'
			? fill(responseMessages.unavailable, { status: statusCode })
			: toStatusMessage(statusCode, request, serviceMessage, isOwn);
	// Link Platform itself has given up, unlike a proxy that stopped waiting for it.
	const isOver =
		(isOwn && statusCode === 500) || (statusCode === 503 && (isOwn || 'retry-after' in headers));
	const hasEnded = kind !== 'unknown' || isOver;
	const failure = new Failure(words, getDetails(response), kind, undefined, false, hasEnded);
	if (!serviceMessage) return failure;
	const { message } = fill(keyMessages.rejectedBecause, { reason: serviceMessage });
	return failure.reworded({ message: statusCode === 401 ? message : serviceMessage });
}

/**
 * Returns the body of a response if it is short plain text or a JSON string, which some services and proxies send instead
 * of a JSON object; otherwise ''.
 */
function getText({ body }: Response): string {
	const text = String(body).trim();
	const isPage = /^[<{[]/.test(text) || text.length > LONGEST_TEXT;
	return isPage ? '' : String(parseJson(text) ?? text);
}

function toStatusMessage(
	statusCode: number,
	{ route, body }: ApiRequest,
	serviceMessage: string,
	isOwn: boolean,
): Words {
	if (statusCode === 401) return keyMessages.rejected;
	if (statusCode === 404) {
		// A proxy's 404 doesn't mean that a record is missing. Neither does the 404 of a URL without a record ID, such
		// as the URL of a list.
		const isAboutRecord = isOwn && getRouteFields(route).length > 0;
		return isAboutRecord ? responseMessages.notFound : responseMessages.nothingHere;
	}
	if (isAboutQuota(serviceMessage, body)) return responseMessages.notInPlan;
	if (statusCode === 403) {
		const isAboutScopes = !serviceMessage || ABOUT_SCOPES.test(serviceMessage);
		return isAboutScopes ? keyMessages.noPermission : keyMessages.otherReason;
	}
	if (statusCode === 409 && TAKES_ALIAS.test(route) && body?.alias !== undefined) {
		return responseMessages.aliasTaken;
	}
	return BY_STATUS[statusCode] ?? fill(responseMessages.refused, { status: statusCode });
}

/**
 * The fields, by route, that only the expected response has. They prove that the request was carried out. On every
 * route, a field that identifies a record also proves it.
 */
const PROOFS: Array<[route: RegExp, fields: string[]]> = [
	[/\/account(\/update)?$/, ['email', 'plan', 'planId', 'planid', 'username', 'registered']],
	[/\/account\/stats$/, ['urls', 'clicks', 'qrs', 'bios', 'domains']],
	[/\/stats$/, ['totalClicks', 'uniqueVisitors', 'topCountry', 'topReferrer', 'topBrowser']],
];

/** Matches the endpoints that are documented to return the record that they create. Other writes may return none. */
const CREATES = /(\/add|\/v1\/links|\/upload\/\{fileName\})$/;

/**
 * Returns a failure if a response doesn't prove that the request was carried out; undefined if it does. Lists are
 * checked by `readPage` instead, and the entries of a batch by `readEntry`.
 */
export function getDoubt(body: unknown, { method, route }: ApiRequest): Failure | undefined {
	if (route.endsWith('/bulk')) return undefined;
	const found = getRecord(body);
	const record = found && !isNobody(found) ? found : undefined;
	if (record && isProved(record, route)) return undefined;
	const isDone = body === undefined || getVerdict(body) === 'done';
	const { noRecord, noNewRecord, notConfirmed } = responseMessages;
	if (CREATES.test(route)) {
		const isMessage = !found && isDone && getMessage(body) !== '';
		return isMessage ? undefined : toUnproved(noNewRecord, body);
	}
	if (method === 'GET') return record && isDone ? undefined : toUnproved(noRecord, body);
	return isDone ? undefined : toUnproved(notConfirmed, body);
}

/** True if a record contains a field that only the response to a request on this route has. */
function isProved(record: IDataObject, route: Route): boolean {
	const [, fields = []] = PROOFS.find(([pattern]) => pattern.test(route)) ?? [];
	return hasId(record) || fields.some((name) => (record[name] ?? undefined) !== undefined);
}

/**
 * Reads one entry of a batch response. Returns the record that was created, or a failure with the reason why it wasn't;
 * undefined if the entry shows neither.
 */
export function readEntry(entry: unknown): IDataObject | Failure | undefined {
	if (getVerdict(entry) === 'refused') {
		const { message, description } = responseMessages.entryRefused;
		return Failure.refused({ message: getMessage(entry) || message, description });
	}
	const record = getPayload(entry);
	return isRecord(record) && hasId(record) ? record : undefined;
}

/**
 * Creates the failure for a response that doesn't prove that the request was carried out. Its message consists of the
 * given message and Link Platform's own.
 */
export function toUnproved(
	{ message, description }: Words,
	body: unknown,
	serviceMessage = getMessage(body),
): Failure {
	const whole = serviceMessage ? `${message}: ${serviceMessage}` : message;
	return Failure.unusable({ message: whole, description });
}

/** Creates the failure for a response that isn't JSON, although its status reports no failure. Quotes plain text. */
export function toFormatFailure(response: Response): Failure {
	const isPage = String(response.body).trimStart().startsWith('<');
	const text = getText(response);
	const { webPage, invalid, notInPlan } = responseMessages;
	const words = isPage ? webPage : isAboutQuota(text, undefined) ? notInPlan : invalid;
	const message = joinSentences(
		words.message,
		text && fill(responseMessages.said, { reason: text }),
	);
	return new Failure({ ...words, message }, getDetails(response), 'unknown');
}

/** The reason why no connection was made, by network error code. The first matching pattern applies. */
const NO_CONNECTION: Array<[code: RegExp, reason: string]> = [
	[/^ECONNREFUSED$/, 'connection refused'],
	[/^ENOTFOUND$/, 'host not found'],
	[/^EAI_AGAIN$/, 'DNS lookup failed'],
	[/^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNKNOWN_PROTOCOL/, 'no TLS on this port'],
	[/^HPE_/, 'the server expects HTTPS'],
];

/** Creates the failure for a request that got no response, from the network error code. */
export function toNetworkFailure(code: string, host: string): Failure {
	if (code === 'ERR_INVALID_CHAR') return Failure.input(keyMessages.invalidCharacter);
	const isUnsent = ['ECONNREFUSED', 'EAI_AGAIN'].includes(code);
	// Retrying is pointless: a host name that doesn't exist won't exist a second later.
	const isFinal = code === 'ENOTFOUND' || code.startsWith('ERR_INVALID');
	const kind = isFinal ? 'refused' : isUnsent ? 'unsent' : 'unknown';
	const details = { httpCode: null, code, reason: 'unreachable' };
	return new Failure(toNetworkMessage(code, host), details, kind);
}

function toNetworkMessage(code: string, host: string): Words {
	const { noConnection, untrusted, timedOut, connectionLost } = networkMessages;
	const [, reason] = NO_CONNECTION.find(([pattern]) => pattern.test(code)) ?? [];
	if (reason !== undefined) return fill(noConnection, { host, reason });
	if (/^(ETIMEDOUT|ECONNABORTED)$/.test(code)) return fill(timedOut, { host });
	return fill(/CERT|SIGN|SSL|TLS|VERIFY/.test(code) ? untrusted : connectionLost, { host });
}

/**
 * Creates the failure for anything thrown before a response was read. n8n wraps errors in ways that put `code` in
 * different places.
 */
export function toTransportFailure(thrown: unknown, { host }: URL): Failure {
	if (thrown instanceof Failure) return thrown;
	const { code, httpCode, cause, message } = thrown as Record<string, unknown>;
	// 'aborted' is the message of a stream whose connection was lost.
	const aborted = message === 'aborted' ? 'ECONNRESET' : undefined;
	const codes = [aborted, (cause as Record<string, unknown> | undefined)?.code, code, httpCode];
	const found = codes.find((value) => typeof value === 'string' && /^[A-Z][A-Z_\d]+$/.test(value));
	if (found !== undefined) return toNetworkFailure(String(found), host);
	const { description, details } = toFailure(thrown);
	return new Failure({ message: String(message), description }, details, 'refused');
}

/**
 * Creates the failure for a redirect to `address` that isn't followed, or that was followed without the API key
 * although `address` requires the key. `kind` is 'unknown' for a write that was carried out.
 */
export function toRedirectFailure(
	response: Response,
	address: string,
	kind: FailureKind = 'refused',
): Failure {
	return new Failure(fill(responseMessages.redirected, { address }), getDetails(response), kind);
}

/**
 * Creates the failure for a request that would have to wait too long for the rate limit. `waited` and `maxWait` are in
 * ms; `maxWait` is undefined if the caller has less time than the credential allows.
 */
export function toWaitLimitFailure(
	waited: number,
	maxWait: number | undefined,
	{ until, refusal }: Pick<WaitLimitExceeded, 'until' | 'refusal'>,
): Failure {
	const words = toWaitLimitWords(Math.round(waited / 1000), maxWait, until);
	const failure = new Failure(words, { httpCode: '429' }, 'waitLimit').until(until);
	if (!refusal) return failure;
	return failure.withAdvice(fill(responseMessages.said, { reason: refusal.message }));
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
