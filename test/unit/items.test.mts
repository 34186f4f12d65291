/** The item that a response becomes. */
import type { Route } from '../../nodes/LinkPlatform/api/route.ts';
import { cutForModel, deleted, toRecord, toRow } from '../../nodes/LinkPlatform/runner/items.ts';

test.each([
	['the data', { error: 0, data: { id: 1 } }, { id: 1 }],
	['a list of one record', { data: [{ id: 1 }] }, { id: 1 }],
	['the top level', { error: 0, message: 'Done', id: 1 }, { id: 1 }],
	['several in a list', { data: [{ id: 1 }, { id: 2 }] }, { items: [{ id: 1 }, { id: 2 }] }],
	['a list of texts', { data: ['a', 'b'] }, { items: ['a', 'b'] }],
	['a list of one text', { error: 0, data: ['a'] }, { success: true }],
	['a message alone', { error: 0, message: 'Done' }, { success: true, message: 'Done' }],
	[
		'a message beside an empty list',
		{ error: 0, data: [], message: 'Done' },
		{ success: true, message: 'Done' },
	],
	['an empty list', { error: 0, data: [] }, { success: true }],
	['an empty record', { error: 0, data: {} }, { success: true }],
	['success and a message', { success: true, message: 'Done' }, { success: true, message: 'Done' }],
	['success alone', { status: 'success' }, { success: true }],
	['counts as texts', { data: { id: '7', clicks: '40' } }, { id: '7', clicks: 40 }],
	['no body', undefined, { success: true }],
	// n8n would treat an item of `error` and `message` as failed.
	['error and message in the data', { data: { error: 0, message: 'Done', id: 1 } }, { id: 1 }],
	['a message of its own', { data: { message: 'Hello', id: 1 } }, { message: 'Hello', id: 1 }],
	['error and message alone', { data: { error: 0, message: 'Done' } }, { message: 'Done' }],
])('the record in a response with %s', (_, body, record) => {
	expect(toRecord(body)).toEqual(record);
});

const NOTHING = [{ error: 0, data: [] }, { data: null }, { data: {} }, {}, 'Done', undefined];

test.each([
	['a record that was read', 'GET /api/url/{linkId}', 'Link Platform returned no record'],
	...([
		['a new record', 'POST /api/url/add'],
		['a new record, once', 'POST /v1/links'],
		['a new file', 'POST legacy:/api/files/upload/{fileName}'],
	].map((row) => [...row, "Link Platform didn't return the new record"]) as [
		string,
		Route,
		string,
	][]),
] as const)('nothing in place of %s fails', (_, route, message) => {
	for (const body of NOTHING) {
		expect(() => toRecord(body, { route })).toThrow(
			expect.objectContaining({ kind: 'unknown', message }) as Error,
		);
	}
	expect(toRecord({ id: 1 }, { route })).toEqual({ id: 1 });
	expect(toRecord({ data: ['a', 'b'] }, { route })).toEqual({ items: ['a', 'b'] });
});

test.each<Route>(['POST /api/url/add', 'POST /v1/links'])(
	'what has no ID and does not say that it succeeded is no success of %s',
	(route) => {
		const report = { errorMessage: 'Timed out', errorType: 'Timeout' };
		const pending = { data: { status: 'pending_review' } };
		for (const body of [report, { Message: 'No' }, { job_id: 7 }, { result: false }, pending]) {
			expect(() => toRecord(body, { route })).toThrow("Link Platform didn't return the new record");
		}
		for (const body of [{ id: 1 }, { slug: 'a' }]) expect(toRecord(body, { route })).toEqual(body);
		expect(toRecord({ error: 0, ...report }, { route })).toEqual(report);
		expect(toRecord(report, { route: 'PUT /api/account/password' })).toEqual(report);
	},
);

test('a message in place of a record fails only if one was read', () => {
	const body = { error: 0, message: 'No link 7.' };
	expect(() => toRecord(body, { route: 'GET /api/url/{linkId}' })).toThrow(
		'Link Platform returned no record: No link 7.',
	);
	const done = { success: true, message: 'No link 7.' };
	expect(toRecord(body, { route: 'POST /api/url/add' })).toEqual(done);
});

test.each<Route>([
	'PUT /api/url/{linkId}/update',
	'POST /api/url/added',
	'POST /api/webhooks/subscribe',
])('%s succeeds with nothing only if the response says so', (route) => {
	const done = [undefined, { error: 0 }, { error: 0, data: [] }, { success: true, data: null }];
	for (const body of done) expect(toRecord(body, { route })).toEqual({ success: true });
	for (const body of [[], {}, { data: null }, { data: {} }, { data: [] }]) {
		expect(() => toRecord(body, { route })).toThrow(
			expect.objectContaining({
				message: "Link Platform didn't say whether this was done",
				description: expect.stringContaining('may still have gone through') as string,
			}) as Error,
		);
	}
});

test.each([
	['a record', { id: 1 }, { id: 1 }],
	['counts as texts', { id: '1', clicks: '40' }, { id: '1', clicks: 40 }],
	['a text', 'summer', { name: 'summer' }],
	['a number', 7, { name: 7 }],
])('%s of a list as an item', (_, row, json) => {
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
