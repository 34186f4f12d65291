import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, omit, parseFigure, scalarToText } from './envelope';

/**
 * The names that records have for the same thing, and where each name comes from. The first one with a usable value
 * counts. "Not shown": the documents describe clicks and the details of QR codes without naming their fields. Anything
 * else has one name in both documents.
 */
export const NAMES = {
	/** The target of a link or QR code. Not `url`, which is the short URL of a QR code. */
	target: { longurl: 'current API', linkedUrl: 'current API, Events', target: 'not shown' },
	moment: { date: 'both APIs', timestamp: 'current API, Events', createdAt: 'current API' },
	userAgent: { userAgent: 'not shown', user_agent: 'not shown' },
	clicks: { clicks: 'current API', totalClicks: 'current API' },
	scans: { scans: 'current API' },
	visitors: { uniqueVisitors: 'current API', uniqueclicks: 'seen: S6' },
} as const;

type Thing = keyof typeof NAMES;

const { target, clicks, scans, visitors } = NAMES;
/** The fields that are counts, which may be strings (seen: S6). */
const COUNTS = ['views', 'downloads', ...Object.keys({ ...clicks, ...scans, ...visitors })];

/** Returns the target that a record states; undefined if it states none. */
export function getTarget(record: IDataObject): string | undefined {
	return readText(record, 'target');
}

/** Returns the record with another target, under the names that it has for one. */
export function withTarget(record: IDataObject, url: string): IDataObject {
	const names = Object.keys(target).filter((name) => name in record);
	return { ...record, ...Object.fromEntries(names.map((name) => [name, url])) };
}

/** Returns the record without the fields that state its target. */
export function withoutTarget(record: IDataObject): IDataObject {
	return omit(record, Object.keys(target));
}

/** Returns the time of a record in ms since 1970, if it states one that can be read. */
export function getMoment(record: IDataObject): number | undefined {
	return findValue(record, 'moment', parseTimestamp);
}

/** Returns the time of a record in ms since 1970, if it states one with an offset. */
export function getExactMoment(record: IDataObject): number | undefined {
	return findValue(record, 'moment', parseMoment);
}

/** Returns the alias of a link, or else the last part of its short URL. */
export function getAlias(link: IDataObject): string | undefined {
	return scalarToText(link.alias) || getShortUrl(link)?.split('/').pop();
}

/** Returns the short URL of a link; undefined if its record states none. */
export function getShortUrl(link: IDataObject): string | undefined {
	return scalarToText(link.shorturl) || undefined;
}

/** Returns the ID of the link that a QR code uses; undefined if its record states none, or 0. */
export function getLinkId(qrCode: IDataObject): string | undefined {
	const id = scalarToText(qrCode.linkId);
	return ['', '0'].includes(id) ? undefined : id;
}

/** Returns a counter of a record, undefined if there is none that can be read. */
export function getCount(
	record: IDataObject,
	counter: 'clicks' | 'scans' | 'visitors',
): number | undefined {
	return findValue(record, counter, parseFigure);
}

/** Returns the user agent of a click, '' if it states none. */
export function getUserAgent(click: IDataObject): string {
	return readText(click, 'userAgent') ?? '';
}

/** Returns the event types of a subscription; undefined if it doesn't list them. */
export function getEvents({ events }: IDataObject): string[] | undefined {
	return Array.isArray(events) ? getTypeNames(events) : undefined;
}

/** Returns the names in a list of event types. Its entries are not shown: strings, or records that name them. */
export function getTypeNames(records: unknown[]): string[] {
	const names = records.map((record) => {
		if (!isRecord(record)) return scalarToText(record);
		return scalarToText(record.event ?? record.type ?? record.name);
	});
	return names.filter(Boolean);
}

/** True unless a flag is off, in one of the ways in which records and expressions write false. */
export function isOn(flag: unknown): boolean {
	return !([false, 0, '0', 'false'] as unknown[]).includes(flag);
}

/** How much of a quota is used. `limit` and `remaining` are null if there is no limit. */
export interface Quota {
	used: number;
	limit: number | null;
	remaining: number | null;
}

/** Parses a quota of the usage statistics; undefined if they don't say how much is used. */
export function parseQuota(stated: unknown): Quota | undefined {
	if (!isRecord(stated)) return undefined;
	const [used, limit] = [stated.used, stated.limit].map(parseFigure);
	const isUnreadable = limit === undefined && /\d/.test(scalarToText(stated.limit));
	if (used === undefined || isUnreadable) return undefined;
	// Not shown: assumed to be no number at all, a negative one, or 0 with some already used.
	const isUnlimited = limit === undefined || limit < 0 || (limit === 0 && used > 0);
	if (isUnlimited) return { used, limit: null, remaining: null };
	return { used, limit, remaining: Math.max(0, limit - used) };
}

/** Returns the record with its counts as numbers; other numbers may be IDs or names, and stay as they are. */
export function toDocumented(record: IDataObject): IDataObject {
	const present = COUNTS.filter((name) => name in record);
	const numbers = present.map((name) => [name, parseFigure(record[name]) ?? record[name]]);
	return { ...record, ...Object.fromEntries(numbers) };
}

/** In characters, of a time in any format. */
const LONGEST_TIME = 64;
/** Seconds since 1970 are below this number, milliseconds above. */
const FIRST_MS = 1e11;

/**
 * Parses a timestamp of Link Platform to ms since 1970: ISO 8601 (current API), `2026-05-01 12:00:00` (legacy API), or
 * seconds or milliseconds since 1970 (formats of links: not shown). One without an offset is taken as `zone`. Undefined
 * for anything else.
 */
export function parseTimestamp(timestamp: unknown, zone = 'UTC'): number | undefined {
	const text = scalarToText(timestamp).slice(0, LONGEST_TIME).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return number < FIRST_MS ? number * 1000 : number;
	}
	// Luxon would take a time of day as one of today.
	if (/^\d\d?:/.test(text)) return undefined;
	const iso = DateTime.fromISO(text, { zone });
	const time = iso.isValid ? iso : DateTime.fromSQL(text, { zone });
	return time.isValid ? time.toMillis() : undefined;
}

/** Parses a timestamp as above, but returns undefined for one without an offset: its moment depends on the time zone. */
export function parseMoment(timestamp: unknown): number | undefined {
	const moment = parseTimestamp(timestamp);
	return moment === parseTimestamp(timestamp, 'UTC+1') ? moment : undefined;
}

/** As PHP writes names for HTML: the form of names is not shown. */
const ENTITIES: Record<string, string | undefined> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	'#039': "'",
};

/** Returns a text without HTML entities and needless space, in one form of Unicode: equal results are the same name. */
export function toPlain(text: unknown): string {
	return String(text ?? '')
		.slice(0, 10_000)
		.replace(/&(#?\w{2,4});/g, (entity, name: string) => ENTITIES[name] ?? entity)
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();
}

function readText(record: IDataObject, thing: Thing): string | undefined {
	return findValue(record, thing, (value) => scalarToText(value) || undefined);
}

/** Returns the first value that `read` can read, among the names of a thing. */
function findValue<Value>(
	record: IDataObject,
	thing: Thing,
	read: (value: unknown) => Value | undefined,
): Value | undefined {
	const values = Object.keys(NAMES[thing]).map((name) => read(record[name]));
	return values.find((value) => value !== undefined);
}
