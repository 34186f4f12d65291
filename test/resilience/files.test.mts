import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { startServer } from '../support/serve.mts';
import { byId, openWorld, useOpenedFor, useWorld } from '../support/world.mts';
import { table } from '../support/table.mts';

const inWorld = useOpenedFor(openWorld);

const image = { qrCodeId: byId(1), format: 'png' };
const downloads = '/api/qr/:id/download';

test('an upload and a download of 300 MB are streamed, not held in memory', async () => {
	const program = ['--no-warnings', '--expose-gc', 'test/support/memory.mts'];
	const { stdout } = await promisify(execFile)(process.execPath, program);
	const { upload, download } = JSON.parse(stdout) as Record<string, Record<string, number>>;
	expect([upload.isSame, download.isWhole]).toEqual([true, true]);
	// The goal is 100 MB, but a busy machine may collect garbage late. A buffered file would take 300 MB.
	for (const growth of [upload.node, upload.sandbox, download.node]) {
		expect(growth).toBeLessThan(200);
	}
}, 240_000);
test.concurrent.each(table<[string, object, string?]>`
	half a file | {"type": "truncate"}
	a lost connection | {"type": "reset", "when": "during"}
	a web page | {"type": "html"}
	nothing | {"type": "empty"}
	an HTTP error | {"type": "status", "status": 502, "body": "", "headers": {}}
	status 304 | {"type": "status", "status": 304, "body": "", "headers": {}}
	text | {"type": "status", "status": 200, "body": "Out of credits", "headers": {}} | no PNG image: Out of credits
	an SVG | {"type": "status", "status": 200, "body": "<svg></svg>", "headers": {"content-type": "image/png"}} | no PNG image
`)(
	'qrCode.download retries if it receives %s instead of a PNG, then fails without storing the response',
	inWorld(async ({ sandbox, run }, _name, action, words = '') => {
		await sandbox.fault({ path: downloads, times: 2, action });
		const repeated = await run('qrCode', 'download', image);
		expect(repeated.items[0]?.binary?.data.mimeType).toBe('image/png');
		await sandbox.clearFaults();
		await sandbox.forget();
		await sandbox.fault({ path: downloads, action });
		const { items, errorItems } = await run('qrCode', 'download', image);
		expect([items.length, errorItems.length]).toEqual([0, 1]);
		expect(errorItems[0].json.error).toContain(words);
		expect((await sandbox.counts())['GET /api/qr/:id/download']).toBe(4);
	}),
);

describe('redirect to another origin', () => {
	const world = useWorld();
	const seen: IncomingHttpHeaders[] = [];
	let foreign: Awaited<ReturnType<typeof startServer>>;

	beforeAll(async () => {
		foreign = await startServer(({ headers, url }, response) => {
			seen.push(headers);
			const isFile = url === '/file';
			response.setHeader('content-type', isFile ? 'image/png' : 'application/json');
			response.end(isFile ? Buffer.from('\x89PNG', 'latin1') : '{"error":0,"data":{"id":9}}');
		});
	});
	beforeEach(() => (seen.length = 0));
	afterAll(() => foreign.close());

	test.each(['bearer', 'header'])(
		'a redirect to another origin gets neither the API key (sent as %s) nor a write request',
		async (sendKeyAs) => {
			const credentials = { linkPlatformApi: { ...world.credential, sendKeyAs } };
			for (const status of [302, 307]) {
				const to = (path: string) => ({ type: 'redirect', location: foreign.url + path, status });
				await world.clearFaults();
				await world.sandbox.fault(
					{ path: downloads, action: to('/file') },
					{ path: '/api/*', action: to('/json') },
					{ path: '/v1/*', action: to('/json') },
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
					const { error } = await world.fail('link', operation, parameters, { credentials });
					expect(error).toContain(`redirects to ${foreign.url}`);
				}
				expect(seen).toHaveLength(before);
			}
			expect(seen).toHaveLength(4);
			expect(JSON.stringify(seen)).not.toContain(world.apiKey);
			for (const headers of seen) {
				expect(headers).not.toHaveProperty('authorization');
				expect(headers).not.toHaveProperty('x-api-key');
			}
		},
	);
});
