import type { IDataObject } from 'n8n-workflow';
import { getTarget } from '../../../api/dialect';
import { toTargetKey } from '../../../api/identity';

/** The name and target of a QR code to be created. */
export interface Row {
	name: string;
	url: string;
}

/** A row of the run, by its number. */
export type NumberedRow = [number: number, row: Row];

/** One text for all spellings of a URL, also with and without TLS and `www.`: services put them right. */
export function toUrlKey(url: unknown): string {
	return toTargetKey(url).replace(/^https?:\/\/(www\.)?/, '');
}

/** Whether a record leads to this URL; undefined if it doesn't say where it leads. */
export function leadsTo(record: IDataObject, url: string): boolean | undefined {
	const target = getTarget(record);
	return target === undefined ? undefined : toUrlKey(target) === toUrlKey(url);
}

/** The values in groups by their keys, each in the order given. */
export function groupBy<Value, Key>(
	values: Value[],
	toKey: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) {
		const key = toKey(value);
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push(value);
	}
	return groups;
}
