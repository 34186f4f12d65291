import type { IDataObject } from 'n8n-workflow';

/** True for what both APIs call a failure: `error` other than 0, "0", false, null or absent. */
export function isErrorEnvelope(body: unknown): boolean {
	return isRecord(body) && isStated(body.error) && !isZero(body.error);
}

const isStated = (value: unknown) => ![undefined, null, ''].includes(value as null);
const isZero = (value: unknown) => [0, '0', false, 'false'].includes(value as number);
const isOne = (value: unknown) => [1, '1', true, 'true'].includes(value as number);

/** What may be beside a record. */
const BESIDE = [
	'success',
	'ok',
	'error',
	'message',
	'warning',
	'warnings',
	'meta',
	'requestId',
	'request_id',
];
/** Where services say how it went, if not in `error`. */
const STATUSES = ['status', 'code', 'statusCode'];
/** What says why not. */
const WORDS = ['message', 'detail', 'errors'];
/** With what problem details (RFC 9457) and frameworks put beside them. */
const AROUND_WORDS = [
	...BESIDE,
	...STATUSES,
	...WORDS,
	'data',
	'maintenance',
	'title',
	'type',
	'instance',
	'path',
	'timestamp',
];
const FIGURES = ['result', 'total', 'perpage', 'currentpage', 'nextpage', 'maxpage'];

/**
 * What the envelope of a response says of the request: true for done, false for refused. Undefined if it says
 * neither: then its record or list is the answer, and without one it is not known. `error` decides where there is
 * one; else a no in any other form does. Fields of a record are no envelope.
 */
export function getVerdict(body: unknown): boolean | undefined {
	if (!isRecord(body)) return undefined;
	const { error, success, ok, maintenance } = body;
	if (isStated(error)) return isZero(error);
	if (isStated(success) ? isZero(success) : isStated(ok) && isZero(ok)) return false;
	const said = isBareRecord(body) ? [] : STATUSES.map((name) => toVerdict(body[name]));
	if (said.includes(false) || (isOne(maintenance) && !isBareRecord(body))) return false;
	if (isOne(success) || isOne(ok) || said.includes(true)) return true;
	return hasOnlyWords(body) ? false : undefined;
}

/** A record at the top level, whose fields are its own. */
function isBareRecord(body: IDataObject): boolean {
	return !('data' in body) && ['id', 'key'].some((name) => scalarToText(body[name]) !== '');
}

function toVerdict(status: unknown): boolean | undefined {
	if (/^(error|fail)$/i.test(scalarToText(status))) return false;
	if (/^(ok|success)$/i.test(scalarToText(status))) return true;
	const number = /^\d{3}$/.test(scalarToText(status)) ? Number(status) : 0;
	return number >= 400 && number < 600 ? false : number >= 200 && number < 300 ? true : undefined;
}

/** True for words and nothing else, or beside an empty list: a refusal is never an empty account. */
function hasOnlyWords(body: IDataObject): boolean {
	const { data } = body;
	const places = [body, data].filter(isRecord);
	if (!places.some((place) => WORDS.some((name) => !isEmpty(place[name])))) return false;
	const content = isEmpty(data) && !Array.isArray(data) ? omit(body, AROUND_WORDS) : data;
	const rest = isRecord(content) ? Object.values(omit(content, [...WORDS, ...FIGURES])) : [content];
	if (rest.length === 0) return true;
	const isList = rest.every((value) => value === null || (Array.isArray(value) && isEmpty(value)));
	return isList && !SAYS_NOTHING.test(getMessage(body)) && getPaging(body).total !== 0;
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return !isStated(value) || value === false;
}

/** What a rate limit is called; the plan's limits are, too. */
const SAYS_LIMIT = /too many|limit|throttled|slow down/i;
const SAYS_KEY =
	/\b(valid|invalid|unknown|wrong|missing|expired) api key\b(?! name)|\bapi key (is|was|has been) (not valid|invalid|required|expired|revoked|unknown|wrong)\b/i;

/**
 * The status that a response means: the legacy API puts it into `error`, with HTTP 200 (most often 429), others
 * into a field of their own; or a refused key or a rate limit is reported like any failure. It is a limit if the
 * headers say that no requests are left.
 */
export function getStatus(statusCode: number, body: unknown, remaining?: number): number {
	if (statusCode >= 300 || !isRecord(body) || getVerdict(body) !== false) return statusCode;
	const { error } = body;
	const places = isRecord(error) ? [error.code, error.status] : [error];
	if (!isStated(error)) places.push(...STATUSES.map((name) => body[name]));
	const stated = places.map(Number).find((status) => status >= 400 && status < 600);
	if (stated !== undefined) return stated;
	if (!isStated(error) && isOne(body.maintenance)) return 503;
	const said = getMessage(body);
	if (SAYS_KEY.test(said)) return 401;
	return remaining === 0 && SAYS_LIMIT.test(said) ? 429 : statusCode;
}

/** In characters: the rest is cut off. */
const LONGEST_MESSAGE = 1_000;

/** The message of a failure, from the places where such services put it, with the fields that it names. */
export function getMessage(body: unknown): string {
	if (!isRecord(body)) return '';
	return getOwnMessage(body) || (isRecord(body.data) ? getOwnMessage(body.data) : '');
}

function getOwnMessage(body: IDataObject): string {
	const { message, error, detail, title, errors } = body;
	const places = [isRecord(error) ? error.message : undefined, message, detail, title, error];
	const text = places.find((value) => typeof value === 'string' && !/^\d{0,9}$/.test(value));
	const whole = String(text ?? '');
	const sentenceOf = (part: string) => part.replace(/\.$/, '');
	// Frameworks say the first of them twice.
	const isSaid = (part: string) => sentenceOf(part).endsWith(`: ${sentenceOf(whole)}`);
	const fields = [message, errors].flatMap(getFieldMessages).filter((part) => !isSaid(part));
	const sentence = fields.length > 0 ? sentenceOf(whole) : whole;
	const parts = [sentence, ...fields].filter((part) => part !== '');
	return parts.join('; ').slice(0, LONGEST_MESSAGE);
}

/** `{url: ["must be a URL"]}` as `url: must be a URL`; also a list of texts or records. */
function getFieldMessages(errors: unknown): string[] {
	const entries = Array.isArray(errors) ? errors.map((entry) => ['', entry]) : [];
	if (isRecord(errors)) entries.push(...Object.entries(errors));
	return (entries as Array<[string, unknown]>).flatMap(([name, value]) => {
		return [value].flat().map((one) => {
			const field = isRecord(one) ? (one.field ?? one.path ?? one.pointer ?? name) : name;
			const text = isRecord(one) ? (one.message ?? one.detail) : one;
			if (typeof text !== 'string') return '';
			return field === '' ? text : `${String(field)}: ${text}`;
		});
	});
}

/** A message that is sent with every success. */
const SAYS_NOTHING = /^(ok|success(ful(ly)?)?|done)?\W*$/i;

/** What a success says beside its record: warnings, and the message of a write. */
export function getNotices(body: unknown, isWrite: boolean): string[] {
	if (!isRecord(body)) return [];
	const { message, warning, warnings } = body;
	if (message === undefined && warning === undefined && warnings === undefined) return [];
	const rest = Object.keys(omit(body, ['error', 'message', 'warning', 'warnings', 'data']));
	const isBeside = rest.length > 0 || (typeof body.data === 'object' && body.data !== null);
	const entries = [isWrite && isBeside ? message : undefined, warning, warnings].flat();
	return entries
		.map((entry) => (isRecord(entry) ? entry.message : entry))
		.filter((text) => typeof text === 'string')
		.map((text) => text.replace(/\s+/g, ' ').trim())
		.filter((text) => !SAYS_NOTHING.test(text));
}

/** The payload: `data`, or the top level without its envelope; a record under a name of its own is the record. */
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const payload = body.data ?? getTopLevel(body);
	if (!isRecord(payload)) return payload;
	const values = Object.values(omit(payload, BESIDE));
	const [inner] = values;
	const isNamed = values.length === 1 && isRecord(inner) && ('id' in inner || 'key' in inner);
	return isNamed ? inner : payload;
}

/** A record may have a field named like one of an envelope, but not be made of them. */
function getTopLevel(body: IDataObject): IDataObject {
	const outcomes = STATUSES.filter((name) => toVerdict(body[name]) !== undefined);
	const rest = omit(body, [...BESIDE, ...outcomes, 'data']);
	return Object.keys(rest).length === 0 ? {} : omit(body, ['error', 'message', 'success', 'data']);
}

/**
 * The records of a list, undefined if the response contains none: a bare array, `data.<collection>`, or the only
 * array beside the figures of a list. `collections` are the likely names; errors are no records. A list of null is
 * empty where the response says that it succeeded.
 */
export function getRecords(body: unknown, collections: string[]): unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (!isRecord(body)) return undefined;
	const { data } = body;
	if (Array.isArray(data)) return data;
	const names = [...collections, 'list', 'items'];
	const places = isRecord(data) ? [data, body] : [body];
	for (const place of places) {
		for (const name of names) if (Array.isArray(place[name])) return place[name] as unknown[];
	}
	const { hasFigures, result, total } = getPaging(body);
	const isDone = getVerdict(body) === true;
	const values = Object.values(omit(places[0], [...BESIDE, ...WORDS]));
	const [list, ...others] = values.filter(Array.isArray);
	const isAlone = values.length === 1 && list?.every(isRecord) && (isRecord(data) || isDone);
	if (list && others.length === 0 && (hasFigures || result !== undefined || isAlone)) return list;
	const isNull =
		data === null || places.some((place) => names.some((name) => place[name] === null));
	return total === 0 || (isNull && isDone) ? [] : undefined;
}

export type Paging = ReturnType<typeof getPaging>;

/** The paging figures of a list, wherever the envelope has them. They may be texts. */
export function getPaging(body: unknown) {
	const whole = isRecord(body) ? body : {};
	const place = isRecord(whole.data) ? whole.data : whole;
	const read = (name: string) => {
		if (place[name] === undefined) return undefined;
		const number = parseInt(String(place[name]), 10);
		return Number.isNaN(number) ? undefined : number;
	};
	const last = read('maxpage');
	const size = read('perpage');
	const result = read('result') ?? read('total');
	// Some count the records of the page instead of those of the list.
	const isOfPage = (last ?? 1) > 1 && (result ?? 0) <= (size ?? 0);
	const total = isOfPage ? undefined : result;
	return {
		current: read('currentpage'),
		next: read('nextpage'),
		last,
		size,
		/** The count as it is stated, of the list or of this page. */
		result,
		/** Of the list. */
		total,
		/** How many the list has, as stated or by its total. */
		pages: last ?? (size ? Math.ceil((total ?? 0) / size) : undefined),
		/** `nextpage: null` counts: it marks the last page. */
		hasFigures: last !== undefined || 'nextpage' in place,
	};
}

/**
 * The one reader of Link Platform's JSON, in responses and deliveries; undefined for another text. Numbers that
 * JavaScript cannot represent exactly, such as long IDs, become texts.
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''), /\d{16}/.test(text) ? keepDigits : undefined);
	} catch {
		return undefined;
	}
}

/** Node 22 and later pass the source text of each value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
	const source = String(context?.source);
	return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

/**
 * A name, an ID or a time as text; '' for anything else. Not `String()`: that throws for an object with a
 * `toString` of its own, which any JSON may contain, and turns a list into a name.
 */
export function scalarToText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A JSON object, not an array and not null. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the record without these fields. */
export function omit(record: IDataObject, names: string[]): IDataObject {
	const rest = { ...record };
	for (const name of names) delete rest[name];
	return rest;
}
