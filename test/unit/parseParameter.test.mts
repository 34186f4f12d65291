/** What a field's value becomes by the field's type, whatever an expression or a form gives. */
import type { INodeProperties } from 'n8n-workflow';
import {
	isLocator,
	parseList,
	parseParameter,
	toMissingFailure,
} from '../../nodes/LinkPlatform/runner/parseParameter.ts';

const ZONE = 'Europe/Berlin';
const field = (type: INodeProperties['type'], more: object = {}): INodeProperties => ({
	displayName: 'The Field',
	name: 'field',
	type,
	default: '',
	...more,
});
const parse = (type: INodeProperties['type'], raw: unknown, more: object = {}) =>
	parseParameter(field(type, more), raw, ZONE);
/** The failure that says what the value has to be. */
const mustBe = (wanted: string, shown: string) =>
	expect.objectContaining({
		kind: 'input',
		message: `'The Field' must be ${wanted} (got ${shown})`,
		description: 'Correct the value, or the expression that returns it',
	}) as Error;

const TYPES = [
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
] as const;
test.each(TYPES)('a %s is not filled in where it is empty', (type) => {
	const empty = [null, undefined, '', ' \n', { __rl: true, mode: 'id', value: null }];
	expect(empty.map((raw) => parse(type, raw))).toEqual(empty.map(() => undefined));
});

describe('a text', () => {
	test.each([
		['as it is', 'summer', 'summer'],
		['without the space around it', ' summer\n', 'summer'],
		['of a number', 7, '7'],
		['of a flag', false, 'false'],
		['of a record that was chosen', { __rl: true, mode: 'list', value: '7' }, '7'],
	])('%s', (_, raw, text) => {
		expect(parse('string', raw)).toBe(text);
	});

	test('that is a password keeps the space around it', () => {
		expect(parse('string', ' a ', { typeOptions: { password: true } })).toBe(' a ');
	});

	test.each([
		['an object', { a: 1 }, 'text', '{"a":1}'],
		['a list', ['a'], 'text', '["a"]'],
		['half a character', '\ud800', 'text without broken characters', '"\\ud800"'],
	])('is not %s', (_, raw, wanted, shown) => {
		expect(() => parse('string', raw)).toThrow(mustBe(wanted, shown));
	});
});

describe('a number', () => {
	const whole = { typeOptions: { numberPrecision: 0 } };
	const range = { typeOptions: { minValue: 1, maxValue: 10 } };
	test.each([
		['0', 0, {}, 0],
		['as text', ' 7.5 ', {}, 7.5],
		['with a fraction', 1.5, { typeOptions: { numberPrecision: 2 } }, 1.5],
		['that has to be whole', '3', whole, 3],
		['at the lower end', 1, range, 1],
		['at the upper end', 10, range, 10],
	])('%s', (_, raw, more, number) => {
		expect(parse('number', raw, more)).toBe(number);
	});

	test.each([
		['words', 'many', {}, 'a number', '"many"'],
		['a flag', true, {}, 'a number', 'true'],
		['a list', [7], {}, 'a number', '[7]'],
		['without end', Infinity, {}, 'a number', 'null'],
		['a fraction where it has to be whole', 1.5, whole, 'a whole number', '1.5'],
		['too small', 0, range, '1 or more', '0'],
		['too large', '11', range, '10 or less', '"11"'],
	])('is not %s', (_, raw, more, wanted, shown) => {
		expect(() => parse('number', raw, more)).toThrow(mustBe(wanted, shown));
	});
});

test.each([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
])('the flag of %j is %j', (raw, flag) => {
	expect(parse('boolean', raw)).toBe(flag);
});

test.each([['yes'], [1], [0]])('%j is no flag', (raw) => {
	expect(() => parse('boolean', raw)).toThrow(mustBe('true or false', JSON.stringify(raw)));
});

test.each([
	['#1A2b3C', '#1A2b3C'],
	['1A2b3C', '#1A2b3C'],
	[' #abc ', '#abc'],
	[123, '#123'],
])('the color of %j is %s', (raw, color) => {
	expect(parse('color', raw)).toBe(color);
});

test.each(['#abcd', 'red', '#abcg', 'x#abc', '#abcdef0', '##abc'])('%j is no color', (raw) => {
	expect(() => parse('color', raw)).toThrow(
		mustBe('a hex color, e.g. #1A2B3C', JSON.stringify(raw)),
	);
});

test.each([
	['a day', '2026-01-31', '2026-01-31'],
	['a day with space around it', '  2026-01-31\t\n', '2026-01-31'],
	['a time of the workflow', '2026-01-31T10:00', '2026-01-31T10:00:00+01:00'],
	['a time of the workflow in summer', '2026-07-31 10:00:00', '2026-07-31T10:00:00+02:00'],
	['a time with an offset', '2026-01-31T10:00:00.000Z', '2026-01-31T11:00:00+01:00'],
	['a date object', new Date('2026-01-31T10:00:00Z'), '2026-01-31T11:00:00+01:00'],
	['the 29th of February', '2028-02-29', '2028-02-29'],
])('the date of %s', (_, raw, date) => {
	expect(parse('dateTime', raw)).toBe(date);
});

test.each([['2026-02-30'], ['2026-13-01'], ['tomorrow'], [{}]])('%j is no date', (raw) => {
	expect(() => parse('dateTime', raw)).toThrow(
		mustBe('a date with or without a time, e.g. 2026-01-31', JSON.stringify(raw)),
	);
});

test.each([
	['{"a": [1]}', { a: [1] }],
	['7', 7],
	[{ a: 1 }, { a: 1 }],
	[[1], [1]],
	[7, 7],
])('the JSON of %j', (raw, json) => {
	expect(parse('json', raw)).toEqual(json);
});

test.each([
	[
		'in a line, where it is told',
		'{\n  "a": 1,\n}\n\n',
		/^'The Field' is not valid JSON \(line 3\): \S/,
	],
	['in the first line', '{a}', /^'The Field' is not valid JSON \(line 1\): \S/],
	['somewhere', '[1', /^'The Field' is not valid JSON( \(line 1\))?: \S/],
	['in words alone', 'none', /^'The Field' is not valid JSON: Unexpected token/],
])('broken JSON fails with the reason, %s', (_, raw, message) => {
	expect(() => parse('json', raw)).toThrow(
		expect.objectContaining({
			kind: 'input',
			message: expect.stringMatching(message) as string,
			description: expect.stringContaining('quotes, commas and brackets') as string,
		}) as Error,
	);
});

describe('a list', () => {
	test.each([
		['a text with commas', 'a, b ,,c', ['a', 'b', 'c']],
		['a JSON array', '["a", "b"]', ['a', 'b']],
		['a JSON array after space', ' ["a"]', ['a']],
		['a list', ['a', 'b'], ['a', 'b']],
		['texts with commas in a list', ['a,b', 'c'], ['a', 'b', 'c']],
		['a list in a list', [['a'], 'b'], ['a', 'b']],
		['numbers', [7, 8], ['7', '8']],
		['a number', 7, ['7']],
		['a list with gaps', [null, 'a', undefined, ' '], ['a']],
		['an empty list', [], undefined],
		['commas alone', ' , ', undefined],
	])('of %s', (_, raw, list) => {
		expect(parse('multiOptions', raw)).toEqual(list);
		expect(parseList(field('string'), raw)).toEqual(list);
		expect(parse('string', raw, { typeOptions: { multipleValues: true } })).toEqual(list);
	});

	test.each([
		['an object', { a: 1 }, '{"a":1}'],
		['objects beside texts', ['a', {}], '["a",{}]'],
		['objects in JSON', '[{"a":1}]', '"[{\\"a\\":1}]"'],
	])('is not of %s', (_, raw, shown) => {
		expect(() => parse('multiOptions', raw)).toThrow(mustBe('a list of text values', shown));
	});

	test('of broken JSON fails with the reason', () => {
		expect(() => parse('multiOptions', '["a"')).toThrow("'The Field' is not valid JSON");
	});
});

const inner = [
	{ ...field('string'), name: 'note' },
	{ ...field('number'), name: 'count', displayName: 'Count' },
	{ ...field('dateTime'), name: 'day' },
];

describe('a collection', () => {
	test('has what is filled in, by the types of its fields', () => {
		const raw = { note: ' ', count: '0', day: '2026-01-31T10:00', other: 1 };
		expect(parse('collection', raw, { options: inner })).toEqual({
			count: 0,
			day: '2026-01-31T10:00:00+01:00',
		});
	});

	test('without fields is empty', () => {
		expect(parse('collection', { note: 'a' })).toEqual({});
	});

	test('names the field of which the value is of no use', () => {
		expect(() => parse('collection', { count: 'x' }, { options: inner })).toThrow(
			`'Count' must be a number (got "x")`,
		);
	});
});

test.each(['collection', 'fixedCollection', 'resourceMapper'] as const)(
	'a %s is an object',
	(type) => {
		for (const raw of ['a', 7, ['a']]) {
			expect(() => parse(type, raw, { options: [] })).toThrow(
				mustBe('an object with its fields', JSON.stringify(raw)),
			);
		}
	},
);

describe('a fixed collection', () => {
	const groups = { options: [{ name: 'values', displayName: 'Values', values: inner }] };
	const several = { ...groups, typeOptions: { multipleValues: true } };

	test.each([
		[
			'one entry',
			groups,
			{ values: { note: 'a', count: '1' } },
			{ values: { note: 'a', count: 1 } },
		],
		['one entry of a list', groups, { values: [{ note: 'a' }] }, { values: { note: 'a' } }],
		[
			'several',
			several,
			{ values: [{ note: 'a' }, { count: 2 }] },
			{ values: [{ note: 'a' }, { count: 2 }] },
		],
		['one where several may be', several, { values: { note: 'a' } }, { values: [{ note: 'a' }] }],
		[
			'empty ones among them',
			several,
			{ values: [{ note: '' }, { note: 'a' }] },
			{ values: [{ note: 'a' }] },
		],
		['empty ones alone', several, { values: [{ note: '' }] }, undefined],
		['no entry', groups, {}, undefined],
		['an entry of another name', groups, { other: { note: 'a' } }, undefined],
		['no groups', {}, { values: { note: 'a' } }, undefined],
	])('of %s', (_, more, raw, parsed) => {
		expect(parse('fixedCollection', raw, more)).toEqual(parsed);
	});

	test('reads a time in the zone of the workflow', () => {
		expect(parse('fixedCollection', { values: { day: '2026-01-31T10:00' } }, groups)).toEqual({
			values: { day: '2026-01-31T10:00:00+01:00' },
		});
	});

	test.each([['a'], [null]])('is not of %j', (entry) => {
		expect(() => parse('fixedCollection', { values: [entry] }, groups)).toThrow(
			mustBe('an object with its fields', JSON.stringify(entry)),
		);
	});
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

	test.each([
		['array', '["a"]', ['a']],
		['object', '{"a":1}', { a: 1 }],
		['boolean', 'true', true],
		['dateTime', '2026-01-31T10:00', '2026-01-31T10:00:00+01:00'],
		['number', '7', 7],
		['string', 7, '7'],
		['url', ' a ', 'a'],
		[undefined, ' a ', 'a'],
	])('reads a value of type %s', (type, raw, parsed) => {
		expect(map({ a: raw }, column('b', 'json'), column('a', type))).toEqual({ a: parsed });
	});

	test('reads a choice, and refuses what is none', () => {
		const choice = column('a', 'options', { options: [{ name: 'One', value: 'one' }] });
		expect(map({ a: 'one' }, choice)).toEqual({ a: 'one' });
		expect(() => map({ a: 'two' }, choice)).toThrow(`'Column a' must be one of one (got "two")`);
	});

	test('leaves out what is empty, and keeps what its schema does not know', () => {
		const raw = { a: ' ', b: 'b ', c: '', d: null, e: undefined, f: 0, g: false };
		expect(map(raw, column('a'))).toStrictEqual({ b: 'b ', f: 0, g: false });
	});

	test.each([
		['no values', null, {}],
		['no schema', { a: 1 }, { a: 1 }],
	])('may have %s', (_, value, parsed) => {
		expect(parse('resourceMapper', { value })).toEqual(parsed);
	});

	test('wants the values that are required', () => {
		const required = [column('a'), column('b', 'string', { required: true })];
		expect(map({ b: 'x' }, ...required)).toEqual({ b: 'x' });
		expect(() => map({ a: 'x', b: ' ' }, ...required)).toThrow("'Column b' is empty");
	});

	test.each([['a'], [['a']]])('has no values that are %j', (value) => {
		expect(() => map(value)).toThrow(mustBe('an object with its fields', JSON.stringify(value)));
	});
});

describe('a choice', () => {
	const options = [
		{ name: 'None', value: '' },
		{ name: 'PNG', value: 'png' },
		{ name: 'Seven', value: 7 },
	];
	test.each([['png'], [7]])('%j that is offered', (raw) => {
		expect(parse('options', raw, { options })).toBe(raw);
	});

	test('of anything, where the options are loaded from Link Platform', () => {
		expect([parse('options', 'other'), parse('options', 'other', { options: [] })]).toEqual([
			'other',
			'other',
		]);
	});

	test.each([['gif'], ['7'], [' png']])('%j that is not offered fails', (raw) => {
		expect(() => parse('options', raw, { options })).toThrow(
			mustBe('one of png, 7', JSON.stringify(raw)),
		);
	});
});

describe('a value that is refused', () => {
	test.each([
		['in 60 characters', 'x'.repeat(58), `"${'x'.repeat(58)}"`],
		['cut after 60', 'x'.repeat(59), `"${'x'.repeat(59)}…`],
	])('is shown %s', (_, raw, shown) => {
		expect(() => parse('number', raw)).toThrow(mustBe('a number', shown));
	});

	test('is shown as text where JSON has none for it', () => {
		expect(() => parse('number', Symbol('a'))).toThrow(mustBe('a number', 'Symbol(a)'));
	});

	test('is not shown where it is a password', () => {
		const more = { typeOptions: { password: true } };
		expect(() => parse('string', { a: 1 }, more)).toThrow(mustBe('text', '***'));
	});
});

test('a field that is needed and empty fails with what to fill in', () => {
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
])('%j is a resource locator: %s', (value, is) => {
	expect(isLocator(value)).toBe(is);
});
