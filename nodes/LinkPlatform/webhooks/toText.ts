/**
 * A name, an id or a time as text; '' for what can be none. Not `String()`: that throws for an object with a
 * `toString` of its own, which any JSON may hold, and makes a name of a list.
 */
export function toText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
