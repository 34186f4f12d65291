/** The values of one item, read once and checked by the fields' own definitions. */
import type { INodeProperties } from 'n8n-workflow';
import { Input, toId } from '../../nodes/LinkPlatform/runner/input.ts';
import { table } from '../support/table.mts';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	name,
	displayName: `The ${name}`,
	type: 'string',
	default: '',
	...more,
});
const fields = [
	field('text'),
	field('needed', { required: true }),
	field('id', { type: 'resourceLocator' }),
	field('count', { type: 'number' }),
	field('flag', { type: 'boolean', default: false }),
	field('dryRun', { type: 'boolean', default: true }),
	field('tags'),
	field('neededTags', { required: true }),
	field('more', { type: 'collection', default: {}, options: [field('note')] }),
];
const listFields = [
	field('returnAll', { type: 'boolean', default: false }),
	field('limit', { type: 'number', default: 50 }),
];
const createInput = (values: Record<string, unknown>, given = fields) =>
	new Input(0, given, (name) => values[name] ?? null, 'UTC');
const empty = (name: string) =>
	expect.objectContaining({ kind: 'input', message: `'The ${name}' is empty` }) as Error;

test.each(['value', 'list'] as const)(
	'the value of a field is read from n8n only once (%s)',
	(method) => {
		const read: string[] = [];
		const input = new Input(0, fields, (name) => `${name} ${read.push(name)}`, 'UTC');
		expect(read).toEqual([]);
		const first = input[method]('tags');
		expect([input[method]('tags'), read]).toEqual([first, ['tags']]);
	},
);

test('an empty field returns undefined, and is read from n8n only once', () => {
	const read: string[] = [];
	const input = new Input(0, fields, (name) => void read.push(name), 'UTC');
	const values = [input.value('text'), input.value('text')];
	expect([...values, read]).toEqual([undefined, undefined, ['text']]);
});

test('value() returns the value of a required field', () => {
	expect(createInput({ needed: 'x' }).value('needed')).toBe('x');
});

test('value() throws if a required field is empty', () => {
	expect(() => createInput({}).value('needed')).toThrow(empty('needed'));
});

test('value() throws if the operation has no field of that name', () => {
	expect(() => createInput({}).value('other')).toThrow('The operation has no field "other"');
	expect(createInput({}).has('other')).toBe(false);
	expect(createInput({}).has('text')).toBe(true);
});

test('error messages name a field by its label', () => {
	expect(createInput({}).label('text')).toBe('The text');
	expect(createInput({}).missing('text').message).toBe("'The text' is empty");
});

test('a field returns the new value after replace()', () => {
	const input = createInput({ id: 'https://go.example/a' });
	input.replace('id', 7);
	expect([input.value('id'), input.string('id'), input.id('id')]).toEqual([7, '7', 7]);
});

test.each([
	['of a string', 'summer', 'summer'],
	['of a number', 7, '7'],
	['of an empty field', null, ''],
	['of a chosen record', { __rl: true, mode: 'list', value: 7 }, '7'],
])('string() returns the value %s as a string', (_, id, text) => {
	expect(createInput({ id }).string('id')).toBe(text);
});

test('required() returns a trimmed string, and throws if it is empty', () => {
	expect(createInput({ text: ' a ' }).required('text')).toBe('a');
	expect(() => createInput({ text: ' ' }).required('text')).toThrow(empty('text'));
});

test.each([
	['flag', null, false],
	['flag', true, true],
	['flag', 'true', true],
	['flag', false, false],
	['dryRun', null, true],
	['dryRun', false, false],
	['dryRun', true, true],
])('boolean() reads the field %s with the value %j as %s', (name, value, is) => {
	expect(createInput({ [name]: value }).boolean(name)).toBe(is);
});

test.each([
	[null, undefined],
	[0, 0],
	['7', 7],
])('number() reads %j as %j', (count, number) => {
	expect(createInput({ count }).number('count')).toBe(number);
});

test.each([
	['a, b', 'a b'],
	[['a', 'b'], 'a b'],
	['', ''],
	[null, ''],
])('list() reads %j as the list %j', (tags, list) => {
	expect(createInput({ tags }).list('tags')).toEqual(list.split(' ').filter(Boolean));
});

test('list() throws if a required list is empty', () => {
	expect(createInput({ neededTags: 'a' }).list('neededTags')).toEqual(['a']);
	expect(() => createInput({}).list('neededTags')).toThrow(empty('neededTags'));
});

describe('a menu', () => {
	const options = [
		{ name: 'PNG', value: 'png' },
		{ name: 'SVG', value: 'svg' },
	];
	const menu = (more: object = {}) => [
		field('menu', { type: 'options', options, default: 'png', ...more }),
	];

	test.each([null, '', ' '])('a menu whose value is %j returns its default', (value) => {
		expect(createInput({ menu: value }, menu()).string('menu')).toBe('png');
		expect(createInput({ menu: value }, menu({ default: '' })).value('menu')).toBeUndefined();
	});

	test('value() throws if a required menu is empty', () => {
		expect(() => createInput({}, menu({ required: true })).value('menu')).toThrow(empty('menu'));
		expect(createInput({ menu: 'svg' }, menu()).string('menu')).toBe('svg');
	});
});

test("number() returns undefined for an empty field, not the field's default", () => {
	const fields = [field('size', { type: 'number', default: 300 })];
	expect(createInput({}, fields).number('size')).toBeUndefined();
});

describe('fields that share a name', () => {
	const show = (kinds: string[], more: object = {}) => ({
		displayOptions: { show: { kind: kinds, resource: ['link'], ...more } },
	});
	const given = [
		field('kind', { default: 'none' }),
		field('other'),
		field('target', { displayName: 'Number', type: 'number', ...show(['a'], { other: ['x'] }) }),
		field('target', { displayName: 'Text', ...show(['a', 'b']) }),
		field('free', { displayName: 'Free', ...show(['c']) }),
		field('free', { displayName: 'Always' }),
	];
	test.each(table<[Record<string, string>, number | string, string, string]>`
		{"kind": "a", "other": "x", "target": "7"} | 7 | Number | Always
		{"kind": "b", "other": "x", "target": "7"} | "7" | Text | Always
		{"kind": "a", "other": "y", "target": "7"} | "7" | Text | Always
		{"kind": "c", "target": "7"} | 7 | Number | Free
	`)(
		'a name shared by several fields refers to the field shown for %j',
		(values, target, label, free) => {
			const input = createInput(values, given);
			expect([input.value('target'), input.label('target')]).toEqual([target, label]);
			expect(input.label('free')).toBe(free);
		},
	);

	test('a field with a unique name is read even if it is hidden, without reading any other field', () => {
		const read: string[] = [];
		const single = [field('kind'), field('note', show(['a']))];
		const input = new Input(0, single, (name) => read.push(name), 'UTC');
		expect([input.value('note'), read]).toEqual(['1', ['note']]);
	});
});

test.each([
	[{ note: 'x', other: 1 }, { note: 'x' }],
	[{ note: '' }, {}],
	[null, {}],
])('collection() for the value %j returns the filled-in fields %j', (more, filled) => {
	expect(createInput({ more }).collection('more')).toEqual(filled);
});

test('nonEmptyCollection() throws if no field is filled in', () => {
	expect(createInput({ more: { note: 'x' } }).nonEmptyCollection('more')).toEqual({ note: 'x' });
	expect(createInput({}).nonEmptyCollection('more', { tags: [] })).toEqual({ tags: [] });
	expect(() => createInput({ more: { note: '' } }).nonEmptyCollection('more')).toThrow(
		"'The more' is empty, so there is nothing to change",
	);
});

test('the error for an empty collection also names Clear Fields if the operation has that field', () => {
	const input = createInput({}, [...fields, field('clearFields')]);
	const description = "Add at least one field to 'The more' or 'Clear Fields'";
	expect(() => input.nonEmptyCollection('more')).toThrow(
		expect.objectContaining({ description }) as Error,
	);
});

test.each([
	['a limit', { limit: 5 }, listFields, 5],
	['a limit of 0', { limit: 0 }, listFields, 0],
	['the default limit', {}, listFields, 50],
	['Return All', { returnAll: true, limit: 5 }, listFields, undefined],
	['an operation without these fields', { returnAll: false, limit: 5 }, fields, undefined],
])('limit() returns the number of records for %s', (_, values, given, limit) => {
	expect(createInput(values, given).limit()).toBe(limit);
});

test.each([
	['Return All', { returnAll: true, limit: 5 }, listFields, 100, 101],
	['a limit', { returnAll: false, limit: 500 }, listFields, 500, 501],
	['an operation without these fields', { returnAll: true }, fields, undefined, undefined],
])(
	'an AI tool with %s gets the right number of records, and reads one more to see whether there are more',
	(_, values, given, most, limit) => {
		const input = new Input(0, given, (name) => (values as never)[name] ?? null, 'UTC', true);
		expect([input.most, input.limit()]).toEqual([most, limit]);
		const usual = createInput(values, given);
		expect([usual.isTool, usual.isBlank]).toEqual([false, false]);
	},
);

test.each(['7/8', '..', '%2f', ''])(
	'id() rejects the ID %j, and the error names the field',
	(id) => {
		expect(() => createInput({ id }).id('id')).toThrow(/^'The id' is /);
	},
);

test.each([
	['id', { __rl: true, mode: 'url', value: 'https://go.example/a' }, 'url'],
	['id', 7, 'id'],
	['text', { __rl: true, mode: 'url', value: 'a' }, 'id'],
])('mode() returns the right mode for the field %s with %j', (name, value, mode) => {
	expect(createInput({ [name]: value }).mode(name)).toBe(mode);
});

test.each([
	['7', 7],
	['123456789012345', 123_456_789_012_345],
	['1234567890123456', '1234567890123456'],
	['a7', 'a7'],
	['7a', '7a'],
	['', ''],
])('toId converts the ID %j to %j', (text, id) => {
	expect(toId(text)).toBe(id);
});
