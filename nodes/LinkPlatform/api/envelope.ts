import type { IDataObject } from 'n8n-workflow';
import { joinSentences } from './failure';

/** The outcome that a response, or a part of it, states; undefined if only its content can prove one. */
export type Verdict = 'done' | 'refused' | undefined;

/**
 * Returns what the envelope says. `error` 0 and `success: true` mean done; any other `error` and `success: false` mean
 * refused, and refused wins. A `data` that has an `error` of its own counts as an envelope. Nothing is done if `data`
 * says `success: false`.
 */
export function getVerdict(body: unknown): Verdict {
	const data = isRecord(body) && isRecord(body.data) ? body.data : {};
	const envelopes = [body, isStated(data.error) ? data : undefined].filter(isRecord);
	const isRefused = envelopes.some(({ error, success }) => {
		return success === false || (isStated(error) && !isZero(error));
	});
	if (isRefused) return 'refused';
	const isDone = envelopes.some(({ error, success }) => success === true || isStated(error));
	return isDone && data.success !== false ? 'done' : undefined;
}

const isStated = (value: unknown) => value !== undefined && value !== null && value !== '';
/** The documents: 0 (current API), "0" (lists of the legacy API); seen: false (S6). */
const isZero = (error: unknown) => error === 0 || error === '0' || error === false;

/** Fields that identify a record. */
const ID_NAMES = ['id', 'key', 'slug', 'alias', 'shorturl'];

/** True for a record that identifies itself. 0, an empty text, and anything but a text or a number identify nothing. */
export function hasId(record: IDataObject): boolean {
	return ID_NAMES.some((name) => !['', '0'].includes(scalarToText(record[name])));
}

/** True for a failure of Link Platform itself: a proxy's has no `error`, or words in it. */
export function isOwnFailure(body: unknown): boolean {
	return isRecord(body) && getVerdict(body) === 'refused' && Number(body.error) > 0;
}

/** True if a response says that a record is deleted. The record itself proves nothing. */
export function isDeleted(body: unknown): boolean {
	const { deleted, data } = isRecord(body) ? body : {};
	const stated = deleted ?? (isRecord(data) ? data.deleted : undefined);
	if (stated === undefined) return getVerdict(body) === 'done';
	return [true, 1, '1', 'true'].some((yes) => yes === stated);
}

/** Returns the words of a response, from its top level or else from `data`; '' if there are none. */
export function getMessage(body: unknown): string {
	const places = [body, isRecord(body) ? body.data : undefined].filter(isRecord);
	return places.map(getOwnMessage).find((words) => words !== '') ?? '';
}

/** `details: {field, reason}` was seen (S6). The documents leave other fields than `message` open. */
function getOwnMessage({ message, error, detail, title, errors, details }: IDataObject): string {
	const places = [message, detail, title, error].map((value) => getWords(value));
	const sentences = places.find((words) => words.length > 0) ?? [];
	return joinSentences(...new Set([...sentences, ...getWords(errors), ...getWords(details)]));
}

/** Returns the texts in a value, each after the field that it is about: `{url: ["is wrong"]}` as `url: is wrong`. */
function getWords(value: unknown, field = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => getWords(entry, field));
	if (isRecord(value)) {
		const sentence = value.message ?? value.reason;
		if (sentence !== undefined) return getWords(sentence, scalarToText(value.field ?? field));
		return Object.entries(value).flatMap(([name, entry]) => getWords(entry, name));
	}
	// `error` may be a number as text.
	if (typeof value !== 'string' || /^\d*$/.test(value)) return [];
	return [field === '' ? value : `${field}: ${value}`];
}

/** A message that says nothing besides the success. */
const SAYS_NOTHING = /^(ok|success(ful(ly)?)?|done)?\W*$/i;

/** Returns what a success says beside its record: warnings, and the message of a write. */
export function getNotices(body: unknown, isWrite: boolean): string[] {
	if (!isRecord(body)) return [];
	const { message, warnings } = body;
	const isBeside = isWrite && message !== undefined && getRecord(body) !== undefined;
	const notices = [isBeside ? message : undefined, warnings].flatMap((value) => getWords(value));
	return notices.filter((notice) => !SAYS_NOTHING.test(notice.trim()));
}

/** Returns the payload: `data`, or the top level without its envelope. */
export function getPayload(body: unknown): unknown {
	if (!isRecord(body)) return body;
	const { data, details } = body;
	// Seen: a link in `details`, its statistics in `data` (S5).
	if (isRecord(details) && isRecord(data) && hasId(details)) return { ...data, ...details };
	return data ?? omit(body, ['error', 'message', 'success', 'data', 'warnings', 'errors']);
}

/** Returns the record in a response, or several as its `items`; undefined if there is none, or an empty one. */
export function getRecord(body: unknown): IDataObject | undefined {
	const payload = getPayload(body);
	const record = Array.isArray(payload) && payload.some(isRecord) ? { items: payload } : payload;
	return isRecord(record) && Object.keys(record).length > 0 ? record : undefined;
}

/**
 * Returns the records of a list, undefined if the response contains none: a bare array, the collection (in `data` or at
 * the top level) under one of these names, or the only array beside the totals of a list. `data: null` is an empty list
 * if the response says that it is done, or that there are 0 records.
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
	const whole = isRecord(body) ? body : {};
	const place = isRecord(whole.data) ? whole.data : whole;
	const pages = parseFigure(place.maxpage);
	const size = parseFigure(place.perpage);
	const result = parseFigure(place.result);
	// "The count of results" may count the page or the list: the documents don't say.
	const isOfPage = (pages ?? 1) > 1 && (result ?? 0) <= (size ?? 0);
	return {
		current: parseFigure(place.currentpage),
		next: parseFigure(place.nextpage),
		/** How many pages the list has. */
		pages,
		size,
		/** How many records the list has. */
		total: isOfPage ? undefined : result,
		/** `nextpage: null` counts: it marks the last page. */
		hasFigures: pages !== undefined || 'nextpage' in place,
	};
}

/**
 * Parses JSON of Link Platform, from responses and deliveries; undefined if the text is something else. Numbers that
 * JavaScript can't represent exactly, such as long IDs, become strings.
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
 * Returns a name, an ID or a time as a string; '' for anything else. Not `String()`: that throws for an object with a
 * `toString` of its own, which any JSON may contain, and turns a list into a name.
 */
export function scalarToText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A number as a string (seen: S6). With separators it may be another number: "1.000" is 1 or 1,000. */
const FIGURE = /^-?\d+(\.\d{1,2})?$/;

/** Parses a number that Link Platform sent as a number or as a string; undefined for anything else. */
export function parseFigure(value: unknown): number | undefined {
	if (Number.isFinite(value)) return value as number;
	const text = scalarToText(value).trim();
	return FIGURE.test(text) ? Number(text) : undefined;
}

/** True for a JSON object, not for an array or null. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a copy of the record without these fields. */
export function omit(record: IDataObject, names: string[]): IDataObject {
	const rest = { ...record };
	for (const name of names) delete rest[name];
	return rest;
}
