/** CSV as services write it. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
	decodeText,
	parseCsv,
	parseRecords,
} from '../../nodes/LinkPlatform/resources/subscriber/parseCsv.ts';

test('parseCsv reads any comma-separated text the same way as the package csv-parse', () => {
	const options = { skip_empty_lines: true, relax_column_count: true, bom: true };
	const reference = (text: string): string[][] | undefined => {
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
			expect(parseCsv(text)).toEqual(expected);
		}),
		{ numRuns: 4_000 },
	);
	expect(compared).toBeGreaterThan(1000);
});

test.each<[string, string, string[][]]>([
	['an empty text', '', []],
	['a byte order mark before a quote', '\uFEFF"a",b', [['a', 'b']]],
	['a quote inside a cell', 'a"b,c', [['a"b', 'c']]],
	[
		'semicolons',
		'a;b\nc;"d;e"',
		[
			['a', 'b'],
			['c', 'd;e'],
		],
	],
	[
		'tabs',
		'a\tb\n1,5\td',
		[
			['a', 'b'],
			['1,5', 'd'],
		],
	],
	[
		'semicolons, with commas in a quoted name',
		'"a,b,c";d\n1;2',
		[
			['a,b,c', 'd'],
			['1', '2'],
		],
	],
	[
		'commas, with a semicolon in a cell',
		'a,b\nc;d,e',
		[
			['a', 'b'],
			['c;d', 'e'],
		],
	],
	['one column with a semicolon in a cell', 'a\nb;c', [['a'], ['b;c']]],
	['text after a quote', '"a"b,c', [['ab', 'c']]],
])('parseCsv returns the rows of %s', (_, text, rows) => {
	expect(parseCsv(text)).toEqual(rows);
});

test.each([
	['"a', 1],
	['a,b\n"c', 2],
	['a\r\nb\r\n"c\n\n', 3],
	['a\rb\r\r"c""', 4],
])('parseCsv rejects %j, because its quoted value starting in line %i never ends', (text, line) => {
	expect(() => parseCsv(text)).toThrow(
		expect.objectContaining({
			kind: 'unknown',
			message: `The CSV file ends inside a quoted value that starts on line ${line}`,
		}) as Error,
	);
});

test.each([
	['an empty text', '', []],
	['only a header row', 'a,b', []],
	['a header row and one record', 'a, b \n1,2', [{ a: '1', b: '2' }]],
	['columns without a name', 'a,,\n1,2,3', [{ a: '1', column_2: '2', column_3: '3' }]],
	['columns with equal names', 'a,a,a\n1,2,3', [{ a: '1', a_2: '2', a_3: '3' }]],
	['cells beyond the last name', 'a\n1,2\n3', [{ a: '1', column_2: '2' }, { a: '3' }]],
	['rows with missing cells', 'a,b,c\n1', [{ a: '1', b: '', c: '' }]],
])('parseRecords returns the records of %s', (_, text, records) => {
	expect(parseRecords(text)).toEqual(records);
});

test('parseRecords accepts any column name, such as __proto__', () => {
	const [row] = parseRecords('__proto__,constructor\nx,y');
	expect(Object.entries(row)).toEqual([
		['__proto__', 'x'],
		['constructor', 'y'],
	]);
});

const TEXT = 'name\nCäsar €\n';
test.each([TEXT, `\uFEFF${TEXT}`])('decodeText decodes the UTF-8 text %j', (text) => {
	expect(decodeText(Buffer.from(text))).toBe(text);
});

test.each<[string, Buffer]>([
	['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
	['UTF-16 without a byte order mark', Buffer.from('name\nAda\n', 'utf16le')],
	['Windows-1252', Buffer.from('name\nC\xe4sar \x80\n', 'latin1')],
])('decodeText rejects a file in %s instead of guessing its encoding', (_, bytes) => {
	expect(() => decodeText(bytes)).toThrow('The CSV file is not in UTF-8');
});

test('decodeText returns an empty string for an empty file', () => {
	expect(decodeText(Buffer.alloc(0))).toBe('');
});
