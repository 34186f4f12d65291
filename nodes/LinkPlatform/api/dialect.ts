import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, omit, parseFigure, scalarToText } from './envelope';

/**
 * The fields in which Link Platform's records may contain a value, such as the target URL. The first field with a
 * usable value wins. The comments below say where each field is documented. S6 is an observation listed in
 * `docs/maintainers/deployments.md`.
 */
const NAMES = {
	/**
	 * The target URL of a link or QR code. `url` isn't listed, because it is the short URL of a QR code. The current API
	 * documents `longurl` for links and `linkedUrl` for events. `target` isn't documented.
	 */
	target: ['longurl', 'linkedUrl', 'target'],
	/** Both APIs document `date`. The current API documents `timestamp` for events, and `createdAt`. */
	moment: ['date', 'timestamp', 'createdAt'],
	/** The API docs don't name the fields of a click, so these names are assumed. */
	userAgent: ['userAgent', 'user_agent'],
	/** The current API documents both names. */
	clicks: ['clicks', 'totalClicks'],
	/** The current API documents this name. */
	scans: ['scans'],
	/** The current API documents `uniqueVisitors`. `uniqueclicks` was seen in real responses (S6). */
	visitors: ['uniqueVisitors', 'uniqueclicks'],
};

/**
 * Names of the fields that hold counts. Link Platform may send a count as a string (seen: S6 in
 * `docs/maintainers/deployments.md`).
 */
const COUNTS = [
	'views',
	'downloads',
	'percentage',
	...NAMES.clicks,
	...NAMES.scans,
	...NAMES.visitors,
];

/** Returns the target URL of a record; undefined if the record doesn't contain it. */
export function getTarget(record: IDataObject): string | undefined {
	return findValue(record, 'target', toText);
}

/** Returns the record with another target URL, in the same fields that held the old one. */
export function withTarget(record: IDataObject, url: string): IDataObject {
	const changed = { ...record };
	for (const name of NAMES.target) {
		if (name in record) changed[name] = url;
	}
	return changed;
}

/** Returns the record without the fields that hold its target URL. */
export function withoutTarget(record: IDataObject): IDataObject {
	return omit(record, NAMES.target);
}

/**
 * Returns the timestamp of a record in ms since 1970; undefined if the record has no timestamp that can be parsed.
 */
export function getMoment(record: IDataObject): number | undefined {
	return findValue(record, 'moment', parseTimestamp);
}

/** Returns the alias of a link, or else the whole path of its short URL. */
export function getAlias(link: IDataObject): string | undefined {
	const [, path] = /^(?:\w+:\/\/)?[^/:]+(?::\d+)?\/([^?#]+)/.exec(getShortUrl(link) ?? '') ?? [];
	return toText(link.alias) ?? path;
}

/** Returns the short URL of a link; undefined if its record doesn't contain it. */
export function getShortUrl(link: IDataObject): string | undefined {
	return toText(link.shorturl);
}

/**
 * Returns the ID of the link that a QR code uses. Returns undefined if the QR code's record contains no link ID, or the
 * ID 0.
 */
export function getLinkId(qrCode: IDataObject): string | undefined {
	const id = scalarToText(qrCode.linkId);
	return ['', '0'].includes(id) ? undefined : id;
}

/** Returns a counter of a record; undefined if the record has no such counter, or its value can't be parsed. */
export function getCount(
	record: IDataObject,
	counter: 'clicks' | 'scans' | 'visitors',
): number | undefined {
	return findValue(record, counter, parseFigure);
}

/** Returns the user agent of a click; '' if its record contains none. */
export function getUserAgent(click: IDataObject): string {
	return findValue(click, 'userAgent', toText) ?? '';
}

/** Returns a click without its user agent. */
export function withoutUserAgent(click: IDataObject): IDataObject {
	return omit(click, NAMES.userAgent);
}

/** Returns the event types of a webhook subscription; undefined if its record doesn't list them. */
export function getEvents({ events }: IDataObject): string[] | undefined {
	return Array.isArray(events) ? getTypeNames(events) : undefined;
}

/**
 * Returns the names in a list of event types. The API docs don't show its entries: they may be strings, or records with
 * the name in a field.
 */
export function getTypeNames(records: unknown[]): string[] {
	return records
		.map((record) => (isRecord(record) ? (record.event ?? record.type ?? record.name) : record))
		.map(scalarToText)
		.filter(Boolean);
}

/** True unless the flag is off: false, 0, "0" or "false". Records and expressions use all of these. */
export function isOn(flag: unknown): boolean {
	return !([false, 0, '0', 'false'] as unknown[]).includes(flag);
}

/** How much of a quota is used. `limit` and `remaining` are null if the quota is unlimited. */
export interface Quota {
	used: number;
	limit: number | null;
	remaining: number | null;
}

/** Parses one quota of the usage statistics; returns undefined if it doesn't say how much is used. */
export function parseQuota(stated: unknown): Quota | undefined {
	if (!isRecord(stated)) return undefined;
	const [used, limit] = [stated.used, stated.limit].map(parseFigure);
	const isUnreadable = limit === undefined && /\d/.test(scalarToText(stated.limit));
	if (used === undefined || isUnreadable) return undefined;
	// The API docs don't show what an unlimited quota looks like. Assume that a quota is unlimited if its limit isn't
	// a number, is negative, or is 0 although some of it is used.
	const isUnlimited = limit === undefined || limit < 0 || (limit === 0 && used > 0);
	if (isUnlimited) return { used, limit: null, remaining: null };
	return { used, limit, remaining: Math.max(0, limit - used) };
}

/**
 * Returns the record with its counts as numbers. Other numeric strings may be IDs or names, so they aren't converted.
 */
export function toDocumented(record: IDataObject): IDataObject {
	const documented = { ...record };
	for (const name of COUNTS) {
		if (name in record) documented[name] = parseFigure(record[name]) ?? record[name];
	}
	return documented;
}

/** The smallest number that is read as milliseconds since 1970. Smaller numbers are read as seconds. */
const FIRST_MS = 1e11;

/**
 * Parses a timestamp from Link Platform to ms since 1970: ISO 8601 (current API), `2026-05-01 12:00:00` (legacy API),
 * or seconds or milliseconds since 1970 (for links, the format isn't documented). A timestamp without an offset is read
 * in `zone`. Returns undefined for anything else.
 */
export function parseTimestamp(timestamp: unknown, zone = 'UTC'): number | undefined {
	const text = scalarToText(timestamp).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return number < FIRST_MS ? number * 1000 : number;
	}
	const iso = DateTime.fromISO(text, { zone });
	const time = iso.isValid ? iso : DateTime.fromSQL(text, { zone });
	return time.isValid ? time.toMillis() : undefined;
}

/**
 * Parses a timestamp like `parseTimestamp`, but returns undefined if it has no UTC offset, because its meaning then
 * depends on the time zone.
 */
export function parseMoment(timestamp: unknown): number | undefined {
	const moment = parseTimestamp(timestamp);
	return moment === parseTimestamp(timestamp, 'UTC+1') ? moment : undefined;
}

/** The first and the last moment that a record's time may mean, in ms since 1970. */
export interface Span {
	from: number;
	to: number;
}

const HOUR = 3_600_000;
/** Matches a day: a date without a time, or with midnight as its time. */
const DAY = /^\d{4}-\d\d-\d\d([T ]00:00(:00(\.0+)?)?([Z+-].*)?)?$/;

/** Returns what the time of a record may mean; undefined if the record has no timestamp that can be parsed. */
export function getSpan(record: IDataObject): Span | undefined {
	return findValue(record, 'moment', toSpan);
}

/**
 * Returns what a timestamp may mean; undefined if it can't be parsed. Only a time with a UTC offset is a moment. Any
 * other time may be in any time zone, and a day is 24 hours long.
 */
export function toSpan(timestamp: unknown): Span | undefined {
	const time = parseTimestamp(timestamp);
	if (time === undefined) return undefined;
	const isDay = DAY.test(scalarToText(timestamp).trim());
	if (!isDay && parseMoment(timestamp) !== undefined) return { from: time, to: time };
	return { from: time - 14 * HOUR, to: time + (isDay ? 38 : 14) * HOUR };
}

function toText(value: unknown): string | undefined {
	return scalarToText(value) || undefined;
}

/** Tries all field names of a value in order, and returns the first value that `read` can parse. */
function findValue<Value>(
	record: IDataObject,
	thing: keyof typeof NAMES,
	read: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const name of NAMES[thing]) {
		const value = read(record[name]);
		if (value !== undefined) return value;
	}
	return undefined;
}
