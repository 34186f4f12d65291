/** The name and target of a QR code to be created. */
export interface Row {
	name: string;
	url: string;
}

/** A row with its number in the run. */
export type NumberedRow = [number: number, row: Row];

/** Groups values by key. The groups, and the values in each, keep their order. */
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
