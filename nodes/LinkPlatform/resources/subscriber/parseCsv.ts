import { Failure } from '../../api/failure';
import { subscriberMessages } from './messages';

/** The number of characters at the beginning of a file in which the separator is detected. */
const LOOKED_AT = 10_000;

/** Decodes a UTF-8 file. Throws if the file isn't UTF-8, because any other encoding would be a guess. */
export function decodeText(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	if (/[\0\ufffd]/.test(text)) throw Failure.unusable(subscriberMessages.notUtf8);
	return text;
}

/** Returns the separator of a CSV file: the one that the first line contains outside of quotes, otherwise a comma. */
function getSeparator(text: string): string {
	const [line] = text
		.slice(0, LOOKED_AT)
		.replace(/"[^"]*"/g, '')
		.split(/[\r\n]/, 1);
	return [',', ';', '\t'].find((separator) => line.includes(separator)) ?? ',';
}

/**
 * Parses CSV (RFC 4180) into rows of cells, separated by commas, semicolons or tabs. Accepts quotes, doubled quotes,
 * separators and line breaks inside quotes, a byte order mark, and all three line breaks. Leaves out empty lines. A
 * quote inside an unquoted cell is part of the cell.
 */
export function parseCsv(text: string): string[][] {
	const separator = getSeparator(text);
	// Capture groups: the quoted part, the unquoted part, and the end of the cell.
	const pattern = `(?:"([^"]*(?:""[^"]*)*)"(?!"))?([^${separator}\\r\\n]*)(${separator}|\\r\\n?|\\n|$)`;
	const cell = new RegExp(pattern, 'y');
	const rows: string[][] = [];
	let row: string[] = [];
	let at = text.startsWith('\uFEFF') ? 1 : 0;
	// `at` may equal the length of the text, because a separator at the end is followed by an empty cell.
	while (at <= text.length) {
		cell.lastIndex = at;
		const [, quoted, plain, end] = cell.exec(text) as RegExpExecArray;
		if (quoted === undefined && plain.startsWith('"')) {
			const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
			throw Failure.unusable(subscriberMessages.csvIncomplete, { line });
		}
		row.push((quoted ?? '').replaceAll('""', '"') + plain);
		at = end === '' ? Infinity : cell.lastIndex;
		if (end === separator) continue;
		if (quoted !== undefined || plain !== '' || row.length > 1) rows.push(row);
		row = [];
	}
	return rows;
}

/**
 * Parses CSV into objects, using the first row as column names. No cell is lost: columns without a name or with a
 * repeated name are numbered, and so are cells beyond the last column.
 */
export function parseRecords(text: string): Array<Record<string, string>> {
	const [header = [], ...rows] = parseCsv(text);
	const width = rows.reduce((most, { length }) => Math.max(most, length), header.length);
	const names: string[] = [];
	for (let at = 0; at < width; at += 1) {
		const given = (header[at] ?? '').trim();
		const isFree = given !== '' && !names.includes(given);
		names.push(isFree ? given : `${given || 'column'}_${at + 1}`);
	}
	return rows.map((cells) => {
		const own = names.slice(0, Math.max(cells.length, header.length));
		return Object.fromEntries(own.map((name, at) => [name, cells[at] ?? '']));
	});
}
