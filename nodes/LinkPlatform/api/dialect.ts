import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, omit, scalarToText } from './envelope';

/**
 * The phrase book: what records call the same thing, in words, and where each name comes from. The first name that says
 * something counts. Each is known as `longurl`, `longUrl` and `long_url`: the documents write some in one way, some in
 * another, and describe the rows of clicks and the details of QR codes without names ("not shown").
 */
export const PHRASES = {
	/** Where a link or QR code leads. Not `url`: that of a QR code is the short one. */
	target: { 'long url': 'current API', 'linked url': 'current API, Events', target: 'not shown' },
	moment: { date: 'both APIs', timestamp: 'current API, Events', 'created at': 'current API' },
	alias: { alias: 'current API' },
	shortUrl: { 'short url': 'both APIs' },
	/** The link of a QR code. */
	linkId: { 'link id': 'current API, Events' },
	/** The event types of a subscription. */
	events: { events: 'current API' },
	userAgent: { 'user agent': 'current API, in words' },
	/** Whole numbers, which may be texts (seen: S6). */
	clicks: { clicks: 'current API', 'total clicks': 'current API' },
	scans: { scans: 'current API' },
	visitors: { 'unique visitors': 'current API', 'unique clicks': 'seen: S6' },
	counts: { views: 'current API', downloads: 'legacy API' },
} as const;

type Phrase = keyof typeof PHRASES;

const SPELLINGS = Object.fromEntries(
	Object.entries(PHRASES).map(([phrase, names]) => [
		phrase,
		Object.keys(names).flatMap(toSpellings),
	]),
) as Record<Phrase, string[]>;

const { clicks, scans, visitors, counts } = SPELLINGS;
const COUNTS = new Set([...clicks, ...scans, ...visitors, ...counts]);

/** A name in words as fields are called: `link id` as `linkid`, `linkId` and `link_id`. */
export function toSpellings(name: string): string[] {
	const inCapitals = name.replace(/ ./g, (start) => start[1].toUpperCase());
	return [...new Set([name.replaceAll(' ', ''), inCapitals, name.replaceAll(' ', '_')])];
}

/** The target that a record states; undefined if it states none. */
export function getTarget(record: IDataObject): string | undefined {
	return readText(record, 'target');
}

/** The record with another target, under the names that it has for one. */
export function withTarget(record: IDataObject, target: string): IDataObject {
	const names = SPELLINGS.target.filter((name) => name in record);
	return { ...record, ...Object.fromEntries(names.map((name) => [name, target])) };
}

/** The record without the fields that state its target. */
export function withoutTarget(record: IDataObject): IDataObject {
	return omit(record, SPELLINGS.target);
}

/** The moment of a record in ms, if it states one that can be read. */
export function getMoment(record: IDataObject): number | undefined {
	return findValue(record, 'moment', parseTimestamp);
}

/** The moment of a record in ms, if it states one with an offset. */
export function getExactMoment(record: IDataObject): number | undefined {
	return findValue(record, 'moment', parseMoment);
}

/** The alias of a link, or else the last part of its short URL. */
export function getAlias(link: IDataObject): string | undefined {
	return readText(link, 'alias') ?? getShortUrl(link)?.split('/').pop();
}

export function getShortUrl(link: IDataObject): string | undefined {
	return readText(link, 'shortUrl');
}

/** The ID of the link behind a QR code; a link in its place, its short URL, or 0 is none. */
export function getLinkId({ link, ...qrCode }: IDataObject): string | undefined {
	const ids = [readText(qrCode, 'linkId'), scalarToText(isRecord(link) ? link.id : link)];
	return ids.find((id) => id !== undefined && !['', '0'].includes(id) && !id.includes('/'));
}

/** A counter of a record, undefined if there is none that can be read. */
export function getCount(
	record: IDataObject,
	counter: 'clicks' | 'scans' | 'visitors',
): number | undefined {
	return findValue(record, counter, parseFigure);
}

/** The user agent of a click, '' if it tells none. */
export function getUserAgent(click: IDataObject): string {
	return readText(click, 'userAgent') ?? '';
}

/** The event types of a subscription; undefined if it doesn't list them. */
export function getEvents(subscription: IDataObject): string[] | undefined {
	return findValue(subscription, 'events', (events) =>
		Array.isArray(events) ? getTypeNames(events) : undefined,
	);
}

/** The names in a list of event types, which may be texts or records. */
export function getTypeNames(records: unknown[]): string[] {
	return records
		.map((record) => {
			if (!isRecord(record)) return record;
			const { event, type, name, id } = record;
			return [event, type, name, id].find((value) => typeof value === 'string');
		})
		.filter((name): name is string => typeof name === 'string' && name !== '');
}

/** False for what deployments write in place of false. */
export function isOn(flag: unknown): boolean {
	return !([false, 0, '0', 'false'] as unknown[]).includes(flag);
}

/** How much of a quota is used. `limit` and `remaining` are null where there is no limit. */
export interface Quota {
	used: number;
	limit: number | null;
	remaining: number | null;
}

/** A quota as the usage statistics state it; undefined if they don't say how much is used. */
export function parseQuota(stated: unknown): Quota | undefined {
	const used = isRecord(stated) ? parseFigure(stated.used) : undefined;
	if (!isRecord(stated) || used === undefined) return undefined;
	const limit = toLimit(stated.limit, used);
	if (limit === undefined) return undefined;
	return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

/**
 * Null for an unlimited quota. How one is stated is not documented: assumed to be no number at all, a negative
 * one, or a 0 although some is used. Undefined for a text with digits that is no number.
 */
function toLimit(value: unknown, used: number): number | null | undefined {
	const limit = parseFigure(value);
	if (limit === undefined && /\d/.test(scalarToText(value))) return undefined;
	const isUnlimited = limit === undefined || limit < 0 || (limit === 0 && used > 0);
	return isUnlimited ? null : limit;
}

/**
 * The record with its counts as numbers, which some deployments write as texts (nothing else is a count), and with the
 * short URL of a link under its documented name, too.
 */
export function toDocumented(record: IDataObject): IDataObject {
	const shorturl = 'shorturl' in record ? undefined : getShortUrl(record);
	let documented = shorturl === undefined ? record : { ...record, shorturl };
	for (const [name, value] of Object.entries(record)) {
		if (typeof value !== 'string' || !COUNTS.has(name)) continue;
		documented = { ...documented, [name]: parseFigure(value) ?? value };
	}
	return documented;
}

/** A figure as a text (seen: S6). With separators it may be another: "1.000" is 1 or 1,000. */
const FIGURE = /^-?\d+(\.\d{1,2})?$/;

/** A figure that Link Platform sent as a number or as a text; undefined for anything else. */
export function parseFigure(value: unknown): number | undefined {
	if (Number.isFinite(value)) return value as number;
	const text = scalarToText(value).trim();
	return FIGURE.test(text) ? Number(text) : undefined;
}

/** In characters, of a time in any format. */
const LONGEST_TIME = 64;
/** Seconds since 1970 are below this, milliseconds above. */
const FIRST_MS = 1e11;

const FORMATS = ['fromISO', 'fromSQL', 'fromRFC2822', 'fromHTTP'] as const;

/**
 * The moment of a timestamp that Link Platform sent, in ms: ISO 8601, `2026-05-01 12:00:00`, or seconds or
 * milliseconds since 1970. One without an offset is taken as UTC. Undefined for anything else.
 */
export function parseTimestamp(timestamp: unknown, zone = 'UTC'): number | undefined {
	const text = scalarToText(timestamp).slice(0, LONGEST_TIME).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return number < FIRST_MS ? number * 1000 : number;
	}
	// A time of day would be one of today.
	if (/^\d\d?:/.test(text)) return undefined;
	// One after the other: each takes its time, and the first one is the usual one.
	for (const format of FORMATS) {
		const time = DateTime[format](text, { zone });
		if (time.isValid) return time.toMillis();
	}
	return undefined;
}

/** The same, but undefined for a time without an offset: that is another moment in each time zone. */
export function parseMoment(timestamp: unknown): number | undefined {
	const moment = parseTimestamp(timestamp);
	return moment === parseTimestamp(timestamp, 'UTC+1') ? moment : undefined;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text without what deployments do to one: equal texts are the same name. */
export function toPlain(text: unknown): string {
	return String(text ?? '')
		.slice(0, 10_000)
		.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name])
		.replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/&#x([\da-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();
}

function readText(record: IDataObject, phrase: Phrase): string | undefined {
	return findValue(record, phrase, (value) => scalarToText(value) || undefined);
}

/** What the first of its names says that `read` can read. */
function findValue<Value>(
	record: IDataObject,
	phrase: Phrase,
	read: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const name of SPELLINGS[phrase]) {
		const value = record[name] === undefined ? undefined : read(record[name]);
		if (value !== undefined) return value;
	}
	return undefined;
}
