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

/** Matches whitespace, control and format characters, except the tag characters that end the emoji of some flags. */
export const INVISIBLE = /(?![\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}]/u;

/** Returns the text without whitespace and invisible characters at both ends. */
export function trimInvisible(text: string): string {
	const characters = [...text];
	const isVisible = (character: string) => !INVISIBLE.test(character);
	const end = characters.findLastIndex(isVisible) + 1;
	return characters.slice(characters.findIndex(isVisible), end).join('');
}
