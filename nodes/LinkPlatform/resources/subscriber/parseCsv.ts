import { Failure } from '../../api/failure';
import { subscriberMessages } from './messages';

/** A cell and its end. Capture groups: the text in quotes, the text without quotes, and the end of the cell. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|((?!")[^,\r\n]*))(,|\r\n?|\n|$)/gy;

/**
 * Parses CSV (RFC 4180) into rows of cells. Accepts a byte order mark and all three kinds of line breaks (CRLF, LF
 * and CR). Leaves out empty lines. Throws if the text isn't CSV, e.g. because it ends inside quotes, or if the file
 * wasn't in UTF-8.
 */
export function parseCsv(text: string): string[][] {
	const content = text.replace(/^\uFEFF/, '');
	const rows: string[][] = [];
	let row: string[] = [];
	let parsed = 0;
	for (const [cell, quoted, plain, end] of content.matchAll(CELL)) {
		parsed += cell.length;
		row.push(quoted?.replaceAll('""', '"') ?? plain);
		if (end === ',') continue;
		rows.push(row);
		row = [];
	}
	const isUtf8 = !/[\0\ufffd]/.test(content);
	if (parsed < content.length || !isUtf8) throw Failure.unusable(subscriberMessages.invalidCsv);
	return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/**
 * Parses CSV into objects, with the first row as their keys. A cell without a column name, or with one that an earlier
 * column has, gets a numbered one.
 */
export function parseRecords(text: string): Array<Record<string, string>> {
	const [header = [], ...rows] = parseCsv(text);
	const names: string[] = [];
	for (const [index, cell] of header.entries()) {
		const name = cell.trim() || `column_${index + 1}`;
		names.push(names.includes(name) ? `${name}_${index + 1}` : name);
	}
	const toEntry = (cell: string, index: number) => [names[index] ?? `column_${index + 1}`, cell];
	return rows.map((cells) => Object.fromEntries(cells.map(toEntry)) as Record<string, string>);
}
