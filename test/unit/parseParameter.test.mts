/** The parsed values of fields by type, whatever an expression or a form supplies. */
import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { hasPassed } from '../../nodes/LinkPlatform/runner/dates.ts';
import {
	isLocator,
	parseList,
	parseParameter,
	toMissingFailure,
} from '../../nodes/LinkPlatform/runner/parseParameter.ts';
import { table } from '../support/table.mts';

type Type = INodeProperties['type'];
const field = (type: Type, more: object = {}) => ({
	displayName: 'The Field',
	name: 'field',
	type,
	default: '',
	...more,
});
const parse = (type: Type, raw: unknown, more: object = {}) =>
	parseParameter(field(type, more), raw, { timezone: 'Europe/Berlin' });
/** Expects the failure that says `must be`, followed by `wanted`. */
const expectRefused = (type: Type, raw: unknown, wanted: string, more?: object, shown?: string) =>
	expect(() => parse(type, raw, more)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: `'The Field' must be ${wanted} (got ${shown ?? JSON.stringify(raw)})`,
			description: [NUMBER, WHOLE].includes(wanted) ? DIGITS : CORRECT,
		}) as Error,
	);

const password = { typeOptions: { password: true } };
const several = { typeOptions: { multipleValues: true } };
const whole = { typeOptions: { numberPrecision: 0 } };
const range = { typeOptions: { minValue: 1, maxValue: 10 } };
const TEN = '2026-01-31T10:00:00+01:00';
const url = { typeOptions: { isUrl: true } };
const choices = {
	options: [
		{ name: 'None', value: '' },
		{ name: 'Portable Network Graphics', value: 'png' },
		{ name: 'Seven', value: 7 },
	],
};

type Row = [type: Type, raw: unknown, result: string, more?: object];
const settings: Record<string, object> = { password, several, whole, range, url, choices };
/** Returns the row of a table whose last cell is the name of the field's settings. */
const toRow = ([type, raw, result, more]: [Type, unknown, unknown, string?]) =>
	[type, raw, result, settings[more ?? '']] as Row;

test.each<Type>([
	'string',
	'number',
	'boolean',
	'color',
	'dateTime',
	'json',
	'multiOptions',
	'collection',
	'resourceMapper',
	'fixedCollection',
	'options',
	'resourceLocator',
])('parseParameter returns undefined for an empty field of type %s', (type) => {
	const empty = [
		null,
		undefined,
		'',
		' \n',
		'\u200b\u2060\u00ad\u200e',
		'\0',
		{ __rl: true, mode: 'id', value: null },
	];
	expect(empty.map((raw) => parse(type, raw))).toEqual(empty.map(() => undefined));
});

test.each<[type: Type, raw: unknown, parsed: unknown, more?: object]>([
	...table<[Type, unknown, unknown, string?]>`
		string | summer | summer
		string | " summer\n" | summer
		string | 7 | "7"
		string | "\u200b\u2060 summer\u200e\u00ad\u0000" | summer
		string | "👩\u200d💻 and 🏴\udb40\udc67\udb40\udc62\udb40\udc7f" | "👩\u200d💻 and 🏴\udb40\udc67\udb40\udc62\udb40\udc7f"
		string | {"__rl": true, "mode": "list", "value": "7"} | "7"
		string | " a " | " a " | password
		string | " https://example.com/a?b=c#d\n" | https://example.com/a?b=c#d | url
		string | http://localhost:3000 | http://localhost:3000 | url
		string | https://münchen.example/größe | https://münchen.example/größe | url
		string | my-app://open/7 | my-app://open/7 | url
		string | MAILTO:ada@example.com | MAILTO:ada@example.com | url
		string | tel:030123 | tel:030123 | url
		number | 0 | 0
		number | " 7.5 " | 7.5
		number | "-7.5" | -7.5
		number | 007 | 7
		number | "12\u200b" | 12 | whole
		number | "3" | 3 | whole
		number | 1 | 1 | range
		number | 10 | 10 | range
		boolean | true | true
		boolean | "true" | true
		boolean | false | false
		boolean | "false" | false
		boolean | " TRUE " | true
		boolean | False | false
		color | #1A2b3C | #1A2b3C
		color | 1A2b3C | #1A2b3C
		color | " #abc " | #abc
		color | 123 | #123
		dateTime | 2026-01-31 | 2026-01-31
		dateTime | "  2026-01-31\t\n" | 2026-01-31
		dateTime | 2026-01-31T10:00 | 2026-01-31T10:00:00+01:00
		dateTime | 2026-07-31 10:00:00 | 2026-07-31T10:00:00+02:00
		dateTime | 2026-01-31T10:00:00.000Z | 2026-01-31T11:00:00+01:00
		dateTime | 2028-02-29 | 2028-02-29
		dateTime | 2026-01-31T10:00+01:00 | 2026-01-31T10:00:00+01:00
		dateTime | 2026-01-31T09:00Z | 2026-01-31T10:00:00+01:00
		dateTime | 2026-01-31T10:00:00,5+01 | 2026-01-31T10:00:00.500+01:00
		dateTime | 2026-01-31T04:00:00.5-0500 | 2026-01-31T10:00:00.500+01:00
		dateTime | 2026-01-31T10:00:00 +01:00 | 2026-01-31T10:00:00+01:00
		json | "{\"a\": [1]}" | {"a": [1]}
		json | "7" | 7
		json | {"a": 1} | {"a": 1}
		json | [1] | [1]
		json | 7 | 7
		options | png | png | choices
		options | " PNG\n" | png | choices
		options | portable network GRAPHICS | png | choices
		options | 7 | 7 | choices
		options | "7" | 7 | choices
		resourceLocator | {"__rl": true, "mode": "id", "value": 7} | "7"
		resourceLocator | " 7 " | "7"
		options | " go.example " | go.example
		options | other | other
		options | 7 | 7
	`.map(toRow),
	['number', 1.5, 1.5, { typeOptions: { numberPrecision: 2 } }],
	['dateTime', new Date('2026-01-31T10:00:00Z'), '2026-01-31T11:00:00+01:00'],
	['dateTime', DateTime.fromISO('2026-01-31T04:00-05:00', { setZone: true }), TEN],
	['dateTime', { toJSON: () => '2026-01-31T09:00:00.000Z' }, TEN],
	// Options that are loaded from Link Platform aren't known here, so any value is accepted.
	['options', '\u200bother\u0000', 'other', { options: [] }],
])('parseParameter parses a field of type %s with %j as %j', (type, raw, parsed, more = {}) => {
	expect(parse(type, raw, more)).toEqual(parsed);
});

describe('words that an AI model writes into an empty field', () => {
	const read = (raw: unknown, more: object = {}, isTool = true) =>
		parseParameter(field('string', more), raw, { timezone: 'UTC', isTool });

	test.each(['null', 'NONE', ' undefined\n', 'N/a'])(
		'parseParameter treats %j in an optional field of an AI tool as empty',
		(raw) => {
			expect(read(raw)).toBeUndefined();
			expect(read({ __rl: true, mode: 'id', value: raw })).toBeUndefined();
			expect(read(raw, { required: true })).toBe(raw.trim());
			expect(read(raw, {}, false)).toBe(raw.trim());
			const options = [field('string')];
			expect(read({ field: raw }, { type: 'collection', options })).toEqual({});
			const groups = { type: 'fixedCollection', options: [{ name: 'values', values: options }] };
			expect(read({ values: { field: raw } }, groups)).toBeUndefined();
		},
	);

	test.each(['nullable', 'none of it', 'not null', 'n.a', 'x n/a'])(
		'parseParameter keeps the text %j in a field of an AI tool as a value',
		(raw) => {
			expect(read(raw)).toBe(raw);
		},
	);
});

test.each([
	'BEGIN:VCARD\nFN:Ann\nEND:VCARD',
	'WIFI:T:WPA;S:net;;',
	'geo:52.5,13.4',
	'MECARD:N:Ann;;',
])("%j is rejected in a URL field, because QR codes with such content aren't supported", (raw) => {
	const message = expect.stringContaining('Contacts, Wi-Fi networks and places');
	expect(() => parse('string', raw, url)).toThrow(expect.objectContaining({ message }) as Error);
});

const DATE = 'a date such as 2026-01-31 or 2026-01-31T18:00';
const NUMBER = 'a number';
const WHOLE = 'a whole number';
const CORRECT = 'Correct the value, or the expression that returns it';
const DIGITS = 'Write it in digits without separators for thousands, e.g. 1000';
const OBJECT = 'an object';
test.each<[type: Type, raw: unknown, wanted: string, more?: object, shown?: string]>([
	...table<[Type, string, unknown[], string?]>`
		string | text | [{"a": 1}, ["a"], true]
		string | a full URL, e.g. https://example.com/page | ["example.com/a", "/a", "http:/example.com", "https://", "localhost:3000", "javascript:alert(1)"] | url
		string | a full URL, e.g. https://example.com/page | ["https://example.com:99999", "mailto:", "http://http://example.com/menu", "https://http?x=1"] | url
		string | a full URL, e.g. https://example.com/page | ["https://http#x", "hxxps://example.com", 7] | url
		string | one URL without spaces, line breaks or invisible characters | ["https://a.example\nhttps://b.example", "https://a.example/my file", "https://a\tb", "https://example.com/a\u200bb"] | url
		string | one URL without spaces, line breaks or invisible characters | ["https://exam\u00adple.com", "https://example.com/a\u0007b", "https://example.com/1\u200d2"] | url
		number | a number | ["many", true, [7], "1,000", "1.000.000", "1e3", "+7", ".5", "7."]
		number | a whole number | [1.5, "1.000", "2.500", "1.0", "3.0"] | whole
		number | 1 or more | [0] | range
		number | 10 or less | ["11"] | range
		boolean | true or false | ["yes", 1, 0, [true]]
		color | a hex color, e.g. #1A2B3C | ["#abcd", "red", "#abcg", "x#abc", "#abcdef0", "##abc"]
		dateTime | a date such as 2026-01-31 or 2026-01-31T18:00 | ["2026-02-30", "01.02.2031", "May 1", "5", "Table 12", 46000, "2026", "20260131", "2026-W05-6"]
		dateTime | a date such as 2026-01-31 or 2026-01-31T18:00 | ["x2026-01-31", "2026-01-31T10", "2026-01-31T10:00 Berlin", "2026-01-31T10:00:00.", "2026-01-31T25:00"]
		dateTime | a date such as 2026-01-31 or 2026-01-31T18:00 | ["2026-01-31  10:00", "2026-01-31T10:00+15:00", "2026-01-31T10:00-30", "2026-01-31T10:00+0160"]
		dateTime | a date such as 2026-01-31 or 2026-01-31T18:00 | [{}, [], true, {"toJSON": "2026-01-31"}]
		multiOptions | a list of text values | [{"a": 1}, ["a", {}], "[{\"a\":1}]"]
		options | one of png, 7 | ["gif", "pn", "png, gif", ["png"]] | choices
		options | text | [true, {}]
		collection | an object | ["a", 7, ["a"]]
		fixedCollection | an object | ["a", 7, ["a"]]
		resourceMapper | an object | ["a", 7, ["a"]]
	`.flatMap(([type, wanted, all, more]) => all.map((raw) => toRow([type, raw, wanted, more]))),
	['string', NaN, 'text', {}, 'null'],
	['string', -Infinity, 'text', {}, 'null'],
	['number', Infinity, NUMBER, {}, 'null'],
	['number', 'x'.repeat(58), NUMBER],
	['number', 'x'.repeat(59), NUMBER, {}, `"${'x'.repeat(59)}…`],
	['dateTime', new Date(NaN), DATE, {}, 'null'],
	['dateTime', DateTime.invalid('none'), DATE, {}, 'null'],
	['options', NaN, 'text'],
	['string', { a: 1 }, 'text', password, '***'],
	['resourceMapper', { value: 'a' }, 'an object', {}, '"a"'],
	['resourceMapper', { value: ['a'] }, 'an object', {}, '["a"]'],
])(
	'a field of type %s with %j is rejected: its value must be %s',
	(type, raw, wanted, more = {}, shown = undefined) => {
		expectRefused(type, raw, wanted, more, shown);
	},
);

test('a number with so many digits that JavaScript reads it as infinite is rejected', () => {
	expect(() => parse('number', '9'.repeat(400))).toThrow("'The Field' must be a number");
});

test.each(['M\ufffdnchner Bier', '\ufffd', '\ud800'])(
	'the text %j, which was read with the wrong encoding, is rejected',
	(raw) => {
		expect(() => parse('string', raw)).toThrow(
			expect.objectContaining({
				message: `'The Field' has characters that could not be read (got ${JSON.stringify(raw)})`,
				description: expect.stringContaining('set its Encoding in the node that reads it'),
			}) as Error,
		);
	},
);

test('a URL may contain an emoji with joiners, such as a family', () => {
	for (const emoji of ['👨\u200d👩\u200d👧', '👩🏽\u200d💻', '🏳\ufe0f\u200d🌈']) {
		const text = `https://example.com/${emoji}`;
		expect(parse('string', text, url)).toBe(text);
	}
});

test("an error message shows a value that JSON can't represent, e.g. a symbol, as text", () => {
	expectRefused('number', Symbol('a'), NUMBER, {}, 'Symbol(a)');
});

test.each(['{a}', '[1', 'none'])('the invalid JSON %j is rejected with the reason', (raw) => {
	expect(() => parse('json', raw)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringMatching(/^'The Field' is not valid JSON: \S/),
			description: expect.stringContaining('quotes, commas and brackets'),
		}) as Error,
	);
});

test.each([
	['a, b ,,c', 'a b c'],
	['["a", "b"]', 'a b'],
	[' ["a"]', 'a'],
	[['a', 'b'], 'a b'],
	[['a,b', 'c'], 'a b c'],
	[[['a'], 'b'], 'a b'],
	[[7, 8], '7 8'],
	[7, '7'],
	[[null, 'a', undefined, ' '], 'a'],
	[[], undefined],
	[' , ', undefined],
])('a list field with %j is parsed into these values: %s', (raw, words) => {
	const list = words?.split(' ');
	expect(parse('multiOptions', raw)).toEqual(list);
	expect(parseList(field('string'), raw)).toEqual(list);
	expect(parse('string', raw, several)).toEqual(list);
});

test('a list field with invalid JSON is rejected with the reason', () => {
	expect(() => parse('multiOptions', '["a"')).toThrow("'The Field' is not valid JSON");
});

const inner = [
	{ ...field('string'), name: 'note' },
	{ ...field('number'), name: 'count', displayName: 'Count' },
	{ ...field('dateTime'), name: 'day' },
];

describe('a collection', () => {
	test('a parsed collection contains only known, filled-in fields, each parsed by its type', () => {
		const raw = { note: ' ', count: '0', day: '2026-01-31T10:00', other: 1 };
		const parsed = { count: 0, day: '2026-01-31T10:00:00+01:00' };
		expect(parse('collection', raw, { options: inner })).toEqual(parsed);
		expect(parse('collection', raw)).toEqual({});
	});

	test('the error message for a rejected value in a collection names its field', () => {
		const options = { options: inner };
		expect(() => parse('collection', { count: 'x' }, options)).toThrow(
			`'Count' must be a number (got "x")`,
		);
	});
});

describe('a fixed collection', () => {
	const group = { options: [{ name: 'values', displayName: 'Values', values: inner }] };

	test.each(table<[string, object, object]>`
		an entry | {"note": "a", "count": "1"} | {"note": "a", "count": 1}
		a time | {"day": "2026-01-31T10:00"} | {"day": "2026-01-31T10:00:00+01:00"}
		a list of one entry | [{"note": "a"}] | {"note": "a"}
	`)('parseParameter parses a fixed collection with %s', (_, values, parsed) => {
		expect(parse('fixedCollection', { values }, group)).toEqual(parsed);
	});

	test.each(table<[string, object]>`
		an empty entry | {"values": {"note": ""}}
		an empty list | {"values": []}
		an entry that is null | {"values": null}
		no entry | {}
		an entry of an unknown group | {"other": {"note": "a"}}
	`)('parseParameter returns undefined for a fixed collection with %s', (_, raw) => {
		expect(parse('fixedCollection', raw, group)).toBeUndefined();
	});

	test.each(['a', null])(
		'a fixed collection that contains %j instead of an entry is rejected',
		(entry) => {
			const shown = JSON.stringify(entry);
			expectRefused('fixedCollection', { values: [entry] }, OBJECT, group, shown);
		},
	);
});

describe('a resource mapper', () => {
	const column = (id: string, type?: string, more: object = {}) => ({
		id,
		displayName: `Column ${id}`,
		type,
		required: false,
		...more,
	});
	const map = (value: unknown, ...schema: object[]) => parse('resourceMapper', { value, schema });

	test.each(table<[string | undefined, string | number, unknown]>`
		array | "[\"a\"]" | ["a"]
		object | "{\"a\":1}" | {"a": 1}
		boolean | "true" | true
		dateTime | 2026-01-31T10:00 | 2026-01-31T10:00:00+01:00
		number | "7" | 7
		string | 7 | "7"
		url | " a " | a
		undefined | " a " | a
	`)('a resource mapper parses the value of a column of type %s', (type, raw, parsed) => {
		expect(map({ a: raw }, column('b', 'json'), column('a', type))).toEqual({ a: parsed });
	});

	test("a resource mapper rejects a value that isn't among the options of its column", () => {
		const choice = column('a', 'options', { options: [{ name: 'One', value: 'one' }] });
		expect(map({ a: 'one' }, choice)).toEqual({ a: 'one' });
		expect(() => map({ a: 'two' }, choice)).toThrow(`'Column a' must be one of one (got "two")`);
	});

	test("a resource mapper omits empty values, and keeps values of columns that aren't in its schema", () => {
		const raw = { a: ' ', b: 'b ', c: '', d: null, e: undefined, f: 0, g: false };
		expect(map(raw, column('a'))).toStrictEqual({ b: 'b ', f: 0, g: false });
		expect(parse('resourceMapper', { value: { a: 1 } })).toEqual({ a: 1 });
		expect(parse('resourceMapper', { value: null })).toEqual({});
	});

	test('a resource mapper rejects an empty value in a required column', () => {
		const required = [column('a'), column('b', 'string', { required: true })];
		expect(map({ b: 'x' }, ...required)).toEqual({ b: 'x' });
		expect(() => map({ a: 'x', b: ' ' }, ...required)).toThrow("'Column b' is empty");
	});
});

test('the error for an empty required field says how to fix it', () => {
	expect(toMissingFailure(field('string'))).toMatchObject({
		kind: 'input',
		message: "'The Field' is empty",
		description: 'Enter a value, or correct the expression that returns it',
	});
});

test.each([
	[{ __rl: true, mode: 'id', value: 7 }, true],
	[{ mode: 'id', value: 7 }, false],
	['__rl', false],
	[null, false],
	[undefined, false],
])('isLocator for the value %j returns %s', (value, is) => {
	expect(isLocator(value)).toBe(is);
});

test('an expiry with a time is rejected once the time has passed, and a date only after that day ends in the time zone', () => {
	const expiry = (raw: unknown) => parse('dateTime', raw, { mustBeFuture: true });
	const now = DateTime.now().setZone('Europe/Berlin');
	const today = now.toISODate();
	expect(expiry(today)).toBe(today);
	const soon = now.plus({ minutes: 1 }).startOf('second');
	expect(DateTime.fromISO(expiry(soon) as string, { zone: 'utc' })).toEqual(soon.toUTC());
	for (const past of [now.minus({ days: 1 }).toISODate(), now.minus({ minutes: 1 })]) {
		expect(() => expiry(past)).toThrow("'The Field' is in the past (got ");
	}
	expect(parse('dateTime', '2020-01-31')).toBe('2020-01-31');
	// At any time, at least one of these zones is on a different day from this machine.
	for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
		const there = [DateTime.now(), DateTime.now().minus({ days: 1 })].map((day) =>
			day.setZone(zone),
		);
		expect(there.map((day) => hasPassed(day.toISODate()!, zone))).toEqual([false, true]);
	}
});
