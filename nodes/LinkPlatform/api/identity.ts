import type { IDataObject } from 'n8n-workflow';
import { getShortUrl } from './dialect';
import { scalarToText } from './envelope';

/**
 * Returns the comparison key of an alias. The functions in this file are the only place that decides whether two values
 * mean the same: they do if their keys are equal.
 *
 * | Key of    | Differences that don't count                               | Differences that count                   |
 * |-----------|------------------------------------------------------------|------------------------------------------|
 * | alias     | whitespace and slashes at both ends, percent-encoding, NFC | case, slashes inside                     |
 * | target    | whatever a URL parser normalizes: case of scheme and       | everything else: http and https, `www.`, |
 * |           | host, a default port, Unicode or its encoding; and         | case, HTML entities, needless encoding,  |
 * |           | one slash at the end                                       | query, fragment                          |
 * | host      | scheme, case, Unicode or punycode, a default port          | another port, `www.`                     |
 * | short URL | query, fragment, and those of its host and its alias       | those of its host and its alias          |
 * | name      | NFC, whitespace at both ends, repeated spaces, HTML        | case                                     |
 * |           | entities, and HTML tags                                    |                                          |
 * | ID        | whether it is a number or a string                         | all others; 0 and '' aren't IDs          |
 */
export function toAliasKey(alias: unknown): string {
	return trimSlashes(toDecoded(scalarToText(alias).trim()));
}

/** Returns the text percent-decoded and in NFC, the form in which parts of aliases and URLs are compared. */
export function toDecoded(text: string): string {
	// Decode each ASCII character separately, so that an invalid sequence doesn't prevent the others from being decoded.
	return text.replace(/%[0-7][\da-f]|(%[89a-f][\da-f])+/gi, decode).normalize('NFC');
}

/** True if an alias or URL contains the text, in any case, encoding and spelling of its host. */
export function hasPart(whole: string, part: string): boolean {
	const url = `https://${part.replace(/^https?:\/\//i, '')}`;
	// As a URL, the part may lose its final slash. So it is only compared so if its host may have another spelling.
	const asUrl = /[^\0-\x7f]/.test(part) ? toTargetKey(url).slice('https://'.length) : part;
	const pairs = [
		[toDecoded(whole), toDecoded(part)],
		[toTargetKey(whole), asUrl],
	];
	return pairs.some(([text, search]) => text.toLowerCase().includes(search.toLowerCase()));
}

export function toTargetKey(target: unknown): string {
	const text = scalarToText(target).trim();
	if (!URL.canParse(text)) return text;
	const { href, search, hash } = new URL(text);
	return search || hash ? href : href.replace(/\/$/, '');
}

/** Returns the host of a URL or domain, with its port; '' if the text has no host. */
export function getHost(text: string): string {
	return parseAddress(text)?.host ?? '';
}

/** Returns the host of a link, from its domain or otherwise from its short URL; '' if its record contains neither. */
export function getLinkHost(link: IDataObject): string {
	return getHost(scalarToText(link.domain)) || getHost(getShortUrl(link) ?? '');
}

/** Returns the host and alias of a short URL; undefined for any other text, such as a bare alias. */
export function parseShortUrl(text: string): { host: string; alias: string } | undefined {
	const { host, path } = parseAddress(text) ?? {};
	return host && path !== undefined ? { host, alias: path } : undefined;
}

/** Returns the comparison key of a short URL, which is the same for all of its spellings; '' for any other text. */
export function toShortUrlKey(text: unknown): string {
	const { host, alias } = parseShortUrl(scalarToText(text)) ?? {};
	return host ? `${host}/${toAliasKey(alias)}` : '';
}

/** Returns a name of a QR code in one Unicode form, with single spaces. */
export function toPlainName(name: unknown): string {
	return scalarToText(name).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The characters of the named HTML entities that v3 sites put into names (S5), and of their kin. */
const ENTITIES: Record<string, number> = { lt: 60, gt: 62, quot: 34, apos: 39 };

/** Returns the key by which names of QR codes are compared. Some sites store names without tags, and escaped (S5). */
export function toNameKey(name: unknown): string {
	const text = scalarToText(name)
		.replace(/&(amp;)+/gi, '&')
		.replace(/&(#x?[\da-f]{1,7}|lt|gt|quot|apos);/gi, (whole, entity: string) => {
			const code = ENTITIES[entity.toLowerCase()] ?? Number(`0${entity.slice(1)}`);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		});
	// A name may consist of nothing but a tag.
	return toPlainName(text.replace(/<[^\s<>][^<>]*>/g, '')) || toPlainName(text);
}

/** Returns the comparison key of an ID: the ID as a string, or '' for a value that isn't an ID. */
export function toIdKey(id: unknown): string {
	const text = scalarToText(id).trim();
	return Number(text) === 0 ? '' : text;
}

export function isSameTarget(one: unknown, other: unknown): boolean {
	return toTargetKey(one) === toTargetKey(other);
}

/** True if a link with this short URL and this target would redirect to itself. */
export function isOwnShortUrl(target: unknown, shortUrl: unknown): boolean {
	const key = toShortUrlKey(target);
	return key !== '' && key === toShortUrlKey(shortUrl);
}

const CUT_BY_URLS = /[#?\\\s\p{Cc}\p{Cf}]|(^|\/)\.\.?(\/|$)/u;

/** True if the alias stays unchanged as part of a URL; false if a URL parser would cut or change it. */
export function isWholeAlias(alias: string): boolean {
	const key = toAliasKey(alias);
	return key !== '' && !CUT_BY_URLS.test(key);
}

const ADDRESS = /^(https?:\/\/)?([^/?#\\\s]+)(\/[^?#]*)?([?#].*)?$/is;

/** Parses text that begins with http(s):// or with a host, which must contain a dot or a port. */
function parseAddress(text: string): { host: string; path?: string } | undefined {
	const [, scheme, place, path = scheme && ''] = ADDRESS.exec(text.trim()) ?? [];
	if (!place || (!scheme && !/[^.]\.[^.]|:\d|^localhost$/i.test(place))) return undefined;
	const url = `${scheme ?? 'https://'}${place}`;
	return URL.canParse(url) ? { host: new URL(url).host, path } : undefined;
}

function decode(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}

/**
 * Removes slashes from both ends. Uses a loop, because a regular expression would backtrack at every run of slashes
 * inside the text.
 */
function trimSlashes(text: string): string {
	let [start, end] = [0, text.length];
	while (text[start] === '/') start += 1;
	while (end > start && text[end - 1] === '/') end -= 1;
	return text.slice(start, end);
}
