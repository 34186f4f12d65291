/** A text for users, with `{names}` in place of values. */
export interface Message {
	/** The event; or the whole text of a hint, or a part of other texts. */
	message: string;
	/** The advice. */
	description?: string;
	/** The name of a failure with these words, if it has its own name: see `REASONS`. */
	reason?: string;
}

export type Messages = Record<string, Message>;

/** The names in a text. Braces with quotes inside are JSON. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
	: never;

/** Each text separately: in a union with a plain string, a literal type would be lost. */
type NamesOf<T> = { [Key in keyof T & keyof Message]: Names<T[Key]> }[keyof T & keyof Message];

/** The values that texts need: one per name, or no argument at all. */
export type ValuesOf<T> = [NamesOf<T>] extends [never]
	? []
	: [values: Record<NamesOf<T>, string | number>];

/** Puts values into texts. Without values the texts stay as they are, since they may contain filled-in braces. */
export function fill<const T extends Message>(
	texts: T,
	...[values]: ValuesOf<T>
): Record<keyof T & keyof Message, string> {
	const put = (text: string) =>
		values ? text.replace(/\{(\w+)\}/g, (_, name: NamesOf<T>) => String(values[name])) : text;
	const { message, description } = texts;
	const advice = description === undefined ? {} : { description: put(description) };
	const filled: Message = { ...texts, message: put(message), ...advice };
	return filled as Record<keyof T & keyof Message, string>;
}

/** Cuts a text that is longer than `most` characters, with an ellipsis. */
export function shorten(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most)}…` : text;
}
