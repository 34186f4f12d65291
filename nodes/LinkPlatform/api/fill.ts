/** A message of a failure, with placeholders such as `{name}` for values. */
export interface Message {
	/** The sentence that says what happened. */
	message: string;
	/** The advice: a sentence that says what the user should do. */
	description?: string;
	/** The specific name of a failure with this message, if it has one: see `REASONS`. */
	reason?: string;
}

/** The texts of a group, by name. A hint, and a phrase that is a part of other texts, is a string. */
export type Messages = Record<string, Message | string>;

/** The placeholder names in a string literal type. Braces that contain quotes are JSON, not placeholders. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
	: never;

/**
 * The placeholder names in a text, or in all strings of a message. Each string is inferred separately, because a
 * literal type would be lost in a union with `string`.
 */
type NamesOf<T> = T extends string
	? Names<T>
	: { [Key in keyof T & keyof Message]: Names<T[Key]> }[keyof T & keyof Message];

/**
 * The arguments of `fill` for a text or message: an object with one value per placeholder, or no argument if it has no
 * placeholders.
 */
export type ValuesOf<T> = [NamesOf<T>] extends [never]
	? []
	: [values: Record<NamesOf<T>, string | number>];

type Filled<T> = T extends string ? string : Record<keyof T & keyof Message, string>;

/**
 * Replaces the placeholders of a text or message with values. Numbers get separators for thousands. Without values,
 * returns it unchanged, because it may contain braces from an earlier replacement.
 */
export function fill<const T extends Message | string>(
	texts: T,
	...[values]: ValuesOf<T>
): Filled<T> {
	if (!values) return texts as unknown as Filled<T>;
	const put = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: NamesOf<T>) => values[name].toLocaleString('en-US'));
	if (typeof texts === 'string') return put(texts) as Filled<T>;
	const filled = Object.entries(texts).map(([name, text]) => [name, put(String(text))]);
	return Object.fromEntries(filled) as Filled<T>;
}

/** Cuts a string to `most` characters, and appends an ellipsis if it was longer. */
export function shorten(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most)}…` : text;
}
