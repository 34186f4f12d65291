/**
 * Returns the rows of a table for `test.each`. Each line of the text is a row, and ` | ` separates its cells. A cell that
 * is JSON, a regular expression or `undefined` stands for its value, and any other cell for its text. Lines that begin
 * with `//` are comments.
 */
export const table = <Row extends unknown[] = string[]>({ raw: [text] }: TemplateStringsArray) =>
	text
		.trim()
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => !line.startsWith('//'))
		.map((line) => line.split(' | ').map((cell) => toValue(cell.trim())) as Row);

function toValue(text: string): unknown {
	if (text === 'undefined') return undefined;
	const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? [];
	if (pattern) return new RegExp(pattern, flags);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
