import type { IDataObject } from 'n8n-workflow';
import { normalizeUrl } from '../../../api/url';

/** The name and target of a QR code to be created. */
export interface Row {
	name: string;
	url: string;
}

/** What a record may call its target; its `url` is the short one. */
const TARGETS = [
	'linkedUrl',
	'linked_url',
	'longurl',
	'target',
	'targetUrl',
	'target_url',
	'destination',
];

/** The target that a record states; undefined if it states none. */
export function getTargetUrl(record: IDataObject): IDataObject[string] {
	return TARGETS.map((name) => record[name]).find((value) => value !== undefined && value !== null);
}

/** Equal for all spellings of a URL. */
export function toTargetKey(url: unknown): string {
	const text = toPlain(url);
	return normalizeUrl(text) ?? text;
}

/**
 * Whether a record leads to this URL, in whatever way services write one: without its scheme, with another one,
 * without the last slash, in small letters. Undefined if it doesn't say where it leads.
 */
export function leadsTo(record: IDataObject, url: string): boolean | undefined {
	const target = getTargetUrl(record);
	return target === undefined ? undefined : toLooseKey(target) === toLooseKey(url);
}

function toLooseKey(url: unknown): string {
	return toTargetKey(url)
		.toLowerCase()
		.replace(/^[a-z][a-z\d+.-]*:\/\/(www\.)?/, '')
		.replace(/\/(?=$|[?#])/, '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text without what services do to one: equal texts are the same name. */
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

/** The values in groups by their keys, each in the order given. */
export function groupBy<Value, Key>(
	values: Value[],
	toKey: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = toKey(value);
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}
