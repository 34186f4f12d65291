import type { IDataObject } from 'n8n-workflow';

/** What a response, or a part of it, says of itself. Undefined: neither, so only what it contains can prove anything. */
export type Verdict = 'done' | 'refused' | undefined;

/**
 * What the envelope says: `error` 0 or `success: true` is done, any other `error` or `success: false` is refused, and
 * refused wins. A part that has an `error` of its own (a double envelope, the one entry of a list) counts, too.
 */
export function getVerdict(body: unknown): Verdict {
	const verdicts = getEnvelopes(body).map(({ error, success }): Verdict => {
		if ((isStated(error) && !isZero(error)) || isNo(success)) return 'refused';
		return isStated(error) || isYes(success) ? 'done' : undefined;
	});
	return verdicts.find((verdict) => verdict === 'refused') ?? verdicts.find(Boolean);
}

/** The body, and the parts of it that are an envelope themselves. */
function getEnvelopes(body: unknown): IDataObject[] {
	const data = isRecord(body) ? body.data : body;
	const [only, another] = Array.isArray(data) ? data : [];
	const inner = another === undefined && isRefusedEntry(only) ? only : data;
	const isOwn = isRecord(inner) && inner !== body && isStated(inner.error);
	return [body, isOwn ? inner : undefined].filter(isRecord);
}

/** True for an entry of a list that is no record: it has an `error`, and no ID. */
export function isRefusedEntry(entry: unknown): entry is IDataObject {
	return isRecord(entry) && isStated(entry.error) && !isZero(entry.error) && !hasId(entry);
}

const isStated = (value: unknown) => value !== undefined && value !== null && value !== '';
/** The documents: 0 (current API), "0" (lists of the legacy API); seen: false (S6). */
const isZero = (error: unknown) => error === 0 || error === '0' || error === false;
const isNo = (flag: unknown) => [false, 0, '0', 'false'].some((no) => no === flag);
const isYes = (flag: unknown) => [true, 1, '1', 'true'].some((yes) => yes === flag);

/** What identifies a record. */
const ID_NAMES = ['id', 'key', 'slug', 'alias', 'shorturl', 'shortUrl', 'short_url'];

/** True for a record that names itself: 0, nothing, and what is no text or number are no ID. */
export function hasId(record: IDataObject): boolean {
	return ID_NAMES.some((name) => !['', '0'].includes(scalarToText(record[name])));
}

/** True for a failure as Link Platform words it; a proxy's has a text in place of the number, or no `error`. */
export function isOwnFailure(body: unknown): boolean {
	if (!isRecord(body) || !isStated(body.error) || isZero(body.error)) return false;
	return body.error === true || Number.isFinite(Number(body.error));
}

/** True if a response says that a record is deleted. The record itself proves nothing. */
export function isDeleted(body: unknown): boolean {
	const places = [body, getPayload(body)].filter(isRecord);
	const [stated] = places.map(({ deleted }) => deleted).filter((value) => value !== undefined);
	return stated === undefined ? getVerdict(body) === 'done' : isYes(stated);
}

const SAYS_KEY =
	/\b(valid|invalid|unknown|wrong|missing|expired) api key\b(?! name)|\bapi key (is|was|has been) (not valid|invalid|required|expired|revoked|unknown|wrong)\b/i;

/** The status that a refusal with HTTP 200 means: that in `error` (seen: 429, S5), or 401 if it is about the key. */
export function getStatus(statusCode: number, body: unknown): number {
	if (statusCode >= 300 || !isRecord(body)) return statusCode;
	const stated = Number(body.error);
	if (stated >= 400 && stated < 600) return stated;
	return SAYS_KEY.test(getMessage(body)) ? 401 : statusCode;
}

/** The words of a response, from the places where such services put them, with the fields that they name. */
export function getMessage(body: unknown): string {
	const inner = isRecord(body) ? body.data : body;
	const [only] = Array.isArray(inner) ? inner : [inner];
	const places = [body, only].filter(isRecord);
	return places.map(getOwnMessage).find((words) => words !== '') ?? '';
}

function getOwnMessage({ message, error, detail, title, errors, details }: IDataObject): string {
	const places = [isRecord(error) ? error.message : undefined, message, detail, title, error];
	const text = places.find((value) => typeof value === 'string' && !/^\d{0,9}$/.test(value));
	const whole = String(text ?? '');
	const sentenceOf = (part: string) => part.replace(/\.$/, '');
	// Frameworks say the first of them twice.
	const isSaid = (part: string) => sentenceOf(part).endsWith(`: ${sentenceOf(whole)}`);
	// Seen: `details: {field, reason}` (S6).
	const reasons = isRecord(details) ? [{ field: details.field, message: details.reason }] : [];
	const fields = [message, errors, reasons].flatMap(getFieldMessages);
	const others = fields.filter((part) => part !== '' && !isSaid(part));
	const sentence = others.length > 0 ? sentenceOf(whole) : whole;
	return [sentence, ...others].filter(Boolean).join('; ');
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

/**
 * The payload: `data`, or the top level without its envelope. A record under a name of its own, in a response that no
 * document shows, is the record; so is one in `details`, whose `data` are its statistics (seen: S5).
 */
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { data, details } = body;
	if (isRecord(details) && hasId(details) && isRecord(data)) return { ...data, ...details };
	const payload =
		data ?? omit(body, ['error', 'message', 'success', 'data', 'warning', 'warnings']);
	const [inner, another] = isRecord(payload) ? Object.values(payload) : [];
	return another === undefined && isRecord(inner) && hasId(inner) ? inner : payload;
}

/** The one record in a response, or several as its `items`; undefined if there is none, or an empty one. */
export function getRecord(body: unknown): IDataObject | undefined {
	const payload = getPayload(body);
	const [only, another] = Array.isArray(payload) ? payload : [payload];
	if (another !== undefined) return { items: payload as IDataObject[] };
	return isRecord(only) && Object.keys(only).length > 0 ? only : undefined;
}

/**
 * The records of a list, undefined if the response contains none: a bare array, the collection (in `data` or at the top
 * level) under one of these names, or the only array beside the figures of a list. `data: null` is an empty one if the
 * response says that it is done, or that there are 0.
 */
export function getRecords(body: unknown, collections: string[]): unknown[] | undefined {
	const data = isRecord(body) ? body.data : body;
	const places = [data, body].filter(isRecord);
	const named = places.flatMap((place) => [...collections, 'list'].map((name) => place[name]));
	const { hasFigures, result } = getPaging(body);
	const others = omit(places[0] ?? {}, ['errors', 'warnings']);
	const arrays = Object.values(others).filter(Array.isArray);
	const alone = arrays.length === 1 && (hasFigures || result !== undefined) ? arrays[0] : undefined;
	const records = [data, ...named, alone].find(Array.isArray);
	if (records) return records as unknown[];
	const isEmpty = getVerdict(body) === 'done' || result === 0;
	return data === null && isEmpty ? [] : undefined;
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
