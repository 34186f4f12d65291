/** Groups values by key. The groups, and the values in each, keep their order. */
export function groupBy<Value, Key>(
	values: Value[],
	toKey: (value: Value, index: number) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const [index, value] of values.entries()) {
		const key = toKey(value, index);
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push(value);
	}
	return groups;
}
