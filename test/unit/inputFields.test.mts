/** What an output item keeps of its input, and how much of a record comes out. */
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

describe('input fields', () => {
	const merge = (json: object) => {
		const moved = new Set<string>();
		const output = withInputFields({ json: { id: 7, tags: ['a'] } }, { json } as never, moved);
		return [output, [...moved]];
	};

	test.each<[string, json: object, merged: object, moved: string[]]>([
		['beside the record', { a: 1 }, { a: 1 }, []],
		['that the record has, too', { id: 'x', a: 1 }, { a: 1, input: { id: 'x' } }, ['id']],
		['with the value of the record', { id: 7, a: 1 }, { a: 1 }, []],
		['that n8n takes for a failure', { error: 'x' }, { input: { error: 'x' } }, ['error']],
		['called `input`, alone', { input: 'x' }, { input: 'x' }, []],
		[
			'called `input`, too',
			{ input: 'x', id: 1 },
			{ input: { id: 1, input: 'x' } },
			['id', 'input'],
		],
		['with a list of the record', { tags: ['a'], a: 1 }, { a: 1 }, []],
		['called as what any object has', { valueOf: 1 }, { valueOf: 1 }, []],
	])('%s are kept', (_, json, merged, moved) => {
		expect(merge(json)).toEqual([{ json: { ...merged, id: 7, tags: ['a'] } }, moved]);
	});

	test.each([
		['are kept where they are wanted', [includeInputFields], true],
		['are left out where they are not', [includeInputFields], false],
		['are left out where the operation has no such setting', [], true],
	])('%s', (_, fields, wanted) => {
		const input = createInput(fields, { includeInputFields: wanted });
		expect(isInputIncluded(input)).toBe(wanted && fields.length > 0);
	});

	const url = { name: 'url' };
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
	])('of an operation that %s are offered: %s', (_, operation, are) => {
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

	test('have their files, except those that the output has', () => {
		const file = (data: string) => ({ data, mimeType: 'text/plain' });
		const made = { json: {}, binary: { data: file('made') } };
		const given = { json: {}, binary: { data: file('given'), photo: file('photo') } };
		expect(withInputFields(made, given, new Set()).binary).toEqual({
			data: file('made'),
			photo: file('photo'),
		});
	});
});

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
	])('of a record are those that were asked for: %s', (_, values, details, selected) => {
		expect(select(values, details)?.(record) ?? record).toEqual(selected);
	});

	test('of an operation without the setting are all', () => {
		expect(select({}, ['design'], [])).toBeUndefined();
	});

	test('stay as they are if none would be left', () => {
		const message = { message: 'Done' };
		expect(select({ output: 'selected' })?.(message)).toBe(message);
	});

	test('are chosen before anything is sent', () => {
		expect(() => select({ output: 'all' })).toThrow("'Output' must be one of");
	});
});
