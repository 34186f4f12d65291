/** What an output item keeps of its input, and how much of a record comes out. */
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import {
	includeInputFields,
	isInputIncluded,
	withInputFields,
} from '../../nodes/LinkPlatform/runner/inputFields.ts';
import { outputFields, selectFields } from '../../nodes/LinkPlatform/runner/outputFields.ts';

const createInput = (fields: object[], values: Record<string, unknown>) =>
	new Input(0, fields as never, (name) => values[name] ?? null, 'UTC');

describe('input fields', () => {
	const merge = (json: object) => {
		const moved = new Set<string>();
		const output = withInputFields({ json: { id: 7 } }, { json } as never, moved);
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
		['called as what any object has', { valueOf: 1 }, { valueOf: 1 }, []],
	])('%s are kept', (_, json, merged, moved) => {
		expect(merge(json)).toEqual([{ json: { ...merged, id: 7 } }, moved]);
	});

	test.each([
		['are kept where they are wanted', [includeInputFields], true],
		['are left out where they are not', [includeInputFields], false],
		['are left out where the operation has no such setting', [], true],
	])('%s', (_, fields, wanted) => {
		const input = createInput(fields, { includeInputFields: wanted });
		expect(isInputIncluded(input)).toBe(wanted && fields.length > 0);
	});

	test('have their files, except those that the output has', () => {
		const file = (data: string) => ({ data, mimeType: 'text/plain' });
		const made = { json: {}, binary: { data: file('made') } };
		const given = { json: {}, binary: { data: file('given'), photo: file('photo') } };
		expect(withInputFields(made, given, new Set()).binary).toEqual({
			...{ data: file('made'), photo: file('photo') },
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
