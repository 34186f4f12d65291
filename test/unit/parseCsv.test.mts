/** CSV as services write it. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseCsv, parseRecords } from '../../nodes/LinkPlatform/resources/subscriber/parseCsv.ts';
import { table } from '../support/table.mts';

test('parseCsv reads any comma-separated text the same way as the package csv-parse', () => {
	const options = { skip_empty_lines: true, relax_column_count: true, bom: true };
	const reference = (text: string) => {
		try {
			return parse(text, { ...options, record_delimiter: ['\r\n', '\n', '\r'] });
		} catch {
			return undefined;
		}
	};
	const unit = fc.constantFrom('"', '""', ',', '\r\n', '\n', '\r', 'a', 'bc', ' ', '\uFEFF');
	let compared = 0;
	fc.assert(
		fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
			const expected = reference(text);
			if (!expected) return;
			compared += 1;
			// Unlike parseCsv, csv-parse returns a row for a line that consists of two quotes.
			expect(parseCsv(text)).toEqual(expected.filter((row) => row.length > 1 || row[0] !== ''));
		}),
		{ numRuns: 4_000 },
	);
	expect(compared).toBeGreaterThan(1000);
});

test.each(table<[string, string, unknown[]]>`
	an empty text | "" | []
	a byte order mark before a quote | "\ufeff\"a\",b" | [["a", "b"]]
	a quote inside a cell | a"b,c | [["a\"b", "c"]]
	commas, with a semicolon in a cell | "a,b\nc;d,e" | [["a", "b"], ["c;d", "e"]]
	one column with a semicolon in a cell | "a\nb;c" | [["a"], ["b;c"]]
`)('parseCsv returns the rows of %s', (_, text, rows) => {
	expect(parseCsv(text)).toEqual(rows);
});

const invalid = 'The CSV file is incomplete or not in UTF-8';

test.each(['"a', 'a,b\n"c', 'a\r\nb\r\n"c\n\n', 'a\rb\r\r"c""', '"a"b,c'])(
	'parseCsv rejects %j, because its quotes are wrong',
	(text) => {
		const failure = expect.objectContaining({ kind: 'unknown', message: invalid }) as Error;
		expect(() => parseCsv(text)).toThrow(failure);
	},
);

test.each(table<[string, string, unknown[]]>`
	an empty text | "" | []
	only a header row | a,b | []
	a header row and one record | "a, b \n1,2" | [{"a": "1", "b": "2"}]
	columns without a name | "a,,\n1,2,3" | [{"a": "1", "column_2": "2", "column_3": "3"}]
	cells beyond the last name | "a\n1,2\n3" | [{"a": "1", "column_2": "2"}, {"a": "3"}]
	columns of the same name | "a,a,a_2\n1,2,3" | [{"a": "1", "a_2": "2", "a_2_3": "3"}]
	rows with missing cells | "a,b,c\n1" | [{"a": "1"}]
`)('parseRecords returns the records of %s', (_, text, records) => {
	expect(parseRecords(text)).toEqual(records);
});

test('parseRecords accepts any column name, such as __proto__', () => {
	const [row] = parseRecords('__proto__,constructor\nx,y');
	expect(Object.entries(row)).toEqual([
		['__proto__', 'x'],
		['constructor', 'y'],
	]);
});

test.each<BufferEncoding>(['utf16le', 'latin1'])(
	'parseCsv rejects a file in %s instead of guessing its encoding',
	(encoding) => {
		const bytes = Buffer.from('name\nCäsar\n', encoding);
		expect(() => parseCsv(bytes.toString())).toThrow(invalid);
	},
);
