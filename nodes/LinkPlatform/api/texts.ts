/** A string in JSON, with the name of its field. */
export type NamedText = { name: string; text: string };

/**
 * Collects all strings in `data`, at any depth, with their field names. `field` is the name of the field that holds
 * `data`; a string in a list has the name of the list's field.
 */
export function getTexts(data: object, field = '', texts: NamedText[] = []): NamedText[] {
	for (const [key, value] of Object.entries(data)) {
		const name = Array.isArray(data) ? field : key;
		if (typeof value === 'string') texts.push({ name, text: value });
		else if (typeof value === 'object' && value !== null) getTexts(value, name, texts);
	}
	return texts;
}
