/** The items that are made from responses. */
import { cutForModel, deleted, toRecord, toRow } from '../../nodes/LinkPlatform/runner/items.ts';
import { table } from '../support/table.mts';

test.each(table<[string, unknown, object]>`
	a record in data | {"error": 0, "data": {"id": 1}} | {"id": 1}
	a record at the top level | {"error": 0, "message": "Done", "id": 1} | {"id": 1}
	a list of strings | {"error": 0, "data": ["a", "b"]} | {"success": true}
	only a message | {"error": 0, "message": "Done"} | {"success": true, "message": "Done"}
	a message beside an empty list | {"error": 0, "data": [], "message": "Done"} | {"success": true, "message": "Done"}
	an empty list | {"error": 0, "data": []} | {"success": true}
	a record with an empty ID | {"error": 0, "data": {"id": null, "name": "a"}} | {"success": true}
	an empty record | {"error": 0, "data": {}} | {"success": true}
	success and a message | {"success": true, "message": "Done"} | {"success": true, "message": "Done"}
	counts as texts | {"data": {"id": "7", "clicks": "40"}} | {"id": "7", "clicks": 40}
	no body | undefined | {"success": true}
	// n8n would treat an item of 'error' and 'message' as failed.
	error and message in the data | {"data": {"error": 0, "message": "Done", "id": 1}} | {"id": 1}
	a record that has a message field | {"data": {"message": "Hello", "id": 1}} | {"message": "Hello", "id": 1}
	only error and message in the data | {"data": {"error": 0, "message": "Done"}} | {"message": "Done"}
`)('toRecord returns the right record for a response with %s', (_, body, record) => {
	expect(toRecord(body)).toEqual(record);
});

test.each(table<[string, unknown, object]>`
	a record | {"id": 1} | {"id": 1}
	counts as texts | {"id": "1", "clicks": "40"} | {"id": "1", "clicks": 40}
	a text | summer | {"name": "summer"}
	a number | 7 | {"name": 7}
`)('toRow turns %s in a list into an item', (_, row, json) => {
	expect(toRow(row)).toEqual(json);
});

test('a list for an AI model is cut to 100 records, followed by a note on how many there are', () => {
	const outputs = (count: number) => Array.from({ length: count }, (_, id) => ({ json: { id } }));
	const model = { isTool: true, most: 100 };
	expect(cutForModel(outputs(100), model, 5_000)).toHaveLength(100);
	expect(cutForModel(outputs(101), { isTool: false, most: 100 })).toHaveLength(101);
	const notes = [undefined, 100, 101, 5_000].map((stated) => {
		const cut = cutForModel(outputs(101), model, stated);
		expect(cut.slice(0, 100)).toEqual(outputs(100));
		expect(cut).toHaveLength(101);
		return cut[100].json.note;
	});
	const more = "The list shows only the first 100 records. Use filters or 'Limit' to get others";
	expect(notes).toEqual([
		more,
		more,
		"The list shows the first 100 of 101 records. Use filters or 'Limit' to get others",
		"The list shows the first 100 of 5,000 records. Use filters or 'Limit' to get others",
	]);
});

test('a deletion returns an item with deleted: true', () => {
	expect(deleted).toEqual({ json: { deleted: true } });
});
