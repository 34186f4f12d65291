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
	const renamed = new Set<string>();
	const output = withInputFields({ json: { id: 7, tags: ['a'] } }, { json } as never, renamed);
	return [output, [...renamed]];
};
const url = { name: 'url' };

describe('input fields', () => {
	test.each<[string, json: object, merged: object, renamed: string[]]>([
		['another name', { a: 1 }, { a: 1 }, []],
		['a name and another value of the record', { id: 'x', a: 1 }, { a: 1, input_id: 'x' }, ['id']],
		['a name and value of the record', { id: 7, a: 1 }, { a: 1 }, []],
		['the value of the record as text', { id: '7', a: 1 }, { a: 1 }, []],
		['a longer text than the number of the record', { id: '07' }, { input_id: '07' }, ['id']],
		['no value where the record has one', { id: null }, { input_id: null }, ['id']],
		['the name of the mark of a failure', { error: 'x' }, { input_error: 'x' }, ['error']],
		['the name `input`', { input: 'x' }, { input: 'x' }, []],
		[
			'a name that an earlier node has renamed',
			{ id: 'x', input_id: 'of the sheet' },
			{ input_id: 'of the sheet' },
			['id'],
		],
		['the same list as the record', { tags: ['a'], a: 1 }, { a: 1 }, []],
		['another list than the record', { tags: ['b'] }, { input_tags: ['b'] }, ['tags']],
		['the name of a method of every object', { valueOf: 1 }, { valueOf: 1 }, []],
	])('withInputFields keeps a column with %s', (_, json, merged, renamed) => {
		expect(merge(json)).toEqual([{ json: { ...merged, id: 7, tags: ['a'] } }, renamed]);
	});

	test.each([
		['are kept where they are wanted', [includeInputFields], true],
		['are left out where they are not', [includeInputFields], false],
		['are left out where the operation has no such setting', [], true],
	])('the input fields of an item %s', (_, fields, wanted) => {
		const input = createInput(fields, { includeInputFields: wanted });
		expect(isInputIncluded(input)).toBe(wanted && fields.length > 0);
	});
});

describe('input fields, by default and with files', () => {
	test.each<[string, object, boolean]>([
		['creates', { route: 'POST /api/url/add', fields: [url] }, true],
		['reads one record', { route: 'GET /api/url/{id}', fields: [] }, true],
		['has several requests for one', { routes: ['GET /api/url/{id}', 'GET /a'], fields: [] }, true],
		['asks nothing', { routes: [], fields: [url] }, true],
		['reads what has no fields', { route: 'GET /api/account', fields: [] }, false],
		['lists', { route: 'GET /api/urls', fields: [url, { name: 'returnAll' }] }, false],
		['waits', { routes: ['GET /api/url/{id}'], fields: [], pauses: {} }, false],
		['deletes', { route: 'DELETE /a/{id}', fields: [], response: { as: 'deleted' } }, false],
		['returns a file', { route: 'GET /a/{id}', fields: [], response: { as: 'file' } }, true],
		['has its own', { route: 'GET /a/{id}', fields: [includeInputFields, url] }, false],
	])('an operation that %s offers Include Input Fields: %s', (_, operation, are) => {
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

	test('input files are added, unless the output has a file of that name', () => {
		const file = (data: string) => ({ data, mimeType: 'text/plain' });
		const made = { json: {}, binary: { data: file('made') } };
		const given = { json: {}, binary: { data: file('given'), photo: file('photo') } };
		expect(withInputFields(made, given, new Set()).binary).toEqual({
			data: file('made'),
			photo: file('photo'),
		});
	});
});

/** Returns records unchanged, as without a selection. */
const keep = (json: object) => json;

describe('output fields', () => {
	const record = { id: 7, name: 'Menu', design: {} };
	const fields = outputFields([{ name: 'Name', value: 'name' }]);
	const select = (values: object, details?: string[], given = fields) =>
		selectFields(createInput(given, { ...values }), details);

	test.each<[string, object, string[] | undefined, object]>([
		['nothing chosen', {}, ['design'], { id: 7, name: 'Menu' }],
		['simplified', { output: 'simplified' }, ['design'], { id: 7, name: 'Menu' }],
		['simplified, without details', {}, undefined, record],
		['raw', { output: 'raw' }, ['design'], record],
		[
			'selected',
			{ output: 'selected', outputFields: ['name'] },
			['design'],
			{ id: 7, name: 'Menu' },
		],
		[
			'selected details',
			{ output: 'selected', outputFields: 'design' },
			['design'],
			{ id: 7, design: {} },
		],
		['selected nothing', { output: 'selected' }, ['design'], { id: 7 }],
	])('selectFields keeps the chosen fields: %s', (_, values, details, selected) => {
		expect((select(values, details) ?? keep)(record)).toEqual(selected);
	});

	test('an operation without the setting returns all fields', () => {
		expect((select({}, ['design'], []) ?? keep)(record)).toEqual(record);
	});

	test('a record stays as it is if no field would be left', () => {
		const message = { message: 'Done' };
		expect(select({ output: 'selected' })?.(message)).toBe(message);
	});

	test('an invalid output setting fails before anything is sent', () => {
		expect(() => select({ output: 'all' })).toThrow("'Output' must be one of");
	});
});
