import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, type NodeResult, openEngine } from '../../../packages/n8n-harness/index.mts';
import {
	getErrors,
	getFailure,
	getField,
	getJson,
	getPairs,
	getRecord,
	sent,
	toText,
} from '../../support/sent.mts';
import { useServer } from '../../support/serve.mts';
import { type World, useWorld } from '../../support/world.mts';

const world = useWorld();
const server = useServer();

const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
const pdf = { fileName: 'report.pdf', mimeType: 'application/pdf', data: content };

/** Uploads the file in the field `data`, or the files in `binary`. */
const upload = (
	parameters: Record<string, unknown> = {},
	binary: NonNullable<Parameters<Engine['runNode']>[0]['items']>[number]['binary'] = { data: pdf },
	more: Parameters<World['run']>[3] = {},
) => world.run('file', 'upload', parameters, { items: [{ json: {}, binary }], ...more });

const bytesAt = async (url: unknown) => Buffer.from(await (await fetch(String(url))).arrayBuffer());
/** Returns the content of the file that a run uploaded. */
const bytesOf = (result: NodeResult) => bytesAt(getRecord(result).shorturl);

test("file.upload fails if the input file is missing, and the error lists the item's files", async () => {
	expect(
		getFailure(await upload({ inputDataFieldName: 'file' }, { photo: pdf, scan: pdf })),
	).toEqual({
		error: `'Input Data Field Name' is "file", but this item has no such file`,
		message: expect.stringContaining('The files of this item are in: photo, scan.'),
		details: { httpCode: null, reason: 'input' },
	});
	const none = await world.run('file', 'upload');
	expect(none.errorItems[0].json.message).toContain('The files of this item are in: none.');
	await world.expectNoRequest();
});

test('file.upload uploads the file of each item, and an invalid item fails without affecting the others', async () => {
	const parameters = {
		inputDataFieldName: '={{ $json.field }}',
		additionalFields: { custom: '={{ $json.alias }}', maxDownloads: '={{ $json.most }}' },
	};
	const text = (data: string) => ({ mimeType: 'text/plain', data: Buffer.from(data) });
	const result = await world.run('file', 'upload', parameters, {
		items: [
			{ json: { field: 'a', alias: 'one' }, binary: { a: text('first') } },
			{ json: { field: 'a', alias: 'photo' }, binary: { a: text('taken') } },
			{ json: { field: 'b', alias: 'two' }, binary: { a: text('lost') } },
			{ json: { field: '', alias: 'three' }, binary: { a: text('lost') } },
			{ json: { field: 'a', most: 1.5 }, binary: { a: text('half') } },
			{ json: { field: 'b', alias: 'four' }, binary: { b: text('last') } },
		],
	});
	expect(getPairs(result.items)).toEqual([0, 5]);
	const urls = getField(result.items, 'shorturl');
	expect((await Promise.all(urls.map(bytesAt))).map(String)).toEqual(['first', 'last']);
	expect(getErrors(result.errorItems)).toEqual([
		[1, 'The alias "photo" is already taken.'],
		[2, expect.stringContaining(`is "b", but this item has no such file`)],
		[3, "'Input Data Field Name' is empty"],
		[4, "'Max Downloads' must be a whole number (got 1.5)"],
	]);
});

test('file.upload accepts an expression that returns the file itself, and sends it again after a redirect', async () => {
	const again = { type: 'redirect', location: '?name=again.pdf', status: 307 };
	await world.sandbox.fault({ method: 'POST', path: '*', action: again, times: 1 });
	const result = await upload({ inputDataFieldName: '={{ $binary.scan }}' }, { scan: pdf });
	expect((await bytesOf(result)).equals(content)).toBe(true);
});

test('file.upload uploads a file whose content n8n stores inside the item (binary mode "memory")', async () => {
	const credentials = { linkPlatformApi: world.credential };
	const engine = await openEngine({ credentials, binaryMode: 'memory' });
	const result = await engine.runNode({
		node: 'linkPlatformAssets',
		parameters: { resource: 'file', operation: 'upload' },
		items: [{ binary: { data: pdf } }],
	});
	expect((await bytesOf(result)).equals(content)).toBe(true);
	expect((await world.requests())[0].headers['content-length']).toBe(String(content.length));
});

test.each(['', '{ } '])('file.upload sends a file with the content %j unchanged', async (text) => {
	const data = { fileName: 'a.json', mimeType: 'application/json', data: Buffer.from(text) };
	expect(String(await bytesOf(await upload({}, { data })))).toBe(text);
});

test('file.upload sends the whole file again after a pause for the rate limit', async () => {
	const action = { type: 'rateLimit', retryAfter: 1 };
	await world.sandbox.fault({ times: 1, action });
	expect((await bytesOf(await upload())).equals(content)).toBe(true);
	expect((await world.requests()).filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('file.upload reports why a large file is refused, even if the response arrives before the upload ends', async () => {
	const data = { ...pdf, data: Buffer.alloc(16_000_000) };
	const taken = await upload({ additionalFields: { custom: 'photo' } }, { data });
	expect(taken.errorItems[0].json.error).toBe('The alias "photo" is already taken.');
	const body = { legacy: { maxUploadBytes: 15_999_999 } };
	await world.change(body);
	const large = await upload({}, { data });
	expect(large.errorItems[0].json).toMatchObject({
		error: 'A file may have at most 15999999 bytes.',
		message: expect.stringContaining('smaller file'),
		details: { httpCode: '413', reason: 'refused' },
	});
});

test("file.upload doesn't time out while data is still being sent slowly", async () => {
	// The server pauses for 10 ms after each of 150 chunks. The upload takes longer than the timeout, but never stalls.
	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		try {
			let bytes = 0;
			let pieces = 0;
			for await (const piece of request as AsyncIterable<Buffer>) {
				bytes += piece.length;
				if ((pieces += 1) <= 150) await pause(10);
			}
			expect(bytes).toBe(25_000_000);
			response.end('{"error":0,"id":1,"shorturl":"https://links.example/f/slow"}');
		} catch {
			// The client closed the connection, so the test finds a failed item.
		}
	};
	const legacyApiUrl = await server.serve((...given) => void answer(...given));
	const credentials = { linkPlatformApi: { ...world.credential, legacyApiUrl } };
	const data = { ...pdf, data: Buffer.alloc(25_000_000) };
	const more = { credentials, pace: { timeout: 1 } };
	const { errorItems } = await upload({}, { data }, more);
	expect(errorItems).toEqual([]);
});

test("file.upload times out if the server doesn't respond", async () => {
	await world.sandbox.fault({ action: { type: 'stall' } });
	expect(getFailure(await upload({}, { data: pdf }, { pace: { timeout: 1 } }))).toMatchObject({
		error: expect.stringContaining('timed out'),
		message: expect.stringContaining('Check before you retry'),
	});
	expect(await world.requests()).toHaveLength(1);
});

test('file.upload sends the file as the request body and all other fields in the query string', async () => {
	await upload({
		inputDataFieldName: 'data',
		fileName: 'Q1.pdf',
		additionalFields: {
			name: 'First quarter',
			custom: 'q1',
			domain: 'go.example.com',
			password: 'open sesame',
			expiry: '2030-03-31',
			maxDownloads: '3',
		},
	});
	expect(await sent(world)).toEqual([
		{
			request: 'POST /v3/api/files/upload/Q1.pdf',
			query: {
				name: 'First quarter',
				custom: 'q1',
				domain: 'go.example.com',
				password: 'open sesame',
				expiry: '2030-03-31',
				maxdownloads: '3',
			},
			body: { bytes: content.length },
		},
	]);
	const [{ headers }] = await world.requests();
	expect(headers).toMatchObject({
		'content-type': 'application/pdf',
		'content-length': String(content.length),
	});
});

test('file.upload returns a short URL from which a visitor can download the file', async () => {
	const { items } = await upload();
	expect(getJson(items)).toEqual([{ id: 3, shorturl: expect.stringContaining('/f/') }]);
	expect(getPairs(items)).toEqual([0]);
	const response = await fetch(toText(items[0].json.shorturl));
	expect(response.headers.get('content-type')).toBe('application/pdf');
	expect(response.headers.get('content-disposition')).toContain('report.pdf');
	expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
	const all = await world.run('file', 'getAll', { filters: { name: 'REPORT' } });
	expect(getJson(all.items)).toEqual([
		{ ...items[0].json, name: 'report.pdf', downloads: 1, date: expect.any(String) },
	]);
});

test.each([
	["the input file's name", '', 'Bericht März.pdf', 'Bericht März.pdf'],
	["the name in 'File Name'", '報告 100% #1?.txt', 'report.pdf', '報告 100% #1?.txt'],
	['a name with emoji and quotes', `👩‍🚀 "it's".pdf`, 'report.pdf', `👩‍🚀 "it's".pdf`],
	['a default name', '', undefined, 'data.pdf'],
])('file.upload uses %s as the file name', async (_, fileName, own, expected) => {
	const record = getRecord(await upload({ fileName }, { data: { ...pdf, fileName: own } }));
	const { path } = (await world.requests())[0];
	expect(path).toBe(`/v3/api/files/upload/${encodeURIComponent(expected)}`);
	const all = await world.run('file', 'getAll', { filters: { name: expected } });
	expect(all.items[0].json).toMatchObject({ id: record.id, name: expected });
});

/** Other unsafe names are tested in `test/unit/fileNames.test.mts`. */
test("file.upload removes path segments and control characters from the input file's name", async () => {
	await upload({}, { data: { ...pdf, fileName: '../../line\nbreak\u202e.pdf' } });
	expect((await world.requests()).map(({ path }) => path)).toEqual([
		'/v3/api/files/upload/linebreak.pdf',
	]);
});

test.each(['a/b.pdf', '..%2fb.pdf'])(
	'file.upload rejects "%s" in \'File Name\' before any request is sent',
	async (fileName) => {
		expect(getFailure(await upload({ fileName })).error).toBe(
			`'File Name' is not a valid ID (got "${fileName}")`,
		);
		await world.expectNoRequest();
	},
);

test.each([
	['Asia/Tokyo', '2030-03-31T20:00:00Z', '2030-04-01'],
	['Asia/Tokyo', '2030-03-31T23:59:00', '2030-03-31'],
	['Asia/Tokyo', '2030-03-31', '2030-03-31'],
])(
	"file.upload with the workflow's time zone %s sends the expiry %s as the date %s",
	async (timezone, expiry, expected) => {
		await upload({ additionalFields: { expiry } }, { data: pdf }, { settings: { timezone } });
		expect((await world.requests())[0].query).toEqual({ expiry: expected });
	},
);

test("file.upload masks the file's password in errors, even if Link Platform repeats it", async () => {
	const password = 'open sesame & more';
	const message = `Cannot use ${new URLSearchParams({ password }).toString()} or ${password}`;
	const action = { type: 'status', status: 422, body: { error: 1, message } };
	await world.sandbox.fault({ action });
	const result = await upload({ additionalFields: { password } });
	expect(result.errorItems[0].json.error).toContain('***');
	expect(JSON.stringify(result)).not.toMatch(/open.{1,3}sesame/);
});

test('file.upload returns the file\'s ID even if the response has it under the key "1"', async () => {
	await world.fault('/v3/api/files/upload/:filename', {
		type: 'wrongJson',
		body: '{"error":false,"1":42,"shorturl":"https://s.example/a"}',
	});
	expect(getRecord(await upload({}, { data: pdf }))).toEqual({
		id: 42,
		shorturl: 'https://s.example/a',
	});
});
