/** Responses in all shapes that the documentation shows or leaves open. */
import type { IDataObject } from 'n8n-workflow';
import {
	getMessage,
	getNotices,
	getPaging,
	getPayload,
	getRecord,
	getRecords,
	getVerdict,
	hasId,
	isDeleted,
	isOwnFailure,
	omit,
	parseJson,
	scalarToText,
} from '../../nodes/LinkPlatform/api/envelope.ts';
import { table } from '../support/table.mts';

test.each([
	...[0, '0', false].map((error) => ({ error, message: 'No.', status: 'error', code: 404 })),
	{ success: true },
	{ error: null, success: true },
	{ error: 0, data: { error: '0', id: 1 } },
	{ data: { error: 0 } },
	{ data: { success: true } },
	{ error: 0, data: [{ id: 1, error: 'The last delivery failed' }] },
])('getVerdict classifies the response body %j as a success', (body) => {
	expect(getVerdict(body)).toBe('done');
});

test.each([
	...[1, '1', true, 'true', 'false', 429, 'Not allowed', { message: 'x' }].map((error) => ({
		error,
	})),
	{ success: false, id: 1 },
	{ error: 0, success: false },
	{ error: 1, success: true },
	{ error: null, success: false, data: { id: 1 } },
	{ data: { error: 'Not allowed' } },
	{ data: { success: false } },
	{ error: '0', data: { success: false, message: 'No.' } },
	{ data: { error: 0, success: true }, error: 1 },
])('getVerdict classifies the response body %j as a refusal', (body) => {
	expect(getVerdict(body)).toBe('refused');
});

test.each([
	{},
	[],
	[1],
	null,
	'No.',
	undefined,
	{ error: null, data: { error: '' } },
	{ error: '' },
	{ status: 'error', code: 403, statusCode: 500, ok: false, maintenance: true },
	...[null, 0, 1, '1', 'true', 'false'].map((success) => ({ success })),
	{ id: 1 },
	[{ error: 1 }],
])('getVerdict returns undefined for the response body %j', (body) => {
	expect(getVerdict(body)).toBeUndefined();
});

test.each([
	...['id', 'key', 'slug', 'alias', 'shorturl'].flatMap((name) => [
		[{ [name]: 'a' }, true],
		[{ [name]: 7 }, true],
		...[0, '0', '', null, false, true, {}, ['a']].map((value) => [{ [name]: value }, false]),
	]),
	[{ id: 0, alias: 'a' }, false],
	[{ url: 'https://example.com', name: 'A' }, false],
] as Array<[IDataObject, boolean]>)('hasId for %j returns %s', (record, expected) => {
	expect(hasId(record)).toBe(expected);
});

test.each(table<[unknown, boolean]>`
	{"error": 1, "message": "No."} | true
	{"error": "1"} | true
	{"error": true} | true
	{"error": 404} | true
	{"error": null, "success": false} | false
	{"error": 0} | false
	{"error": "Not Found", "statusCode": 404} | false
	{"message": "no Route matched with those values"} | false
	{} | false
	undefined | false
	Not Found | false
`)('isOwnFailure for the response body %j returns %s', (body, expected) => {
	expect(isOwnFailure(body)).toBe(expected);
});

test.each(table<[object, boolean]>`
	{"deleted": true} | true
	{"data": {"deleted": true}} | true
	{"deleted": 1} | true
	{"data": {"deleted": 1}} | true
	{"deleted": "1"} | true
	{"data": {"deleted": "1"}} | true
	{"deleted": "true"} | true
	{"data": {"deleted": "true"}} | true
	{"error": 0, "deleted": false} | false
	{"error": 0, "data": {"deleted": false}} | false
	{"error": 0, "deleted": 0} | false
	{"error": 0, "data": {"deleted": 0}} | false
	{"error": 0, "deleted": "0"} | false
	{"error": 0, "data": {"deleted": "0"}} | false
	{"error": 0, "deleted": "false"} | false
	{"error": 0, "data": {"deleted": "false"}} | false
	{"error": 0, "deleted": ""} | false
	{"error": 0, "data": {"deleted": ""}} | false
	{"error": 0, "deleted": "no"} | false
	{"error": 0, "data": {"deleted": "no"}} | false
	{"error": 0, "deleted": "yes"} | false
	{"error": 0, "data": {"deleted": "yes"}} | false
	{"error": 0, "deleted": []} | false
	{"error": 0, "data": {"deleted": []}} | false
	{"error": 0, "deleted": {}} | false
	{"error": 0, "data": {"deleted": {}}} | false
	{"error": 0} | true
	{"success": true, "message": "Done"} | true
	{"id": 1} | false
	{"data": {"id": 1}} | false
	{} | false
	{"message": "Deleted."} | false
`)('isDeleted for the response body %j returns %s', (body, expected) => {
	expect(isDeleted(body)).toBe(expected);
});

test.each(table<[unknown, string]>`
	{"error": 1, "message": "Alias taken"} | Alias taken
	{"error": "Alias taken"} | Alias taken
	{"error": {"message": "Alias taken", "code": 3}} | Alias taken
	{"error": 1, "detail": "Alias taken"} | Alias taken
	{"error": "1", "title": "Alias taken"} | Alias taken
	{"error": "Bad Request", "message": "Alias taken"} | Alias taken
	{"error": 1} | ""
	{"error": "Alias taken", "message": ""} | Alias taken
	{"errors": {"url": ["must be a URL"]}} | url: must be a URL
	{"message": "It is taken.", "errors": {"url": ["not valid"]}} | It is taken. url: not valid
	{"message": "It is taken.", "errors": ["It is taken."]} | It is taken.
	{"errors": {"url": "wrong", "alias": ["short", "taken"]}} | url: wrong. alias: short. alias: taken
	{"errors": {"url": {"message": "wrong"}}} | url: wrong
	{"errors": [{"field": "url", "message": "wrong"}, {"message": "taken"}]} | url: wrong. taken
	{"errors": {"url": [7, null, {}, "wrong"]}} | url: wrong
	{"error": 1, "message": {"url": ["wrong"], "alias": "taken"}} | url: wrong. alias: taken
	{"error": 1, "code": 7, "details": {"field": "url", "reason": "not valid"}} | url: not valid
	{"data": {"detail": "No."}} | No.
	{"data": {"errors": [{"message": "wrong"}]}} | wrong
	{"message": "No.", "data": {"message": "Never."}} | No.
	{"message": "No.", "data": {"errors": {"url": ["is wrong"]}}} | No. url: is wrong
	{"message": "No.", "detail": "It is taken"} | No. It is taken
	{"title": "Bad", "detail": "It is taken"} | Bad. It is taken
	text | ""
	null | ""
`)('getMessage for the response body %j returns the message "%s"', (body, message) => {
	expect(getMessage(body)).toBe(message);
});

test.each(table<[unknown, unknown]>`
	{"error": 0, "data": {"id": 1}} | {"id": 1}
	{"error": 0, "id": 1, "name": "x"} | {"id": 1, "name": "x"}
	{"error": 0, "message": "Saved", "warnings": ["Soon"], "qr": {"id": 1}} | {"qr": {"id": 1}}
	{"id": 1, "meta": {"page": 1}} | {"id": 1, "meta": {"page": 1}}
	{"error": 0, "details": {"id": 1, "alias": "a"}, "data": {"clicks": 4, "id": 9}} | {"id": 1, "alias": "a", "clicks": 4}
	{"error": 0, "details": {"field": "a"}, "data": {"id": 1}} | {"id": 1}
	{"error": 0, "data": {"urls": {"used": 1}}} | {"urls": {"used": 1}}
	{"id": 1, "message": "Saved", "data": null} | {"id": 1}
	{"error": 0, "message": "Done"} | {}
	{"success": true, "id": 1, "status": "ok"} | {"id": 1, "status": "ok"}
	{"error": 0, "data": null} | {}
	[1] | [1]
	undefined | undefined
`)('getPayload for the response body %j returns the payload %j', (body, payload) => {
	expect(getPayload(body)).toEqual(payload);
});

test.each(table<[unknown, undefined]>`
	{"data": [{"id": 1}, {"id": 2}]} | undefined
	{"data": ["a", "b"]} | undefined
	{"error": 0, "data": {}} | undefined
	{"error": 0, "data": []} | undefined
	{"error": 0, "message": "Done"} | undefined
	undefined | undefined
`)('getRecord for the response body %j returns the record %j', (body, record) => {
	expect(getRecord(body)).toEqual(record);
});
test.each(table<[unknown, unknown]>`
	{"error": 0, "data": {"result": 2, "urls": [{"id": 1}, {"id": 2}]}} | [{"id": 1}, {"id": 2}]
	{"error": "0", "data": {"links": [{"id": 1}, {"id": 2}]}} | [{"id": 1}, {"id": 2}]
	{"data": {"items": [{"id": 1}, {"id": 2}]}} | undefined
	{"error": 0, "data": [{"id": 1}, {"id": 2}]} | [{"id": 1}, {"id": 2}]
	{"error": 0, "urls": [{"id": 1}, {"id": 2}]} | [{"id": 1}, {"id": 2}]
	[{"id": 1}, {"id": 2}] | [{"id": 1}, {"id": 2}]
	{"error": 0, "data": {"urls": null}} | undefined
	{"error": 0, "data": null} | []
	{"result": 0, "data": null} | []
	{"result": "0", "data": null} | []
	{"data": {"result": 0}} | undefined
	{"data": null} | undefined
	{"error": 0} | undefined
	{"data": {"urls": []}} | []
	// The documented name takes precedence over another array.
	{"data": {"tags": ["a"], "urls": [{"id": 1}, {"id": 2}]}} | [{"id": 1}, {"id": 2}]
	{"error": 0, "data": {"id": 1, "parts": [{"id": 1}, {"id": 2}]}} | undefined
	// If the response has the paging fields of a list, its only array is the list.
	{"data": {"result": 2, "maxpage": 1, "short_links": [{"id": 1}, {"id": 2}]}} | [{"id": 1}, {"id": 2}]
	{"result": 2, "nextpage": null, "short_links": [{"id": 1}, {"id": 2}]} | [{"id": 1}, {"id": 2}]
	{"nextpage": null, "warnings": ["Soon"], "short_links": [{"id": 1}, {"id": 2}]} | [{"id": 1}, {"id": 2}]
	{"result": 2, "short_links": [{"id": 1}, {"id": 2}]} | undefined
	{"data": {"errors": [{"id": 1}, {"id": 2}]}} | undefined
	{"data": {"maxpage": 1, "tags": ["a"], "short_links": [{"id": 1}, {"id": 2}]}} | undefined
	{"urls": [{"id": 1}, {"id": 2}], "data": {"urls": []}} | []
	// Without paging fields, the array may be anything.
	{"error": 0, "data": {"short_links": [{"id": 1}, {"id": 2}]}} | undefined
	{"error": 0, "message": "Done"} | undefined
	{"data": "none"} | undefined
	text | undefined
	null | undefined
`)('getRecords for the response body %j returns the records %j', (body, records) => {
	expect(getRecords(body, ['urls', 'links'])).toEqual(records);
});

test.each(table<[unknown, object]>`
	{"data": {"nextpage": 2, "maxpage": 5, "perpage": 15}} | {"next": 2, "pages": 5, "hasFigures": true}
	{"nextpage": "2", "maxpage": "5", "perpage": "15"} | {"next": 2, "pages": 5, "hasFigures": true}
	{"data": {"currentpage": 2, "result": 30}} | {"current": 2, "total": 30}
	{"data": {"result": 2, "maxpage": 2, "perpage": 2}} | {"pages": 2, "hasFigures": true}
	{"data": {"result": 3, "maxpage": 2, "perpage": 2}} | {"pages": 2, "total": 3, "hasFigures": true}
	{"data": {"result": 2, "maxpage": 1, "perpage": 2}} | {"pages": 1, "total": 2, "hasFigures": true}
	{"data": {"nextpage": null, "maxpage": 0}} | {"pages": 0, "hasFigures": true}
	{"data": {"result": 31, "perpage": 15}} | {"total": 31}
	{"data": {"nextpage": false, "maxpage": ""}} | {"hasFigures": true}
	{"data": {"nextpage": "https://e.example/?page=2"}} | {"hasFigures": true}
	null | {}
`)('getPaging for the response body %j returns the values %j', (body, paging) => {
	expect(getPaging(body)).toEqual({ hasFigures: false, ...paging });
});

test('omit() returns a copy without some fields, and leaves the original unchanged', () => {
	const record = { a: 1, b: 2 };
	expect(omit(record, ['a', 'c'])).toEqual({ b: 2 });
	expect(record).toEqual({ a: 1, b: 2 });
});

test.each([
	['9007199254740993', '9007199254740993'],
	['-9007199254740993', '-9007199254740993'],
	['9007199254740991', 9007199254740991],
	['1234567890123456', 1234567890123456],
	['12345678901234567890.5', 12345678901234567890.5],
	['1e30', 1e30],
	['"9007199254740993"', '9007199254740993'],
	['7', 7],
])('parseJson reads the number %s as %j', (text, value) => {
	expect(parseJson(`{"id": [${text}], "other": "9007199254740993 and 7", "none": null}`)).toEqual({
		id: [value],
		other: '9007199254740993 and 7',
		none: null,
	});
});

test('parseJson skips a byte order mark at the start of the text, and only at the start', () => {
	expect(parseJson('\uFEFF{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
	expect(parseJson('{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
	expect(parseJson('[9007199254740993]')).toEqual(['9007199254740993']);
});

test("parseJson returns undefined for text that isn't JSON", () => {
	expect([parseJson('{"a": [1]}'), parseJson('null'), parseJson('{a}')]).toEqual([
		{ a: [1] },
		null,
		undefined,
	]);
});

test.each([
	['a', 'a'],
	[0, '0'],
	[null, ''],
	[true, ''],
	[['a'], ''],
	[{ toString: 1 }, ''],
])('scalarToText converts %j to %j', (value, text) => {
	expect(scalarToText(value)).toBe(text);
});

test.each(table<[unknown, string[], string[]]>`
	{"error": 0, "message": "Note.", "data": {"id": 1}} | ["Note."] | []
	{"message": "Note.", "id": 1} | ["Note."] | []
	{"error": 0, "message": "Done it."} | [] | []
	{"message": "Done it.", "warnings": ["a."]} | ["a."] | ["a."]
	{"error": 0, "message": "Done it.", "data": null} | [] | []
	{"message": "Done it.", "data": 7, "warnings": "a."} | ["a."] | ["a."]
	{"data": {"id": 1}, "warnings": ["a.", "b."]} | ["a.", "b."] | ["a.", "b."]
	{"data": {}, "warnings": [{"message": "a."}, 7, null, []]} | ["a."] | ["a."]
	{"message": "", "id": 1} | [] | []
	{"message": " ", "id": 1} | [] | []
	{"message": "OK", "id": 1} | [] | []
	{"message": "ok.", "id": 1} | [] | []
	{"message": "Success", "id": 1} | [] | []
	{"message": "successful!", "id": 1} | [] | []
	{"message": "Successfully", "id": 1} | [] | []
	{"message": "done", "id": 1} | [] | []
	{"message": "…", "id": 1} | [] | []
	{"message": "OK?!a", "id": 1} | ["OK?!a"] | []
	{"message": "Not ok", "id": 1} | ["Not ok"] | []
	{"message": "Successor", "id": 1} | ["Successor"] | []
	{"message": "redone", "id": 1} | ["redone"] | []
	[{"message": "a"}] | [] | []
	a | [] | []
	undefined | [] | []
`)(
	'getNotices for the response body %j returns %j after a write, and %j after a read',
	(body, ofWrite, ofRead) => {
		expect([getNotices(body, true), getNotices(body, false)]).toEqual([ofWrite, ofRead]);
	},
);
