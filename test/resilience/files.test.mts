import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { startServer } from '../support/serve.mts';
import { byId, openWorld, useOpenedFor, useWorld } from '../support/world.mts';

const inWorld = useOpenedFor(openWorld);

const image = { qrCodeId: byId(1), format: 'png' };
const downloads = '/api/qr/:id/download';

test('an upload and a download of 300 MB are not piled up in memory', async () => {
	const program = ['--no-warnings', '--expose-gc', 'test/support/memory.mts'];
	const { stdout } = await promisify(execFile)(process.execPath, program);
	const { upload, download } = JSON.parse(stdout) as Record<string, Record<string, number>>;
	expect([upload.isSame, download.isWhole]).toEqual([true, true]);
	// 100 MB is what we aim at; a busy machine may collect garbage late, a buffered file is 300.
	for (const growth of [upload.node, upload.sandbox, download.node]) {
		expect(growth).toBeLessThan(200);
	}
}, 240_000);

test.concurrent.each([
	{ type: 'truncate' },
	{ type: 'reset', when: 'during' },
	{ type: 'html' },
	{ type: 'empty' },
	{ type: 'status', status: 502 },
])(
	'download that meets %j is repeated, then fails, and never yields a short file',
	inWorld(async ({ sandbox, run }, action) => {
		await sandbox.fault({ path: downloads, times: 2, action });
		const repeated = await run('qrCode', 'download', image);
		expect(repeated.items[0]?.binary?.data.mimeType).toBe('image/png');
		await sandbox.clearFaults();
		await sandbox.fault({ path: downloads, action });
		const { items, errorItems } = await run('qrCode', 'download', image);
		expect([items.length, errorItems.length]).toEqual([0, 1]);
	}),
);

test.concurrent.each<[string, object, string]>([
	['nothing', { type: 'large', bytes: 0, contentType: 'image/png' }, 'no PNG image'],
	['304', { type: 'status', status: 304, body: '' }, 'no PNG image'],
	[
		'text',
		{ type: 'status', status: 200, body: 'Out of credits' },
		'no PNG image, but: Out of credits',
	],
	[
		'an SVG',
		{ type: 'status', status: 200, body: '<svg></svg>', headers: { 'content-type': 'image/png' } },
		'no PNG image',
	],
	['bytes of no kind', { type: 'large', bytes: 9_000, contentType: 'image/webp' }, 'no PNG image'],
])(
	'%s instead of a PNG is repeated, then fails with a message, and is never stored',
	inWorld(async ({ sandbox, run }, _name, action, words) => {
		await sandbox.fault({ path: downloads, times: 1, action });
		const repeated = await run('qrCode', 'download', image);
		expect(repeated.items[0]?.binary?.data.mimeType).toBe('image/png');
		await sandbox.clearFaults();
		await sandbox.forget();
		await sandbox.fault({ path: downloads, action });
		const { items, errorItems } = await run('qrCode', 'download', image);
		expect(items).toEqual([]);
		expect(errorItems[0].json.error).toContain(words);
		expect((await sandbox.counts())['GET /api/qr/:id/download']).toBe(4);
	}),
);

test.concurrent(
	'text instead of an image is shown without secrets',
	inWorld(async ({ sandbox, run }) => {
		const body = `No image for ${sandbox.apiKey}`;
		await sandbox.fault({ path: downloads, action: { type: 'status', status: 200, body } });
		const { errorItems } = await run('qrCode', 'download', image);
		expect(errorItems[0].json.error).toContain('No image for ***');
	}),
);

const slowStart = Buffer.from('\x89PNG and more', 'latin1');

/** A world with slow images, from a server of its own; number 1 never ends. */
const inSlowWorld = useOpenedFor(async () => {
	const world = await openWorld();
	let asked = 0;
	const server = await startServer((request, response) => {
		asked += 1;
		response.writeHead(200, { 'content-type': 'image/png' });
		response.write(slowStart);
		if (request.url?.startsWith('/api/qr/1/')) return;
		// Longer than the timeout in all, without a pause as long.
		let left = 10;
		const timer = setInterval(() => {
			response.write('x');
			left -= 1;
			if (left > 0) return;
			clearInterval(timer);
			response.end();
		}, 300);
	});
	const credentials = { linkPlatformApi: { ...world.credential, apiUrl: server.url } };
	return {
		host: new URL(server.url).host,
		/** The number of requests. */
		asked: () => asked,
		download: async (id: number, outputAs: string) => {
			const parameters = { ...image, qrCodeId: byId(id), outputAs };
			return await world.run('qrCode', 'download', parameters, {
				credentials,
				pace: { timeout: 1 },
			});
		},
		restore: async () => {
			asked = 0;
			await world.restore();
		},
		close: async () => {
			await server.close();
			await world.close();
		},
	};
});

test.concurrent.each(['binary', 'dataUrl'])(
	'a slow download that stalls times out at each attempt, then fails with a message (%s)',
	inSlowWorld(async ({ download, asked, host }, outputAs: string) => {
		const { items, errorItems } = await download(1, outputAs);
		expect(items).toEqual([]);
		expect(errorItems[0].json).toMatchObject({
			error: `The request to ${host} timed out`,
			message: expect.stringContaining("'Timeout (Seconds)'"),
		});
		expect(asked()).toBe(4);
	}),
	60_000,
);

// Alone, as a busy process may read a byte too late.
test(
	'a slow download is complete, however long it takes',
	inSlowWorld(async ({ download, asked }) => {
		const { items } = await download(2, 'binary');
		expect(items[0].json.fileSize).toBe(slowStart.length + 10);
		expect(asked()).toBe(1);
	}),
);

describe('redirect', () => {
	const world = useWorld();
	const seen: IncomingHttpHeaders[] = [];
	let foreign: Awaited<ReturnType<typeof startServer>>;
	/** Where the foreign server redirects to. */
	let back = '';

	beforeAll(async () => {
		foreign = await startServer((request, response) => {
			seen.push(request.headers);
			if (request.url === '/back') {
				response.writeHead(302, { location: back }).end();
				return;
			}
			response.setHeader(
				'content-type',
				request.url === '/file' ? 'image/png' : 'application/json',
			);
			response.end(
				request.url === '/file' ? Buffer.from('\x89PNG', 'latin1') : '{"error":0,"data":{"id":9}}',
			);
		});
	});
	beforeEach(() => (seen.length = 0));
	afterAll(async () => await foreign.close());

	test.each(['bearer', 'header'])(
		'to another origin does not send the key (%s)',
		async (sendKeyAs) => {
			const credentials = { linkPlatformApi: { ...world.credential, sendKeyAs } };
			for (const status of [301, 302, 303, 307, 308]) {
				await world.sandbox.clearFaults();
				const redirect = (path: string) => ({
					type: 'redirect',
					location: foreign.url + path,
					status,
				});
				await world.sandbox.fault(
					{ path: downloads, action: redirect('/file') },
					{ path: '/api/*', action: redirect('/json') },
					{ path: '/v1/*', action: redirect('/json') },
				);
				const file = await world.run('qrCode', 'download', image, { credentials });
				expect(file.items).toHaveLength(1);
				const record = await world.run('link', 'get', { linkId: byId(1) }, { credentials });
				expect(record.items[0].json).toEqual({ id: 9 });
				const before = seen.length;
				for (const [operation, parameters] of [
					['create', { url: 'https://example.com' }],
					['createOnce', { url: 'https://example.com', idempotencyKey: 'once' }],
					['update', { linkId: byId(1), updateFields: { password: 'hunter2-hunter2' } }],
					['delete', { linkId: byId(1) }],
				] as const) {
					const { errorItems } = await world.run('link', operation, parameters, { credentials });
					expect(errorItems[0].json.error).toContain(`redirects to ${foreign.url}`);
				}
				expect(seen).toHaveLength(before);
			}
			expect(seen).toHaveLength(10);
			expect(JSON.stringify(seen)).not.toContain(world.sandbox.apiKey);
			for (const headers of seen) {
				expect(headers).not.toHaveProperty('authorization');
				expect(headers).not.toHaveProperty('x-api-key');
			}
		},
		120_000,
	);

	test.each(['bearer', 'header'])(
		'to another origin and back does not send the key again (%s)',
		async (sendKeyAs) => {
			const credentials = { linkPlatformApi: { ...world.credential, sendKeyAs } };
			back = `${world.sandbox.url}/api/url/2`;
			for (const [from, location] of [
				['/api/url/1', `${foreign.url}/back`],
				['/api/url/2', '/api/url/3'],
			]) {
				await world.sandbox.fault({ path: from, action: { type: 'redirect', location } });
			}
			await world.run('link', 'get', { linkId: byId(1) }, { credentials });
			const requests = await world.sandbox.requests();
			expect(
				requests.map(({ path, headers }) => [
					path,
					JSON.stringify(headers).includes(world.sandbox.apiKey),
				]),
			).toEqual([
				['/api/url/1', true],
				['/api/url/2', false],
				['/api/url/3', false],
			]);
		},
	);

	test.each([
		[301, false],
		[302, false],
		[303, false],
		[307, true],
		[308, true],
	])(
		'%i of a write within Link Platform is followed, as the same write: %s',
		async (status, is) => {
			const location = '/api/url/add';
			const action = { type: 'redirect', location, status };
			await world.sandbox.fault({ path: '/api/url/add', times: 1, action });
			const parameters = { url: 'https://example.com/once' };
			const { items, errorItems } = await world.run('link', 'create', parameters);
			expect([items.length, errorItems.length]).toEqual(is ? [1, 0] : [0, 1]);
			const requests = await world.sandbox.requests();
			expect(requests.map(({ method }) => method)).toEqual(is ? ['POST', 'POST'] : ['POST']);
			if (is) expect(requests[1].body).toEqual(parameters);
		},
	);

	test.each(['file:///etc/hostname', 'data:application/json,{}', 'ftp://x/', 'http://', '//'])(
		'to %s fails',
		async (location) => {
			await world.sandbox.fault({ path: '/api/*', action: { type: 'redirect', location } });
			const { errorItems } = await world.run('link', 'get', { linkId: byId(1) });
			expect(errorItems[0].json.error).toMatch(/^Link Platform redirects to/);
		},
	);

	test('in a circle fails and ends', async () => {
		await world.sandbox.fault({
			path: '/api/*',
			action: { type: 'redirect', location: '/api/url/1' },
		});
		const { errorItems } = await world.run('link', 'get', { linkId: byId(1) });
		expect(errorItems[0].json.error).toBe('Too many redirects');
	});
});

describe('a name from Link Platform', () => {
	const world = useWorld();

	test.each([
		...['../../etc/passwd', '..\\..\\windows\\system32', '/absolute', 'C:\\x', 'nul', 'a\u0000b'],
		...['line\r\nbreak', '\u202egnp.exe', '.hidden', '   ', 'x'.repeat(5_000), '😀'.repeat(200)],
	])('%j becomes a safe file name', async (name) => {
		const body = JSON.stringify({ error: 0, data: { id: 1, name, url: 'https://x.example/1' } });
		await world.sandbox.fault({ path: '/api/qr/add', action: { type: 'wrongJson', body } });
		const { items } = await world.run('qrCode', 'create', {
			name: 'asked',
			url: 'https://example.com',
			downloadImage: true,
			format: 'png',
		});
		const fileName = items[0].binary!.data.fileName!;
		expect(fileName).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u202e]|^\./);
		expect(fileName).toMatch(/\.png$/);
		expect([...fileName].length).toBeLessThanOrEqual(130);
	});
});
