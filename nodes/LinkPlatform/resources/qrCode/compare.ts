import type { IDataObject } from 'n8n-workflow';
import { normalizeUrl } from '../../api/url';

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

/** Whether a QR code leads to the row's target; undefined if its record doesn't say where it leads. */
export function leadsTo(record: IDataObject, { url }: Row): boolean | undefined {
	const target = getTargetUrl(record);
	return target === undefined ? undefined : toTargetKey(target) === toTargetKey(url);
}

/** True if it has the row's name. */
export function isNamed({ name }: IDataObject, row: Row): boolean {
	return name !== undefined && name !== null && toPlain(name) === toPlain(row.name);
}

/** Equal for all spellings of a URL. */
export function toTargetKey(url: unknown): string {
	const text = toPlain(url);
	return normalizeUrl(text) ?? text;
}

/** Equal for what services make of a URL besides: no scheme, another one, no slash at the end, small letters. */
export function toLooseTargetKey(url: unknown): string {
	return toTargetKey(url)
		.toLowerCase()
		.replace(/^[a-z][a-z\d+.-]*:\/\/(www\.)?/, '')
		.replace(/\/(?=$|[?#])/, '');
}

/** The last created first, if the IDs are numbers; else the last one listed. */
export function newestFirst(records: IDataObject[]): IDataObject[] {
	const reversed = [...records].reverse();
	const isNumbered = records.every(({ id }) => /^\d+$/.test(String(id)));
	return isNumbered ? reversed.sort((a, b) => compareDigits(String(b.id), String(a.id))) : reversed;
}

/** Also for IDs that are too long for a number. */
function compareDigits(one: string, other: string): number {
	return one.length - other.length || one.localeCompare(other);
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
export function groupBy<Value>(
	values: Value[],
	toKey: (value: Value) => string,
): Map<string, Value[]> {
	const groups = new Map<string, Value[]>();
	for (const value of values) {
		const group = groups.get(toKey(value));
		if (group) group.push(value);
		else groups.set(toKey(value), [value]);
	}
	return groups;
}
