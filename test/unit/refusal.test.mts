/** Which rows of a batch a refusal is about: only then are the others sent again. */
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { readRefusal, toReason } from '../../nodes/LinkPlatform/resources/qrCode/refusal.ts';

const rows = Array.from({ length: 20 }, (_, n) => ({
	name: `Table ${n}`,
	url: `https://example.com/${n}`,
}));
const refuse = (message: string, httpCode = '422') =>
	new Failure({ message, description: '' }, { httpCode }, 'refused');
const read = (message: string, base?: 0 | 1) => readRefusal(refuse(message), rows, base);
const none = { places: [], numbers: [] };

test.each([
	'Quota exceeded for qrs: 10 of 10 used',
	'Validation failed on line 1: plan has no bulk',
	'Your plan has no QR codes left (0 items)',
	'Limit of items: 10 a month',
	'Only 10 items per month',
	'row 3 of 10 rows this month',
	'item 3 per day',
	'Too many rows (limit 10)',
	'qrs10 is unknown',
	'_qrs.3 is unknown',
	'Row 21: no',
	'qrs.700.url: no',
	'Brow 3 is unknown',
	'404: not found',
	'',
])('%j is about none', (message) => {
	expect(read(message)).toMatchObject(none);
});

test.each([
	['The field "qrs.7.url" is not valid', [7]],
	['qrs[7].url is no URL', [7]],
	['/qrs/7/url: no', [7]],
	['7.url: no URL', [7]],
	['The data is not valid; 7: no; 9.name: no', [7, 9]],
	['The data is not valid; qrs.7.url: no; qrs.7.name: no; qrs.12.url: no', [7, 12]],
	['Row 7: no', [7]],
	['ROW #7: no', [7]],
	['Invalid item #7', [7]],
	['Entry [7] is bad', [7]],
	['element (7) is bad', [7]],
	['index 7', [7]],
	['Row 7 is not valid', [7]],
])('%j has the numbers %j, which only the count makes places', (message, numbers) => {
	expect(read(message)).toMatchObject({ places: [], numbers });
	expect(read(message, 0)).toMatchObject({ places: numbers, numbers: [] });
	expect(read(message, 1)).toMatchObject({
		places: numbers.map((number) => number - 1),
		numbers: [],
	});
});

test.each([
	['a first 0', 'Row 0: no', [0]],
	['a 0 among them', 'qrs.0.url: no; qrs.3.url: no', [0, 3]],
	['a last one equal to their number', 'Row 20: no', [19]],
	['both of them', 'qrs.4.url: no; qrs.20.url: no', [3, 19]],
])('%s shows how rows are counted', (_, message, places) => {
	expect(read(message)).toMatchObject({ places, numbers: [] });
});

test('a number that is no place in the known count is left out', () => {
	expect(read('Row 20: no', 0)).toMatchObject(none);
});

test.each([
	['its URL', 'https://example.com/1 is not allowed', [1]],
	['its URL in quotes', 'not allowed: "https://example.com/13"', [13]],
	['its URL at the end', 'not allowed: https://example.com/13.', [13]],
	['a longer URL', 'https://example.com/130 is not allowed', []],
	['its name in quotes', 'The name "Table 4" is not allowed', [4]],
	['its name without quotes', 'Table 4 is not allowed', []],
	['two of them', '"Table 4" and "Table 5" are not allowed', [4, 5]],
])('a row is named by %s', (_, message, places) => {
	expect(read(message)).toMatchObject({ places, numbers: [] });
});

test.each([
	['Row 5: the name "Table 4" is taken', [4]],
	['Row 4: the name "Table 4" is taken', [4]],
	['qrs.3.url: https://example.com/3 is not allowed', [3]],
	// Something else is quoted, too.
	['Row 5: the name "Table 4" is taken, see "Table 17"', [4]],
])('what is quoted decides how %j counts', (message, places) => {
	expect(read(message)).toMatchObject({ places, numbers: [] });
});

test('what is quoted decides nothing if it is not at that place', () => {
	expect(read('Row 9: the name is taken, see "Table 4"')).toMatchObject({
		places: [],
		numbers: [9],
	});
});

test('a name may read like a place', () => {
	const named = [...rows.slice(0, 5), { name: 'row 3', url: 'https://example.com/x' }];
	const failure = refuse('The name "row 3" is not allowed');
	expect(readRefusal(failure, named)).toMatchObject({ places: [5], numbers: [] });
});

describe('reason', () => {
	const reason = (message: string, httpCode?: string) => toReason(refuse(message, httpCode));

	test.each([
		['numbers', 'Row 1: no', 'Row 23: no'],
		['quotes', 'The name "a" is bad', 'The name "b" is bad'],
		['URLs', 'https://a.example is bad', 'http://b.example/x is bad'],
		['how often it is given', 'No; qrs.1.url: bad', 'No; qrs.2.url: bad; qrs.3.url: bad'],
	])('is the same for other %s', (_, one, other) => {
		expect(reason(one)).toBe(reason(other));
	});

	test('is another one for other words or another status', () => {
		expect(reason('Row 1: no')).not.toBe(reason('Row 1: never'));
		expect(reason('Row 1: no')).not.toBe(reason('Row 1: no', '400'));
	});
});

test.each([
	['qrs.7.url: no', 0],
	['7.url: no', 0],
	['Row 7: no', 1],
	['Row 8: qrs.7.url is no URL', 0],
] as const)('the numbers of %j usually count from %i', (message, usual) => {
	expect(read(message).usual).toBe(usual);
	expect(read(message).base).toBeUndefined();
});

test.each([
	['Row 0: no', 0],
	['Row 20: no', 1],
] as const)('%j counts from %i', (message, base) => {
	expect(read(message).base).toBe(base);
});
