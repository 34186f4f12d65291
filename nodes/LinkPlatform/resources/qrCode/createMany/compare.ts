import type { IDataObject } from 'n8n-workflow';
import { getTarget, toPlain } from '../../../api/dialect';
import { normalizeUrl } from '../../../api/url';

/** The name and target of a QR code to be created. */
export interface Row {
	name: string;
	url: string;
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
	const target = getTarget(record);
	return target === undefined ? undefined : toLooseKey(target) === toLooseKey(url);
}

function toLooseKey(url: unknown): string {
	return toTargetKey(url)
		.toLowerCase()
		.replace(/^[a-z][a-z\d+.-]*:\/\/(www\.)?/, '')
		.replace(/\/(?=$|[?#])/, '');
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
