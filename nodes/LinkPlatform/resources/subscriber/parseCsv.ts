import { Failure } from '../../api/failure';
import { subscriberMessages } from './messages';

/** How much of a text may be its first line. */
const LOOKED_AT = 10_000;

/** The text of a file in UTF-8. Fails for another encoding, which would have to be guessed. */
export function decodeText(bytes: Buffer): string {
	const text = bytes.toString('utf8');
	if (/[\0\ufffd]/.test(text)) throw Failure.unusable(subscriberMessages.notUtf8);
	return text;
}

/** What separates the cells: a comma, unless the first line has none, but another separator outside of quotes. */
function getSeparator(text: string): string {
	const [line] = text
		.slice(0, LOOKED_AT)
		.replace(/"[^"]*"/g, '')
		.split(/[\r\n]/, 1);
	return [',', ';', '\t'].find((separator) => line.includes(separator)) ?? ',';
}

/**
 * The rows of a CSV text (RFC 4180): quotes, doubled quotes, separators and line breaks inside quotes, a byte
 * order mark, and any of the three line breaks. Cells may be separated by commas, semicolons or tabs. Lines with
 * nothing on them are left out. A quote inside an unquoted cell is part of its text.
 */
export function parseCsv(text: string): string[][] {
	const separator = getSeparator(text);
	// What is in quotes, what follows them or stands without, and what ends the cell.
	const pattern = `(?:"([^"]*(?:""[^"]*)*)"(?!"))?([^${separator}\\r\\n]*)(${separator}|\\r\\n?|\\n|$)`;
	const cell = new RegExp(pattern, 'y');
	const rows: string[][] = [];
	let row: string[] = [];
	let at = text.startsWith('\uFEFF') ? 1 : 0;
	// Also at the end of the text: an empty cell follows a separator.
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
 * The rows as records, named by the first row. No cell gets lost: columns without a name, or with one that
 * was there before, are numbered, and so are cells beyond the last column.
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
