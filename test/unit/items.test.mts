/** The item that a response becomes. */
import { deleted, toRecord, toRow } from '../../nodes/LinkPlatform/runner/items.ts';

test.each([
	['the data', { error: 0, data: { id: 1 } }, { id: 1 }],
	['a list of one record', { data: [{ id: 1 }] }, { id: 1 }],
	['the top level', { error: 0, message: 'Done', id: 1 }, { id: 1 }],
	['several in a list', { data: [{ id: 1 }, { id: 2 }] }, { items: [{ id: 1 }, { id: 2 }] }],
	['a list of texts', { data: ['a', 'b'] }, { items: ['a', 'b'] }],
	['a list of one text', { data: ['a'] }, { success: true }],
	['a message alone', { error: 0, message: 'Done' }, { success: true, message: 'Done' }],
	[
		'a message beside an empty list',
		{ data: [], message: 'Done' },
		{ success: true, message: 'Done' },
	],
	['an empty record', { data: {} }, { success: true }],
	['nothing', {}, { success: true }],
	['a plain text', 'Done', { success: true }],
	['no body', undefined, { success: true }],
	// n8n would treat an item of `error` and `message` as failed.
	['error and message in the data', { data: { error: 0, message: 'Done', id: 1 } }, { id: 1 }],
	['a message of its own', { data: { message: 'Hello', id: 1 } }, { message: 'Hello', id: 1 }],
	['error and message alone', { data: { error: 0, message: 'Done' } }, { message: 'Done' }],
])('the record in a response with %s', (_, body, record) => {
	expect(toRecord(body)).toEqual(record);
});

test('an empty list instead of a record fails', () => {
	expect(() => toRecord({ error: 0, data: [] })).toThrow(
		expect.objectContaining({
			kind: 'unknown',
			message: 'Link Platform returned an empty list instead of a record',
		}) as Error,
	);
});

test.each([
	['a record', { id: 1 }, { id: 1 }],
	['a text', 'summer', { name: 'summer' }],
	['a number', 7, { name: 7 }],
])('%s of a list as an item', (_, row, json) => {
	expect(toRow(row)).toEqual(json);
});

test('a deletion is an item that states it', () => {
	expect(deleted).toEqual({ json: { deleted: true } });
});
