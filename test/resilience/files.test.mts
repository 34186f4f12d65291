import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { type Service, closeEngine, openService, print, inParallel } from './scenarios.mts';
import { byId } from '../support/world.mts';

let service: Service;

beforeAll(async () => {
	service = await openService();
});
beforeEach(async () => await service.reset());
afterAll(async () => {
	await service.close();
	await closeEngine();
});

const image = { qrCodeId: byId(1), format: 'png' };
const downloads = '/api/qr/:id/download';

test('300 MB come down without growing the process by more than 100 MB', async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--no-warnings',
		'--expose-gc',
		'test/resilience/downloadMemory.mts',
		'300',
	]);
	print(`     ${stdout.trim()}`);
	const { isWhole, growth } = JSON.parse(stdout);
	expect(isWhole).toBe(true);
	expect(growth).toBeLessThanOrEqual(100);
}, 120_000);

test('a broken download is repeated, then a failure, never a short file', async () => {
	const broken = [
		{ type: 'truncate' },
		{ type: 'reset', when: 'during' },
		{ type: 'html' },
		{ type: 'empty' },
		{ type: 'status', status: 502 },
	];
	const services = await Promise.all(broken.map(async () => await openService()));
	await inParallel(services, broken, async (one, action) => {
		await one.fault({ path: downloads, times: 2, action });
		const repeated = await one.run('qrCode', 'download', image);
		expect(repeated.items[0]?.binary?.data.mimeType).toBe('image/png');
		await one.clearFaults();
		await one.fault({ path: downloads, action });
		const { items, errorItems } = await one.run('qrCode', 'download', image);
		expect([action, items.length, errorItems.length]).toEqual([action, 0, 1]);
		await one.close();
	});
}, 60_000);

describe('a redirect', () => {
	let foreign: { url: string; seen: IncomingHttpHeaders[]; close: () => void };

	beforeAll(async () => {
		const seen: IncomingHttpHeaders[] = [];
		const server = createServer((request, response) => {
			seen.push(request.headers);
			response.setHeader(
				'content-type',
				request.url === '/file' ? 'image/png' : 'application/json',
			);
			response.end(request.url === '/file' ? 'png' : '{"error":0,"data":{"id":9}}');
		}).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const { port } = server.address() as AddressInfo;
		foreign = { url: `http://127.0.0.1:${port}`, seen, close: () => server.close() };
	});
	beforeEach(() => (foreign.seen.length = 0));
	afterAll(() => foreign.close());

	test.each(['bearer', 'header'])(
		'to another origin never carries the key (%s)',
		async (sendKeyAs) => {
			const credentials = { linkPlatformApi: { ...service.credential, sendKeyAs } };
			for (const status of [301, 302, 303, 307, 308]) {
				await service.clearFaults();
				const redirect = (path: string) => ({
					type: 'redirect',
					location: foreign.url + path,
					status,
				});
				await service.fault(
					{ path: downloads, action: redirect('/file') },
					{ path: '/api/*', action: redirect('/json') },
					{ path: '/v1/*', action: redirect('/json') },
				);
				const file = await service.run('qrCode', 'download', image, { credentials });
				expect(file.items).toHaveLength(1);
				const record = await service.run('link', 'get', { linkId: byId(1) }, { credentials });
				expect(record.items[0].json).toEqual({ id: 9 });
				const before = foreign.seen.length;
				for (const [operation, parameters] of [
					['create', { url: 'https://example.com' }],
					['createOnce', { url: 'https://example.com' }],
					['update', { linkId: byId(1), updateFields: { password: 'hunter2-hunter2' } }],
					['delete', { linkId: byId(1) }],
				] as const) {
					const { errorItems } = await service.run('link', operation, parameters, { credentials });
					expect(errorItems[0].json.error).toContain(`sends this request on to ${foreign.url}`);
				}
				expect(foreign.seen).toHaveLength(before);
			}
			expect(foreign.seen).toHaveLength(10);
			expect(JSON.stringify(foreign.seen)).not.toContain(service.apiKey);
			for (const headers of foreign.seen) {
				expect(headers).not.toHaveProperty('authorization');
				expect(headers).not.toHaveProperty('x-api-key');
			}
		},
		30_000,
	);

	test.each(['file:///etc/hostname', 'data:application/json,{}', 'ftp://x/', 'http://', '//'])(
		'to %s is a failure',
		async (location) => {
			await service.fault({ path: '/api/*', action: { type: 'redirect', location } });
			const { errorItems } = await service.run('link', 'get', { linkId: byId(1) });
			expect(errorItems[0].json.error).toMatch(/^The service sends this request on to/);
		},
	);

	test('in a circle ends', async () => {
		await service.fault({ path: '/api/*', action: { type: 'redirect', location: '/api/url/1' } });
		const { errorItems } = await service.run('link', 'get', { linkId: byId(1) });
		expect(errorItems[0].json.error).toBe('The service sends this request on in a circle');
	});
});

test('names from the service are made safe', async () => {
	const names = [
		'../../etc/passwd',
		'..\\..\\windows\\system32',
		'/absolute',
		'C:\\x',
		'nul',
		'a\u0000b',
		'line\r\nbreak',
		'\u202egnp.exe',
		'.hidden',
		'x'.repeat(5_000),
		'   ',
		'😀'.repeat(200),
	];
	for (const name of names) {
		await service.clearFaults();
		const body = JSON.stringify({ error: 0, data: { id: 1, name, url: 'https://x.example/1' } });
		await service.fault({ path: '/api/qr/add', action: { type: 'wrongJson', body } });
		const { items } = await service.run('qrCode', 'create', {
			name: 'asked',
			url: 'https://example.com',
			downloadImage: true,
			format: 'png',
		});
		const { fileName } = items[0].binary!.data;
		expect(fileName).not.toMatch(/[\\/:*?"<>|\u0000-\u001f\u202e]|^\./);
		expect(fileName).toMatch(/\.png$/);
		expect([...fileName!].length).toBeLessThanOrEqual(130);
	}
}, 20_000);
