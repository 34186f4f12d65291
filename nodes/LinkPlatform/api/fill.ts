/** A message for users, with placeholders such as `{name}` for values. */
export interface Message {
	/**
	 * The sentence that says what happened. For a hint, this is the whole text. Some messages are phrases that other
	 * messages contain.
	 */
	message: string;
	/** The advice: a sentence that says what the user should do. */
	description?: string;
	/** The specific name of a failure with this message, if it has one: see `REASONS`. */
	reason?: string;
}

export type Messages = Record<string, Message>;

/** The placeholder names in a string literal type. Braces that contain quotes are JSON, not placeholders. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
	: never;

/**
 * The placeholder names in all strings of a message. Each string is inferred separately, because a literal type would
 * be lost in a union with `string`.
 */
type NamesOf<T> = { [Key in keyof T & keyof Message]: Names<T[Key]> }[keyof T & keyof Message];

/**
 * The arguments of `fill` for a message: an object with one value per placeholder, or no argument if it has no
 * placeholders.
 */
export type ValuesOf<T> = [NamesOf<T>] extends [never]
	? []
	: [values: Record<NamesOf<T>, string | number>];

/**
 * Replaces the placeholders of a message with values. Numbers get separators for thousands. Without values, returns the
 * message unchanged, because it may contain braces from an earlier replacement.
 */
export function fill<const T extends Message>(
	texts: T,
	...[values]: ValuesOf<T>
): Record<keyof T & keyof Message, string> {
	const put = (text: string) =>
		values
			? text.replace(/\{(\w+)\}/g, (_, name: NamesOf<T>) => values[name].toLocaleString('en-US'))
			: text;
	const { message, description } = texts;
	const advice = description === undefined ? {} : { description: put(description) };
	const filled: Message = { ...texts, message: put(message), ...advice };
	return filled as Record<keyof T & keyof Message, string>;
}

/** Cuts a string to `most` characters, and appends an ellipsis if it was longer. */
export function shorten(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most)}…` : text;
}
