/** Responses in all shapes that the documentation shows or leaves open. */
import {
	isErrorEnvelope,
	getMessage,
	getNotices,
	getPaging,
	getPayload,
	getRecords,
	getStatus,
	getVerdict,
	omit,
	parseJson,
	scalarToText,
} from '../../nodes/LinkPlatform/api/envelope.ts';

test.each([
	...[0, '0', false, 'false', null, ''].map((error) => ({ error })),
	{ data: {} },
	[[]],
	null,
	'error',
	undefined,
])('%j is no error', (body) => {
	expect(isErrorEnvelope(body)).toBe(false);
});

test.each([1, '1', true, 'true', 429, 'Not allowed', { message: 'x' }])(
	'error %j is an error',
	(error) => {
		expect(isErrorEnvelope({ error })).toBe(true);
	},
);

/** No in another form than `error`. */
test.each<unknown>([
	{ success: false, message: 'No.' },
	{ success: 'false', data: { id: 1 } },
	{ success: 0 },
	{ ok: false },
	{ error: null, success: false },
	{ status: 'error' },
	{ status: 'Fail', data: { url: 'must be a URL' } },
	...[400, 599, '401'].map((status) => ({ status })),
	{ code: 403, message: 'No.' },
	{ statusCode: 500, data: [] },
	{ errors: [{ message: 'No.' }] },
	{ errors: { url: ['wrong'] }, data: null },
	{ data: { errors: [{ code: 7 }] } },
	{ data: { message: 'No.' } },
	{ maintenance: true },
	{ id: 1, data: {}, code: 404 },
	{ data: false, message: 'No.' },
	{ message: 'Unauthorized' },
	{ message: 'No.', error: '', data: {}, timestamp: 'now', path: '/api/urls' },
	{ detail: 'No.', title: 'Bad', type: 'about:blank', instance: '/1' },
	{ message: 'OK' },
	{ items: [], message: 'Unauthorized' },
	{ items: [], errors: [{ message: 'Unauthorized' }] },
	{ data: { urls: [], currentpage: 1 }, message: 'Unauthorized' },
	{ data: [], message: 'Unauthorized' },
	{ data: { urls: null }, message: 'Unauthorized' },
])('%j says no', (body) => {
	expect([getVerdict(body), isErrorEnvelope(body)]).toEqual([false, false]);
});

test.each<unknown>([
	...[0, '0', false, 'false'].map((error) => ({ error, message: 'Done' })),
	{ error: 0, success: false },
	{ error: 0, status: 'error', code: 404, errors: [1] },
	{ error: 0, items: [], message: 'No items' },
	{ success: true, message: 'Done' },
	...[1, '1', 'true'].map((ok) => ({ ok, message: 'Done' })),
	{ status: 'success', message: 'Done' },
	{ code: 200, message: 'Done' },
])('%j says yes', (body) => {
	expect(getVerdict(body)).toBe(true);
});

test.each<unknown>([
	{},
	[],
	[1],
	null,
	'No.',
	undefined,
	{ data: null },
	{ error: null },
	{ id: 1, status: 'error', code: 404, maintenance: true, errors: 3 },
	{ key: 'a', statusCode: 500, message: 'Hello' },
	{ data: { id: 1, status: 'error', code: 404 } },
	{ data: { verified: false }, message: 'The record is missing.' },
	{ email: 'a@example.com', status: 'active' },
	{ status: 'pending' },
	{ status: 3, code: 'A1' },
	...['no error', 'errors', 'not ok', 'okay', 300, 600].map((status) => ({ status, clicks: 1 })),
	{ items: [], tags: ['a'], message: 'One' },
	{ errors: 3, clicks: 5 },
	{ errors: [], data: [] },
	{ items: [], message: 'OK' },
	{ items: [], result: 0, message: 'No items' },
	{ items: [{ id: 1 }], message: 'One' },
	{ data: { urls: [{ id: 1 }], errors: [{ message: 'One row was refused' }] } },
])('%j says neither', (body) => {
	expect(getVerdict(body)).toBeUndefined();
});

test.each([
	[200, { error: 429 }, 429],
	[200, { error: '429' }, 429],
	[200, { error: 404 }, 404],
	[200, { error: { code: 403 } }, 403],
	[200, { error: 1 }, 200],
	[200, { error: 0 }, 200],
	[200, null, 200],
	[200, { error: { status: 429 } }, 429],
	[404, { error: 429 }, 404],
	[200, { code: 403 }, 403],
	[200, { status: '401' }, 401],
	[200, { statusCode: 500 }, 500],
	[200, { status: 'error', code: 404 }, 404],
	[200, { maintenance: true }, 503],
	[200, { error: 1, maintenance: true }, 200],
	[200, { id: 1, code: 403 }, 200],
	[200, { error: 0, code: 403 }, 200],
	[200, { error: 1, code: 403 }, 200],
	[300, { error: 429 }, 300],
	[200, { error: 399 }, 200],
	[200, { error: 1, message: 'Too many requests' }, 200],
	[200, { error: 400 }, 400],
	[200, { error: 599 }, 599],
	[200, { error: 600 }, 200],
	[200, { error: 1000 }, 200],
])('HTTP %i with %j means %i', (status, body, expected) => {
	expect(getStatus(status, body)).toBe(expected);
});

test.each([
	['Too many requests', 200, 0, 429],
	['You have reached your maximum request limit', 200, 0, 429],
	['Too many requests', 200, 1, 200],
	['Too many requests', 200, undefined, 200],
	['The alias is taken', 200, 0, 200],
	['A valid API key is required to use this service.', 200, 9, 401],
	['Invalid API key', 200, undefined, 401],
	['The API key is not valid or has expired.', 200, undefined, 401],
	['This API key is missing the scope write', 200, undefined, 200],
	['The API key name is required', 200, undefined, 200],
	['Invalid API key', 400, undefined, 400],
	['Too many requests', 400, 0, 400],
])(
	'a failure "%s" under HTTP %i with %p requests left means %i',
	(message, status, left, expected) => {
		expect(getStatus(status, { error: 1, message }, left)).toBe(expected);
		expect(getStatus(status, { error: 0, message }, left)).toBe(status);
	},
);

test.each([
	[{ error: 1, message: 'Alias taken' }, 'Alias taken'],
	[{ error: 'Alias taken' }, 'Alias taken'],
	[{ error: { message: 'Alias taken', code: 3 } }, 'Alias taken'],
	[{ error: 1, detail: 'Alias taken' }, 'Alias taken'],
	[{ error: '1', title: 'Alias taken' }, 'Alias taken'],
	[{ error: 1, message: ['a', 'b'] }, 'a; b'],
	[{ error: 1 }, ''],
	[{ error: '429', message: '' }, ''],
	[{ error: '429' }, ''],
	[{ error: 'Alias taken', message: '' }, 'Alias taken'],
	[{ message: '1234567890' }, '1234567890'],
	[{ errors: { url: ['must be a URL'] } }, 'url: must be a URL'],
	[{ message: 'It is taken.', errors: { alias: ['It is taken.'] } }, 'It is taken.'],
	[
		{ message: 'It is taken.', errors: { alias: ['It is taken.'], url: ['not valid'] } },
		'It is taken; url: not valid',
	],
	[
		{ errors: { url: 'wrong', alias: ['short', 'taken'] } },
		'url: wrong; alias: short; alias: taken',
	],
	[{ errors: { url: { message: 'wrong' } } }, 'url: wrong'],
	[{ errors: ['wrong', 'taken'] }, 'wrong; taken'],
	[{ errors: [{ field: 'url', message: 'wrong' }, { message: 'taken' }] }, 'url: wrong; taken'],
	[{ errors: [{ path: 'url', message: 'wrong' }] }, 'url: wrong'],
	[{ title: 'Invalid', errors: [{ detail: 'wrong', pointer: '#/url' }] }, 'Invalid; #/url: wrong'],
	[{ errors: { url: [7, null, {}, 'wrong'] } }, 'url: wrong'],
	[{ errors: 'none' }, ''],
	[{ data: { errors: [{ message: 'wrong' }] } }, 'wrong'],
	[{ message: 'No.', data: { message: 'Never.' } }, 'No.'],
	[{ message: 'Invalid', errors: { url: ['wrong'] } }, 'Invalid; url: wrong'],
	[
		{ error: 1, message: { url: ['must be a URL'], alias: 'taken' } },
		'url: must be a URL; alias: taken',
	],
	[{ message: { url: ['wrong'] }, errors: { alias: ['taken'] } }, 'url: wrong; alias: taken'],
	[{ message: ['wrong', 'taken'] }, 'wrong; taken'],
	[{ error: 'Invalid data', message: { url: ['wrong'] } }, 'Invalid data; url: wrong'],
	[{ message: 'Not v1.2.', errors: { url: ['wrong'] } }, 'Not v1.2; url: wrong'],
	[{ message: 'Not v1.2.', errors: [] }, 'Not v1.2.'],
	['text', ''],
	[null, ''],
])('the message in %j', (body, message) => {
	expect(getMessage(body)).toBe(message);
});

test('the message is cut after 1,000 characters', () => {
	expect(getMessage({ message: `no ${'x'.repeat(2_000)}` })).toBe(`no ${'x'.repeat(997)}`);
});

test.each([
	[{ error: 0, data: { id: 1 } }, { id: 1 }],
	[
		{ error: 0, id: 1, name: 'x' },
		{ id: 1, name: 'x' },
	],
	[{ error: 0, campaign: { id: 1 } }, { id: 1 }],
	[{ error: 0, message: 'Saved', warnings: ['Soon'], qr: { id: 1 } }, { id: 1 }],
	[{ link: { id: 1 }, request_id: 'a', meta: {} }, { id: 1 }],
	[{ data: null, meta: { page: 1 } }, {}],
	[
		{ id: 1, meta: { page: 1 } },
		{ id: 1, meta: { page: 1 } },
	],
	[{ error: 0, data: { block: { key: 'a' } } }, { key: 'a' }],
	[{ error: 0, data: { urls: { used: 1 } } }, { urls: { used: 1 } }],
	[{ data: { verified: true, domain: { id: 1 } } }, { verified: true, domain: { id: 1 } }],
	[{ data: { domain: { id: 1 }, verified: true } }, { domain: { id: 1 }, verified: true }],
	[{ id: 1, message: 'Saved', data: null }, { id: 1 }],
	[{ error: 0, message: 'Done' }, {}],
	[{ success: true, status: 'success', code: 200, message: 'Done' }, {}],
	[
		{ success: true, id: 1, status: 'ok' },
		{ id: 1, status: 'ok' },
	],
	[{ status: 'pending' }, { status: 'pending' }],
	[{ error: 0, data: null }, {}],
	[{ error: 0, data: [] }, []],
	[{ error: 0, data: 0 }, 0],
	[[1], [1]],
	[undefined, undefined],
])('the payload of %j', (body, payload) => {
	expect(getPayload(body)).toEqual(payload);
});

const rows = [{ id: 1 }, { id: 2 }];
test.each([
	[{ error: 0, data: { result: 2, urls: rows } }, rows],
	[{ error: '0', data: { links: rows } }, rows],
	[{ error: 0, result: 2, list: rows }, rows],
	[{ data: { items: rows } }, rows],
	[{ error: 0, data: rows }, rows],
	[{ error: 0, urls: rows }, rows],
	[rows, rows],
	[{ error: 0, data: { urls: null } }, []],
	[{ error: 0, data: null }, []],
	[{ result: 0, data: null }, []],
	[{ data: { result: 0 } }, []],
	[{ total: '0' }, []],
	[{ data: { urls: null } }, undefined],
	[{ data: null }, undefined],
	[{ error: 0 }, undefined],
	[{ data: { urls: [] } }, []],
	// The documented name takes precedence over another array.
	[{ data: { tags: ['a'], urls: rows } }, rows],
	[{ data: { id: 1, tags: ['a'] } }, undefined],
	[{ data: { tags: ['a'], list: rows } }, rows],
	[{ data: { tags: ['a'], items: rows } }, rows],
	[{ error: 0, data: { id: 1, parts: rows } }, undefined],
	[{ error: 0, parts: [...rows, 'a'] }, undefined],
	[{ data: { tags: ['a'] } }, undefined],
	// With the figures of a list, the only array is the list.
	[{ data: { result: 2, maxpage: 1, short_links: rows } }, rows],
	[{ result: 2, nextpage: null, short_links: rows }, rows],
	[{ result: 2, short_links: rows }, rows],
	[{ result: 1, errors: rows }, undefined],
	[{ data: { errors: rows } }, undefined],
	[{ errors: rows }, undefined],
	[{ data: { maxpage: 1, tags: ['a'], short_links: rows } }, undefined],
	// Without them, it is if there is nothing else.
	[{ error: 0, data: { short_links: rows } }, rows],
	[{ error: 0, short_links: rows }, rows],
	[{ short_links: rows }, undefined],
	[{ error: 0, message: 'Done' }, undefined],
	[{ data: 'none' }, undefined],
	['text', undefined],
	[null, undefined],
])('the records of %j', (body, records) => {
	expect(getRecords(body, ['urls', 'links'])).toEqual(records);
});

test.each([
	[
		{ data: { nextpage: 2, maxpage: 5, perpage: 15 } },
		{ next: 2, last: 5, pages: 5, size: 15, hasFigures: true },
	],
	[
		{ nextpage: '2', maxpage: '5', perpage: '15' },
		{ next: 2, last: 5, pages: 5, size: 15, hasFigures: true },
	],
	[{ data: { currentpage: 2, result: 30 } }, { current: 2, result: 30, total: 30 }],
	[{ data: { total: '30' } }, { result: 30, total: 30 }],
	[{ data: { result: 30, total: 60 } }, { result: 30, total: 30 }],
	[
		{ data: { result: 2, maxpage: 2, perpage: 2 } },
		{ last: 2, pages: 2, size: 2, result: 2, hasFigures: true },
	],
	[
		{ data: { result: 3, maxpage: 2, perpage: 2 } },
		{ last: 2, pages: 2, size: 2, result: 3, total: 3, hasFigures: true },
	],
	[
		{ data: { result: 2, maxpage: 1, perpage: 2 } },
		{ last: 1, pages: 1, size: 2, result: 2, total: 2, hasFigures: true },
	],
	[{ data: { maxpage: '3' } }, { last: 3, pages: 3, hasFigures: true }],
	[{ data: { nextpage: null, maxpage: 0 } }, { last: 0, pages: 0, hasFigures: true }],
	[{ data: { result: 31, perpage: 15 } }, { size: 15, result: 31, total: 31, pages: 3 }],
	[{ data: { nextpage: null } }, { hasFigures: true }],
	[{ data: { nextpage: false, maxpage: '' } }, { hasFigures: true }],
	[{ data: { nextpage: 'https://e.example/?page=2' } }, { hasFigures: true }],
	[{ data: [] }, {}],
	[null, {}],
])('the paging of %j', (body, paging) => {
	expect(getPaging(body)).toEqual({ hasFigures: false, ...paging });
});

test('omitting fields leaves the original as it was', () => {
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
])('the number %s is read as %j', (text, value) => {
	expect(parseJson(`{"id": [${text}], "other": "9007199254740993 and 7", "none": null}`)).toEqual({
		id: [value],
		other: '9007199254740993 and 7',
		none: null,
	});
});

test('a byte order mark before JSON is skipped, and only there', () => {
	expect(parseJson('\uFEFF{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
	expect(parseJson('{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' });
	expect(parseJson('[9007199254740993]')).toEqual(['9007199254740993']);
});

test('text that is not JSON is undefined', () => {
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
])('%j as a name, an ID or a time is %j', (value, text) => {
	expect(scalarToText(value)).toBe(text);
});

test.each<[body: unknown, ofWrite: string[], ofRead: string[]]>([
	[{ error: 0, message: 'Note.', data: { id: 1 } }, ['Note.'], []],
	[{ message: 'Note.', data: [] }, ['Note.'], []],
	[{ message: 'Note.', id: 1 }, ['Note.'], []],
	[{ error: 0, message: 'Done it.' }, [], []],
	[{ message: 'Done it.', warnings: ['a.'] }, ['a.'], ['a.']],
	[{ error: 0, message: 'Done it.', data: null }, [], []],
	[{ message: 'Done it.', data: 7, warning: 'a.' }, ['a.'], ['a.']],
	[{ data: {}, warning: 'a.' }, ['a.'], ['a.']],
	[{ data: { id: 1 }, warnings: ['a.', 'b.'] }, ['a.', 'b.'], ['a.', 'b.']],
	[{ data: {}, warnings: [{ message: 'a.' }, { text: 'b' }, 7, null, []] }, ['a.'], ['a.']],
	[{ data: {}, warnings: { message: ' a \n b ' } }, ['a b'], ['a b']],
	[{ id: 1, message: { text: 'a' } }, [], []],
	...['', ' ', 'OK', 'ok.', 'Success', 'successful!', 'Successfully', 'done', '…'].map(
		(message): [unknown, string[], string[]] => [{ message, id: 1 }, [], []],
	),
	...['OK?!a', 'Not ok', 'Successor', 'redone'].map(
		(message): [unknown, string[], string[]] =>
			[{ message, id: 1 }, [message], []] as [unknown, string[], string[]],
	),
	[[{ message: 'a' }], [], []],
	['a', [], []],
	[undefined, [], []],
])('%j says beside its record: %j, read: %j', (body, ofWrite, ofRead) => {
	expect([getNotices(body, true), getNotices(body, false)]).toEqual([ofWrite, ofRead]);
});
