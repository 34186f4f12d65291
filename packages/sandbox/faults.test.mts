import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask } = sandbox;

const fault = (action: object, rest: object = {}) => sandbox.fault({ action, ...rest });
const links = async () => {
	await sandbox.clearFaults();
	return (await ask('GET /api/urls')).body.data.result - 6;
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

test('a fault skips the first `after` requests, then applies to the next `times` requests', async () => {
	await fault({ type: 'status', status: 503 }, { path: '/api/urls', after: 1, times: 2 });
	const statuses = [];
	for (let n = 0; n < 5; n += 1) statuses.push((await ask('GET /api/urls')).status);
	expect(statuses).toEqual([200, 503, 503, 200, 200]);
	expect(await sandbox.control('faults')).toMatchObject({ faults: [{ id: 1, seen: 5, hits: 2 }] });
});

test.each([
	['with its pattern', { path: '/api/url/:id' }, 502],
	['with its path', { path: '/api/url/1' }, 502],
	['with its prefix', { path: '/api/url*' }, 502],
	['with its method', { method: 'get' }, 502],
	['if it has no condition', {}, 502],
	['with another pattern', { path: '/api/qr/:id' }, 200],
	['with another path', { path: '/api/url/2' }, 200],
	['with another prefix', { path: '/v3/*' }, 200],
	['with another method', { method: 'POST' }, 200],
])('a fault gives a request %s (%j) the status %i', async (_name, aim, status) => {
	await fault({ type: 'status', status: 502 }, aim);
	expect((await ask('GET /api/url/1')).status).toBe(status);
});

test.each<[Record<string, unknown>, number, unknown]>([
	[{ type: 'status', status: 500 }, 500, { error: 1, message: expect.any(String) }],
	[{ type: 'status', status: 418, body: { tea: true } }, 418, { tea: true }],
	[{ type: 'html' }, 200, expect.stringContaining('<!doctype html>')],
	[{ type: 'empty' }, 200, ''],
	[{ type: 'wrongJson' }, 200, 'fine'],
	[{ type: 'rateLimit', retryAfter: 7 }, 429, { error: 1, message: expect.any(String) }],
	[{ type: 'redirect', location: 'http://127.0.0.1:1/' }, 302, ''],
])('the fault %j replaces the response, and no link is created', async (action, status, body) => {
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
])('the fault %j replaces the response after the link was created', async (action, status) => {
	await fault(action);
	expect((await create()).status).toBe(status);
	expect(await links()).toBe(1);
});

test.each([
	['before', 0],
	['during', 1],
	['afterHandling', 1],
])('a connection reset with `when` set to "%s" leaves %i links created', async (when, made) => {
	await fault({ type: 'reset', when });
	await expect(create()).rejects.toThrow();
	expect(await links()).toBe(made);
	const [request] = await sandbox.requests();
	const status = when === 'during' ? 200 : null;
	expect(request).toMatchObject({ path: '/api/url/add', status });
});

test('a truncated response states the full or the truncated length in Content-Length', async () => {
	await fault({ type: 'truncate' }, { times: 1 });
	await fault({ type: 'truncate', declare: 'cut' });
	const length = ({ text }: { text: string }) => {
		const [head, body] = text.split('\r\n\r\n');
		return [Number(/content-length: (\d+)/i.exec(head)![1]), body.length];
	};
	const [promised, came] = length(await raw('/api/urls'));
	expect(came).toBe(Math.floor(promised / 2));
	expect(length(await raw('/api/urls'))).toEqual([came, came]);
});

test.each([
	['an empty file', {}, 200, 'image/png', ''],
	['a 304 status', { status: 304 }, 304, 'image/png', ''],
	[
		'plain text',
		{ contentType: 'text/plain', body: 'Come again' },
		200,
		'text/plain',
		'Come again',
	],
	['another format', { body: '<svg/>' }, 200, 'image/png', '<svg/>'],
])('a file fault can replace a file response with %s', async (_name, file, status, type, text) => {
	await fault({ type: 'file', ...file });
	const { headers, ...answer } = await ask<string>('GET /api/qr/1/download?format=png');
	expect([answer.status, answer.body]).toEqual([status, text]);
	expect(headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
});

test('an echo fault returns the API key and the request body in the error message', async () => {
	await fault({ type: 'echo' });
	const { status, body } = await ask('POST /api/url/add', { password: 'hunter2' });
	expect(status).toBe(400);
	expect(body.message).toContain('hunter2');
	expect(body.message).toContain(sandbox.apiKey);
});

test("the faults gzip and bom don't change the content of a response", async () => {
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

test('the sandbox rejects an unknown type of fault', async () => {
	const { status } = await ask('POST /_sandbox/faults', { action: { type: 'meteor' } });
	expect(status).toBe(422);
});
