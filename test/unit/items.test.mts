/** The item that a response becomes. */
import { cutForModel, deleted, toRecord, toRow } from '../../nodes/LinkPlatform/runner/items.ts';

test.each([
	['the data', { error: 0, data: { id: 1 } }, { id: 1 }],
	['the top level', { error: 0, message: 'Done', id: 1 }, { id: 1 }],
	['several in a list', { data: [{ id: 1 }, { id: 2 }] }, { items: [{ id: 1 }, { id: 2 }] }],
	['a list of texts', { error: 0, data: ['a', 'b'] }, { success: true }],
	['a message alone', { error: 0, message: 'Done' }, { success: true, message: 'Done' }],
	[
		'a message beside an empty list',
		{ error: 0, data: [], message: 'Done' },
		{ success: true, message: 'Done' },
	],
	['an empty list', { error: 0, data: [] }, { success: true }],
	['an empty record', { error: 0, data: {} }, { success: true }],
	['success and a message', { success: true, message: 'Done' }, { success: true, message: 'Done' }],
	['counts as texts', { data: { id: '7', clicks: '40' } }, { id: '7', clicks: 40 }],
	['no body', undefined, { success: true }],
	// n8n would treat an item of `error` and `message` as failed.
	['error and message in the data', { data: { error: 0, message: 'Done', id: 1 } }, { id: 1 }],
	['a message of its own', { data: { message: 'Hello', id: 1 } }, { message: 'Hello', id: 1 }],
	['error and message alone', { data: { error: 0, message: 'Done' } }, { message: 'Done' }],
])('the record in a response with %s', (_, body, record) => {
	expect(toRecord(body)).toEqual(record);
});

test.each([
	['a record', { id: 1 }, { id: 1 }],
	['counts as texts', { id: '1', clicks: '40' }, { id: '1', clicks: 40 }],
	['a text', 'summer', { name: 'summer' }],
	['a number', 7, { name: 7 }],
])('%s of a list becomes an item', (_, row, json) => {
	expect(toRow(row)).toEqual(json);
});

test('records for a model are cut to 100, with what is known of the rest', () => {
	const outputs = (count: number) => Array.from({ length: count }, (_, id) => ({ json: { id } }));
	expect(cutForModel(outputs(100), 5_000)).toHaveLength(100);
	const notes = [undefined, 100, 101, 5_000].map((stated) => {
		const cut = cutForModel(outputs(101), stated);
		expect(cut.slice(0, 100)).toEqual(outputs(100));
		expect(cut).toHaveLength(101);
		return cut[100].json.note;
	});
	const more = 'These are the first 100 records, and there are more. Use filters to find others';
	expect(notes).toEqual([
		more,
		more,
		'These are the first 100 of 101 records. Use filters to find others',
		'These are the first 100 of 5,000 records. Use filters to find others',
	]);
});

test('a deletion is an item that states it', () => {
	expect(deleted).toEqual({ json: { deleted: true } });
});
