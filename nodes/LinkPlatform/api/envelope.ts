import type { IDataObject } from 'n8n-workflow';
import { joinSentences } from './failure';

/** Values of `error` that count as if the field were missing. */
const UNSTATED: unknown[] = [undefined, null, ''];
/**
 * Values of `error` that mean success. The current API documents 0, and the legacy API documents "0" for lists. `false`
 * was seen in real responses (S6 in `docs/maintainers/deployments.md`).
 */
const NO_ERROR: unknown[] = [0, '0', false];

/**
 * Returns the outcome that a response reports, at its top level or in `data`: 'refused' if `success` is false or
 * `error` is a real error, otherwise 'done' if `success` is true or `error` is 0. Returns undefined if the response
 * reports no outcome. Then only its content can prove success.
 */
export function getVerdict(body: unknown): 'done' | 'refused' | undefined {
	const levels = getLevels(body);
	const isRefused = levels.some(({ error, success }) => {
		return success === false || !(UNSTATED.includes(error) || NO_ERROR.includes(error));
	});
	if (isRefused) return 'refused';
	return levels.some(({ error, success }) => success === true || NO_ERROR.includes(error))
		? 'done'
		: undefined;
}

/** Returns the JSON objects that hold the fields of a response: its top level and then `data`, if they are objects. */
function getLevels(body: unknown): IDataObject[] {
	return isRecord(body) ? [body, body.data].filter(isRecord) : [];
}

/** Names of the fields that identify a record. */
const ID_NAMES = ['id', 'key', 'slug', 'alias', 'shorturl'];

/** True if a field holds a usable identifier: a non-empty string, or a number other than 0. */
const isFilled = (value: unknown) => !['', '0'].includes(scalarToText(value));

/**
 * True if a record states an empty `id` (or an empty `key`, the ID of a block). This means that there is no record: its
 * other fields may repeat those of the request.
 */
export function isNobody(record: IDataObject): boolean {
	const stated = ['id', 'key'].find((name) => record[name] !== undefined);
	return stated !== undefined && !isFilled(record[stated]);
}

/** True if a record has a usable identifier. */
export function hasId(record: IDataObject): boolean {
	return !isNobody(record) && ID_NAMES.some((name) => isFilled(record[name]));
}

/** True if a record has an identifier or a name. */
export function isNamed(record: IDataObject): boolean {
	return [...ID_NAMES, 'name'].some((name) => isFilled(record[name]));
}

/** True if Link Platform itself reported the failure. In a proxy's response, `error` is missing or not a number. */
export function isOwnFailure(body: unknown): boolean {
	return isRecord(body) && Number(body.error) > 0;
}

/** True if a response says that a record was deleted. A response that only contains the record doesn't prove it. */
export function isDeleted(body: unknown): boolean {
	const stated = getLevels(body)
		.map(({ deleted }) => deleted)
		.find((value) => value !== undefined);
	if (stated === undefined) return getVerdict(body) === 'done';
	return [true, 1, '1', 'true'].some((yes) => yes === stated);
}

/**
 * Returns the message in a response: the first sentence at its top level, or otherwise in `data`, followed by the details
 * from both levels; '' if there is none. Only `message` is documented; `details: {field, reason}` was seen (S6 in
 * `docs/maintainers/deployments.md`).
 */
export function getMessage(body: unknown): string {
	const levels = getLevels(body);
	const [sentences = []] = levels
		.flatMap(({ message, title, error }) => [message, title, error].map((value) => getWords(value)))
		.filter((words) => words.length > 0);
	const more = levels.flatMap(({ detail, errors, details }) => getWords([detail, errors, details]));
	return joinSentences(...new Set([...sentences, ...more]));
}

/**
 * Returns all strings in a value, each prefixed with the field that it is about: `{url: ["is wrong"]}` gives `url: is
 * wrong`.
 */
function getWords(value: unknown, field = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => getWords(entry, field));
	if (isRecord(value)) {
		const sentence = value.message ?? value.reason;
		if (sentence !== undefined) return getWords(sentence, scalarToText(value.field ?? field));
		return Object.entries(value).flatMap(([name, entry]) => getWords(entry, name));
	}
	// Skip an `error` that is a number in a string, because it isn't a message.
	if (typeof value !== 'string' || /^\d*$/.test(value)) return [];
	return [field === '' ? value : `${field}: ${value}`];
}

/** Matches messages that only say that the request succeeded, e.g. "OK". */
const SAYS_NOTHING = /^(ok|success(ful(ly)?)?|done)?\W*$/i;

/** Returns the notices in a successful response: warnings and, for a write, the message. */
export function getNotices(body: unknown, isWrite: boolean): string[] {
	if (!isRecord(body)) return [];
	const { message, warnings } = body;
	const isBeside = isWrite && getRecord(body);
	const notices = [isBeside ? message : undefined, warnings].flatMap((value) => getWords(value));
	return notices.filter((notice) => !SAYS_NOTHING.test(notice.trim()));
}

/** Returns the payload of a response: `data`, or the top level without the fields of the envelope. */
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { data, details } = body;
	// Seen (S5 in `docs/maintainers/deployments.md`): a response with the link in `details` and its statistics in `data`.
	if (isRecord(details) && isRecord(data) && hasId(details)) return { ...data, ...details };
	return data ?? omit(body, ['error', 'message', 'success', 'data', 'warnings', 'errors']);
}

/** Returns the record in a response; undefined if the response has none, or an empty one. */
export function getRecord(body: unknown): IDataObject | undefined {
	const record = getPayload(body);
	return isRecord(record) && Object.keys(record).length > 0 ? record : undefined;
}

/**
 * Returns the records of a list; undefined if the response contains no list. A list is a bare array, an array under
 * one of the names in `collections` (in `data` or at the top level), or the only array next to the paging fields.
 * `data: null` is an empty list if the response reports success or a total of 0.
 */
export function getRecords(body: unknown, collections: string[]): unknown[] | undefined {
	const payload = getPayload(body);
	if (Array.isArray(payload)) return payload;
	const places = [payload, body].filter(isRecord);
	const named = places.flatMap((place) => collections.map((name) => place[name]));
	const records = named.find(Array.isArray);
	if (records) return records;
	const { hasFigures, total } = getPaging(body);
	const arrays = Object.values(places[0] ?? {}).filter(Array.isArray);
	if (hasFigures && arrays.length === 1) return arrays[0];
	const isEmpty = getVerdict(body) === 'done' || total === 0;
	return isEmpty && isRecord(body) && body.data === null ? [] : undefined;
}

export type Paging = ReturnType<typeof getPaging>;

/** Returns the paging fields of a list, from `data` or else from the top level. */
export function getPaging(body: unknown) {
	const [whole = {}, place = whole] = getLevels(body);
	const pages = parseFigure(place.maxpage);
	const size = parseFigure(place.perpage);
	const result = parseFigure(place.result);
	// The API docs call `result` "the count of results". It may count the records of the page or of the whole list.
	const isOfPage = (pages ?? 1) > 1 && (result ?? 0) <= (size ?? 0);
	return {
		current: parseFigure(place.currentpage),
		next: parseFigure(place.nextpage),
		/** The number of pages in the list. */
		pages,
		/** The number of records in the whole list. */
		total: isOfPage ? undefined : result,
		/** True if the response has paging fields. `nextpage: null` is one of them: it marks the last page. */
		hasFigures: pages !== undefined || 'nextpage' in place,
	};
}

/** Matches 16 digits. Written out, it is eight times as fast in a long list as `\d{16}`. */
const LONG_NUMBER = new RegExp('\\d'.repeat(16));

/**
 * Parses JSON from a response or delivery of Link Platform; returns undefined if the text isn't JSON. Numbers that
 * JavaScript can't represent exactly, such as long IDs, become strings.
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ''), LONG_NUMBER.test(text) ? keepDigits : undefined);
	} catch {
		return undefined;
	}
}

/** A `JSON.parse` reviver that returns large integers as strings. `context.source` needs Node 22 or later. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
	const source = String(context?.source);
	return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
}

/**
 * Returns a string or number (a name, an ID, a time) as a string, and '' for anything else. `String()` would throw
 * for an object with its own `toString`, which any JSON may contain. It would also turn a list into a name.
 */
export function scalarToText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Matches a number in a string (seen: S6 in `docs/maintainers/deployments.md`). Thousands separators are rejected,
 * because "1.000" may be 1 or 1,000.
 */
const FIGURE = /^-?\d+(\.\d{1,2})?$/;

/** Parses a number that Link Platform sent as a number or a string; returns undefined for anything else. */
export function parseFigure(value: unknown): number | undefined {
	if (Number.isFinite(value)) return value as number;
	const text = scalarToText(value).trim();
	return FIGURE.test(text) ? Number(text) : undefined;
}

/** True for a JSON object; false for an array or null. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of the record without these fields. */
export function omit(record: IDataObject, names: string[]): IDataObject {
	const rest = { ...record };
	for (const name of names) delete rest[name];
	return rest;
}
