/**
 * Returns the rows of a table for `test.each`. Each line of the text is a row, and ` | ` separates its cells. A cell that
 * is JSON, or `undefined`, stands for its value, and any other cell for its text. Lines that begin with `//` are comments.
 */
export const table = <Row extends unknown[] = string[]>([text]: TemplateStringsArray) =>
	text
		.trim()
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => !line.startsWith('//'))
		.map((line) => line.split(' | ').map(toValue) as Row);

function toValue(cell: string): unknown {
	const text = cell.trim();
	if (text === 'undefined') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
