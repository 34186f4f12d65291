/** Input fields in an output item, and the chosen fields of a record. */
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import {
	includeInputFields,
	isInputIncluded,
	offerInputFields,
	withInputFields,
} from '../../nodes/LinkPlatform/runner/inputFields.ts';
import { outputFields, selectFields } from '../../nodes/LinkPlatform/runner/outputFields.ts';

const createInput = (fields: object[], values: Record<string, unknown>) =>
	new Input(0, fields as never, (name) => values[name] ?? null, 'UTC');

const merge = (json: object) => {
	const clashes = { renamed: new Set<string>(), leftOut: new Set<string>() };
	const output = withInputFields({ json: { id: 7, tags: ['a'] } }, { json } as never, clashes);
	return [output, [...clashes.renamed], [...clashes.leftOut]];
};
const url = { name: 'url' };

test.each([
	["a name that the record doesn't have", { a: 1 }, { a: 1 }, []],
	[
		"the name of a record's field but a different value",
		{ id: 'x', a: 1 },
		{ a: 1, input_id: 'x' },
		['id'],
	],
	["the name and value of a record's field", { id: 7, a: 1 }, { a: 1 }, []],
	["the value of a record's field as a string", { id: '7', a: 1 }, { a: 1 }, []],
	[
		"a string with a leading zero instead of the record's number",
		{ id: '07' },
		{ input_id: '07' },
		['id'],
	],
	["a null value for a record's field", { id: null }, { input_id: null }, ['id']],
	['the name error, which marks failed items', { error: 'x' }, { input_error: 'x' }, ['error']],
	['the name `input`', { input: 'x' }, { input: 'x' }, []],
	[
		'a name that an earlier node has already renamed',
		{ id: 'x', input_id: 'of the sheet' },
		{ input_id: 'of the sheet' },
		[],
		['id'],
	],
	[
		'a name that an earlier node has already renamed, with the value null',
		{ id: 'x', input_id: null },
		{ input_id: null },
		[],
		['id'],
	],
	['the same list as the record', { tags: ['a'], a: 1 }, { a: 1 }, []],
	["a string instead of the record's list", { tags: 'a' }, { input_tags: 'a' }, ['tags']],
	['the name of a method of every object', { valueOf: 1 }, { valueOf: 1 }, []],
])(
	'withInputFields merges the right fields if an input column has %s',
	(_, json, merged, renamed, leftOut = [] as string[]) => {
		const output = { json: { ...merged, id: 7, tags: ['a'] } };
		expect(merge(json)).toEqual([output, renamed, leftOut]);
	},
);

test.each([
	['are included if the setting is on', [includeInputFields], true],
	['are omitted if the setting is off', [includeInputFields], false],
	['are omitted if the operation has no such setting', [], true],
])('isInputIncluded decides that the input fields of an item %s', (_, fields, wanted) => {
	const input = createInput(fields, { includeInputFields: wanted });
	expect(isInputIncluded(input)).toBe(wanted && fields.length > 0);
});

test.each([
	['creates a record', { route: 'POST /api/url/add', fields: [url] }, true],
	['reads one record', { route: 'GET /api/url/{id}', fields: [] }, true],
	[
		'sends several requests for one record',
		{ routes: ['GET /api/url/{id}', 'GET /a'], fields: [] },
		true,
	],
	['sends no request', { routes: [], fields: [url] }, true],
	['reads a record but has no fields', { route: 'GET /api/account', fields: [] }, false],
	['lists records', { route: 'GET /api/urls', fields: [url, { name: 'returnAll' }] }, false],
	['pauses the execution', { routes: ['GET /api/url/{id}'], fields: [], pauses: {} }, false],
	['deletes a record', { route: 'DELETE /a/{id}', fields: [] }, false],
	['already has that field', { route: 'GET /a/{id}', fields: [includeInputFields, url] }, false],
])('an operation that %s gets the setting Include Input Fields: %s', (_, operation, are) => {
	const { fields } = operation as { fields: object[] };
	const resource = {
		value: 'link',
		operations: { other: { routes: [], fields: [] }, operation },
	};
	const never = { resource: ['link'], operation: [''] };
	const offered = { ...includeInputFields, disabledOptions: { show: never } };
	expect(offerInputFields(resource as never)).toEqual({
		value: 'link',
		operations: {
			other: { routes: [], fields: [] },
			operation: { ...operation, fields: are ? [...fields, offered] : fields },
		},
	});
});

test("withInputFields adds the input's files unless the output has a file of the same name", () => {
	const file = (data: string) => ({ data, mimeType: 'text/plain' });
	const made = { json: {}, binary: { data: file('made') } };
	const given = { json: {}, binary: { data: file('given'), photo: file('photo') } };
	const clashes = { renamed: new Set<string>(), leftOut: new Set<string>() };
	expect(withInputFields(made, given, clashes).binary).toEqual({
		data: file('made'),
		photo: file('photo'),
	});
	expect([...clashes.leftOut]).toEqual(['data']);
});

/** Returns a record unchanged, as if no fields were selected. */
const keep = (json: object) => json;

describe('output fields', () => {
	const record = { id: 7, name: 'Menu', design: {} };
	const fields = outputFields(['name'], ['design']);
	const select = (values: object, given = fields) =>
		selectFields(createInput(given, { ...values }), given);

	test.each([
		['no choice', {}, { id: 7, name: 'Menu' }],
		['simplified', { output: 'simplified' }, { id: 7, name: 'Menu' }],
		['raw', { output: 'raw' }, record],
		['selected', { output: 'selected', outputFields: ['name'] }, { id: 7, name: 'Menu' }],
		['selected details', { output: 'selected', outputFields: 'design' }, { id: 7, design: {} }],
		['selected nothing', { output: 'selected' }, { id: 7 }],
	])("selectFields returns the right fields for 'Output': %s", (_, values, selected) => {
		expect((select(values) ?? keep)(record)).toEqual(selected);
	});

	test("selectFields returns all fields if the operation has no 'Output' setting", () => {
		expect((select({}, []) ?? keep)(record)).toEqual(record);
	});

	test('selectFields leaves a record unchanged if none of its fields would remain', () => {
		const message = { message: 'Done' };
		expect(select({ output: 'selected' })?.(message)).toBe(message);
	});

	test("an invalid 'Output' setting is rejected before any request is sent", () => {
		expect(() => select({ output: 'all' })).toThrow("'Output' must be one of");
	});
});
