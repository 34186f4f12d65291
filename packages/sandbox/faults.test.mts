import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const fault = async (action: object, rest: object = {}) => await sandbox.fault({ action, ...rest });
const links = async () => {
	await sandbox.clearFaults();
	return (await ask('GET /api/urls')).body.data.result - 4;
};
const create = () => ask('POST /api/url/add', { url: 'https://example.com' });

/** Returns the raw response to a GET request, up to its end or the loss of the connection. */
function raw(path: string): Promise<{ text: string; reset: boolean }> {
	const { hostname, port } = new URL(sandbox.url);
	const key = `Authorization: Bearer ${sandbox.apiKey}`;
	const parts: Buffer[] = [];
	return new Promise((done) => {
		const socket = connect(Number(port), hostname);
		socket.write(
			`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${key}\r\nConnection: close\r\n\r\n`,
		);
		socket.on('data', (part) => parts.push(part));
		const finish = (reset: boolean) =>
			done({ text: Buffer.concat(parts).toString('latin1'), reset });
		socket.on('end', () => finish(false));
		socket.on('error', () => finish(true));
	});
}

test('a fault skips `after` requests, then hits `times` of them', async () => {
	await fault({ type: 'status', status: 503 }, { path: '/api/urls', after: 1, times: 2 });
	const statuses = [];
	for (let n = 0; n < 5; n += 1) statuses.push((await ask('GET /api/urls')).status);
	expect(statuses).toEqual([200, 503, 503, 200, 200]);
	expect(await sandbox.control('faults')).toMatchObject({ faults: [{ id: 1, seen: 5, hits: 2 }] });
});

test.each([
	['pattern', { path: '/api/url/:id' }],
	['path', { path: '/api/url/1' }],
	['prefix', { path: '/api/url*' }],
	['method', { method: 'get' }],
	['nothing', {}],
])('a fault matches by %s', async (_name, aim) => {
	await fault({ type: 'status', status: 502 }, aim);
	expect((await ask('GET /api/url/1')).status).toBe(502);
});

test.each([
	['pattern', { path: '/api/qr/:id' }],
	['path', { path: '/api/url/2' }],
	['prefix', { path: '/v3/*' }],
	['method', { method: 'POST' }],
])("a fault doesn't match another %s", async (_name, aim) => {
	await fault({ type: 'status', status: 502 }, aim);
	expect((await ask('GET /api/url/1')).status).toBe(200);
});

test('a fault with probability and seed hits the same requests again', async () => {
	const run = async (seed: number) => {
		await sandbox.reset();
		await fault({ type: 'status' }, { probability: 0.5, seed });
		const hits = [];
		for (let n = 0; n < 20; n += 1) hits.push((await ask('GET /api/urls')).status);
		return hits.join(' ');
	};
	const first = await run(7);
	expect(first).toContain('200');
	expect(first).toContain('500');
	expect(await run(7)).toBe(first);
	expect(await run(8)).not.toBe(first);
});

test.each<[Record<string, unknown>, number, unknown]>([
	[{ type: 'status', status: 500 }, 500, { error: 1, message: expect.any(String) }],
	[{ type: 'status', status: 418, body: { tea: true } }, 418, { tea: true }],
	[{ type: 'html' }, 200, expect.stringContaining('<!doctype html>')],
	[{ type: 'empty' }, 200, ''],
	[{ type: 'wrongJson' }, 200, 'fine'],
	[{ type: 'rateLimit', retryAfter: 7 }, 429, { error: 1, message: expect.any(String) }],
	[{ type: 'redirect', location: 'http://127.0.0.1:1/' }, 302, ''],
])('fault %j replaces the response, and nothing is created', async (action, status, body) => {
	await fault(action);
	const answer = await create();
	expect(answer.status).toBe(status);
	expect(answer.body).toEqual(body);
	if (action.type === 'rateLimit') expect(answer.headers.get('retry-after')).toBe('7');
	if (action.type === 'redirect') expect(answer.headers.get('location')).toBe(action.location);
	expect(await links()).toBe(0);
});

test.each([
	[{ type: 'status', status: 502, afterHandling: true }, 502],
	[{ type: 'html', status: 504, afterHandling: true }, 504],
	[{ type: 'empty', afterHandling: true }, 200],
	[{ type: 'wrongJson', afterHandling: true }, 200],
])('fault %j replaces the response after the link was created', async (action, status) => {
	await fault(action);
	expect((await create()).status).toBe(status);
	expect(await links()).toBe(1);
});

test.each([
	['before', 0],
	['during', 1],
	['afterHandling', 1],
])('a connection reset %s leaves %i links', async (when, made) => {
	await fault({ type: 'reset', when });
	await expect(create()).rejects.toThrow();
	expect(await links()).toBe(made);
	const [request] = await sandbox.requests();
	const status = when === 'during' ? 200 : null;
	expect(request).toMatchObject({ path: '/api/url/add', status });
});

test('a reset during the response follows half of it', async () => {
	await fault({ type: 'reset', when: 'during' });
	const { text, reset } = await raw('/api/urls');
	expect(reset).toBe(true);
	expect(text).toMatch(/^HTTP\/1\.1 200/);
	expect(text).toContain('{"error":0');
});

test('a truncated response declares the full or the cut length', async () => {
	await fault({ type: 'truncate' }, { times: 1 });
	await fault({ type: 'truncate', declare: 'cut' });
	const length = ({ text }: { text: string }) => {
		const [head, body] = text.split('\r\n\r\n');
		return [Number(/content-length: (\d+)/i.exec(head)![1]), body.length];
	};
	const [promised, came] = length(await raw('/api/urls'));
	expect(came).toBe(Math.floor(promised / 2));
	const cut = length(await raw('/api/urls'));
	expect(cut).toEqual([came, came]);
});

test.each([
	['reset', { type: 'reset', when: 'during' }],
	['stall', { type: 'stall', during: true }],
	['truncated body', { type: 'truncate' }],
])(
	"a request over the rate limit doesn't reach its route even if a %s ends the refusal",
	async (_name, action) => {
		await sandbox.change({ rateLimit: { limit: 1 } });
		await ask('GET /api/urls');
		await fault(action, { times: 1 });
		const url = `${sandbox.url}/api/account/credits`;
		const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
		const lost = fetch(url, { headers, signal: AbortSignal.timeout(300) });
		await expect(lost.then((answer) => answer.text())).rejects.toThrow();
		// If the request had wrongly reached its route, the process would crash within this time.
		await new Promise((done) => setTimeout(done, 100));
	},
);

test('a stalled request gets no response', async () => {
	await fault({ type: 'stall', afterHandling: true });
	const lost = fetch(`${sandbox.url}/api/url/add`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' },
		body: '{"url":"https://example.com"}',
		signal: AbortSignal.timeout(500),
	});
	await expect(lost).rejects.toThrow('timeout');
	expect(await links()).toBe(1);
});

test("a stalled response begins but doesn't end", async () => {
	await fault({ type: 'stall', during: true });
	const waiting = new AbortController();
	const response = await fetch(`${sandbox.url}/api/qr/1/download?format=png`, {
		headers: { Authorization: `Bearer ${sandbox.apiKey}` },
		signal: waiting.signal,
	});
	expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
	const reader = response.body!.getReader();
	const first = (await reader.read()) as { value: Uint8Array };
	const promised = Number(response.headers.get('content-length'));
	expect(first.value).toHaveLength(Math.floor(promised / 2));
	setTimeout(() => waiting.abort(new Error('enough')), 300);
	await expect(reader.read()).rejects.toThrow('enough');
});

test.each([
	['an empty file', {}, 200, 'image/png', ''],
	['nothing new', { status: 304 }, 304, 'image/png', ''],
	['words', { contentType: 'text/plain', body: 'Come again' }, 200, 'text/plain', 'Come again'],
	['another format', { body: '<svg/>' }, 200, 'image/png', '<svg/>'],
])('a file response can be %s', async (_name, file, status, type, text) => {
	await fault({ type: 'file', ...file });
	const { headers, ...answer } = await ask<string>('GET /api/qr/1/download?format=png');
	expect([answer.status, answer.body]).toEqual([status, text]);
	expect(headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
});

test('a delay postpones the response', async () => {
	await fault({ type: 'delay', ms: 120 });
	const started = performance.now();
	expect((await create()).status).toBe(200);
	expect(performance.now() - started).toBeGreaterThanOrEqual(119);
});

test('echo repeats the key and the body', async () => {
	await fault({ type: 'echo' });
	const { status, body } = await ask('POST /api/url/add', { password: 'hunter2' });
	expect(status).toBe(400);
	expect(body.message).toContain('hunter2');
	expect(body.message).toContain(sandbox.apiKey);
});

test("gzip and a byte order mark don't change the content", async () => {
	const plain = (await raw('/api/urls')).text.split('\r\n\r\n')[1];
	await fault({ type: 'gzip' }, { times: 1 });
	await fault({ type: 'bom' });
	const [head, ...zipped] = (await raw('/api/urls')).text.split('\r\n\r\n');
	expect(head).toMatch(/content-encoding: gzip/i);
	expect(gunzipSync(Buffer.from(zipped.join('\r\n\r\n'), 'latin1')).toString('latin1')).toBe(plain);
	const marked = (await raw('/api/urls')).text.split('\r\n\r\n')[1];
	expect(Buffer.from(marked, 'latin1').toString()).toBe(
		`\uFEFF${Buffer.from(plain, 'latin1').toString()}`,
	);
});

test('an unknown fault is refused', async () => {
	const { status } = await ask('POST /_sandbox/faults', { action: { type: 'meteor' } });
	expect(status).toBe(422);
});
