/** What users read. */
interface Texts {
	/** What happened; or the whole text of a hint, or part of other texts. */
	message: string;
	/** What to do. */
	description?: string;
}

/** Texts with `{names}` in place of values, and what the troubleshooting page says of them. */
export interface Message extends Texts {
	/** What the message means. */
	meaning: string;
	/** What else to do. */
	advice?: string;
}

export type Messages = Record<string, Message>;

/** The names in a text. Braces with quotes inside are JSON. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string}"${string}` ? never : Name) | Names<Rest>
	: never;

/** Each text separately: in a union with a plain string, a literal type would be lost. */
type NamesOf<T> = { [Key in keyof T & keyof Texts]: Names<T[Key]> }[keyof T & keyof Texts];

/** The values that texts need: one for each name, or no argument at all. */
export type ValuesOf<T> = [NamesOf<T>] extends [never]
	? []
	: [values: Record<NamesOf<T>, string | number>];

/** The texts with these values. Without values they are unchanged, since they may contain filled-in braces. */
export function fill<const T extends Texts>(
	texts: T,
	...[values]: ValuesOf<T>
): Record<keyof T & keyof Texts, string> {
	const put = (text: string) =>
		values ? text.replace(/\{(\w+)\}/g, (_, name: NamesOf<T>) => String(values[name])) : text;
	const { message, description } = texts;
	const advice = description === undefined ? {} : { description: put(description) };
	return { message: put(message), ...advice } as Record<keyof T & keyof Texts, string>;
}
