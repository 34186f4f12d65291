/** A single request: its options, its redirects, the part of the response that is read, and closed connections. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import {
	openConnection,
	sendWithRedirects,
	withTimeout,
} from '../../nodes/LinkPlatform/api/http.ts';
import { toRequest, type ApiRequest, type Route } from '../../nodes/LinkPlatform/api/route.ts';
import type { Response, Transport } from '../../nodes/LinkPlatform/api/transport.ts';
import { table } from '../support/table.mts';

interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

const OWN = 'https://a.example';
const start = `${OWN}/start`;
const read = toRequest('GET /x');
const write = { ...toRequest('POST /x'), body: { password: 'p' } };
const json = { headers: { 'content-type': 'application/json' }, body: '{"id":1}' };
const image = { headers: { 'content-type': 'image/png' }, body: 'PNG' };
const redirect = (location: string, status = 302) => ({ status, headers: { location } });

/** Sends a request that gets these replies in turn; records each sent request, with `hasKey` if it has the API key. */
function exchange(
	replies: Array<Reply | (() => Promise<Response>)>,
	request: ApiRequest = read,
	{ mayBeFile = false, ...more }: Partial<Transport> & { mayBeFile?: boolean } = {},
) {
	const sent: Array<IHttpRequestOptions & { hasKey: boolean }> = [];
	const sender = (hasKey: boolean) => async (options: IHttpRequestOptions) => {
		const reply = replies[sent.length];
		sent.push({ ...options, hasKey });
		if (typeof reply === 'function') return await reply();
		const { status = 200, headers = {}, body = '' } = reply;
		const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
		return { statusCode: status, headers, body: stream };
	};
	const transport = {
		send: sender(true),
		sendPublic: sender(false),
		timeout: 1_000,
		...more,
	} as unknown as Transport;
	const isAborted = () => sent[0].abortSignal?.aborted;
	return { sent, isAborted, response: sendWithRedirects(transport, request, start, mayBeFile) };
}

const failureOf = (work: Promise<unknown>) =>
	work.then(
		() => undefined,
		(thrown: unknown) => thrown as Failure & { code?: string },
	);

const optionsOf = async (request: ApiRequest, more: object = {}) => {
	const { sent, response } = exchange([json], request, more);
	await response;
	return sent[0];
};

test('a read request has no body, and lets our code handle redirects and error statuses', async () => {
	const options = await optionsOf(read);
	expect(options).toMatchObject({
		method: 'GET',
		url: start,
		timeout: 1_000,
		encoding: 'stream',
		hasKey: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	});
	expect(options).not.toHaveProperty('body');
	expect(options.headers).toEqual({ Accept: 'application/json' });
});

test.each([
	['{"password":"p"}', { password: 'p' }],
	// n8n's helper would drop an empty object.
	['{}', {}],
])('a write request sends the body %s as a string', async (text, body) => {
	expect(await optionsOf({ ...write, body })).toMatchObject({
		body: text,
		headers: { 'Content-Type': 'application/json' },
	});
});

test('a file download sends Accept: */*', async () => {
	expect((await optionsOf(read, { mayBeFile: true })).headers).toEqual({ Accept: '*/*' });
});

test('a request to the legacy API uses a bearer token, unless it is public', async () => {
	const legacy = toRequest('GET legacy:/x');
	expect((await optionsOf(legacy)).headers?.Authorization).toBe('Bearer');
	const options = await optionsOf({ ...legacy, isPublic: true });
	expect([options.headers?.Authorization, options.hasKey]).toEqual([undefined, false]);
});

test('the headers of a request replace the default headers', async () => {
	const headers = { 'Idempotency-Key': 'k', Accept: 'text/csv' };
	expect((await optionsOf({ ...read, headers })).headers).toEqual(headers);
});

test('an upload streams the file, with a timeout that depends on its size', async () => {
	const file = Readable.from(['x']);
	const upload = { open: () => Promise.resolve(file), mimeType: 'a/b', size: 12_801 };
	const options = await optionsOf({ ...toRequest('POST /x'), upload });
	expect(options).toMatchObject({
		body: file,
		timeout: 1_101,
		headers: { 'Content-Type': 'a/b', 'Content-Length': 12_801 },
	});
	expect(file.destroyed).toBe(true);
});

test('the file of an upload is closed if the upload fails', async () => {
	const file = Readable.from(['x']);
	const upload = { open: () => Promise.resolve(file), mimeType: 'a/b', size: 1 };
	const request = { ...toRequest('POST /x'), upload };
	const { response } = exchange([() => Promise.reject(new Error('no'))], request);
	await failureOf(response);
	expect(file.destroyed).toBe(true);
});

test.each(table<[string, Route, number, string, boolean]>`
	a read | GET /x | 301 | /y | true
	a read | GET /x | 302 | https://b.example/y | true
	a read | GET /x | 303 | y | true
	a write | POST /x | 301 | /y | false
	a write | POST /x | 302 | /y | false
	a write | PUT /x | 303 | /y | false
	a write | POST /x | 307 | /y | true
	a write | DELETE /x | 308 | https://a.example/y | true
	a write | POST /x | 307 | https://b.example/y | false
	a write | POST /x | 307 | http://a.example/y | false
	a read | GET /x | 302 | http://b.example/y | true
	a write | POST /x | 307 | http:// | false
	a read | GET /x | 302 | file:///etc/passwd | false
	a read | GET /x | 303 | file:///etc/passwd | false
	a read | GET /x | 302 | http:// | false
`)(
	'a redirect of %s request (%s) with status %i to %s is followed: %s',
	async (_, route, status, location, is) => {
		const request = { ...toRequest(route), ...(route === 'GET /x' ? {} : { body: { a: 1 } }) };
		const { sent, isAborted, response } = exchange([redirect(location, status), json], request);
		const failure = await failureOf(response);
		const once = [request.method, 'body' in request ? '{"a":1}' : undefined];
		expect(sent.map(({ method, body }) => [method, body])).toEqual(is ? [once, once] : [once]);
		expect(failure?.message).toEqual(
			is ? undefined : expect.stringMatching(/^Link Platform redirects to /),
		);
		// A write that gets a 303 response was carried out.
		const isDone = status === 303 && route !== 'GET /x';
		expect(failure?.kind).toBe(is ? undefined : isDone ? 'unknown' : 'refused');
		// The body of the redirect isn't read, so its connection is closed.
		expect(isAborted()).toBe(true);
	},
);

test.each([300, 304, 299, 309])(
	"a response with status %i isn't treated as a redirect",
	async (status) => {
		const { response } = exchange([{ ...redirect('/y', status), body: 'text' }]);
		expect(await response).toMatchObject({ statusCode: status, body: 'text' });
	},
);

test("a 302 response without a Location header isn't treated as a redirect", async () => {
	const { response } = exchange([{ status: 302, body: 'text' }]);
	expect((await response).body).toBe('text');
});

test('a request redirected to another origin no longer sends the API key, even after a redirect back', async () => {
	const { sent, response } = exchange([
		redirect('/a'),
		redirect('https://b.example/b'),
		redirect('/c'),
		redirect(`${OWN}/d`),
		redirect('/e'),
		json,
	]);
	await response;
	expect(sent.map(({ url, hasKey }) => [url, hasKey])).toEqual([
		[start, true],
		[`${OWN}/a`, true],
		['https://b.example/b', false],
		['https://b.example/c', false],
		[`${OWN}/d`, false],
		[`${OWN}/e`, false],
	]);
});

test.each([401, 403])(
	'the error for a redirected request refused with %i names the origin that got no API key',
	async (status) => {
		const { response } = exchange([redirect('https://b.example/x'), { status, body: '{}' }]);
		expect((await failureOf(response))?.message).toContain(
			'to https://b.example. To protect your data, the redirect was not followed with the API key',
		);
		expect(await exchange([redirect('/y'), { status, body: '{}' }]).response).toMatchObject({
			statusCode: status,
		});
	},
);

test('the error for a redirect to an unreachable origin names that origin', async () => {
	const unknown = Object.assign(new Error(), { code: 'ENOTFOUND' });
	const { response } = exchange([redirect('https://b.example/x'), () => Promise.reject(unknown)]);
	expect((await failureOf(response))?.message).toContain('to b.example: host not found');
});

test('five redirects in a row are followed, and the sixth is not', async () => {
	const follow = async (times: number) => {
		const { response } = exchange([...Array<Reply>(times).fill(redirect('/y')), json]);
		return (await failureOf(response))?.message;
	};
	expect(await follow(5)).toBeUndefined();
	expect(await follow(6)).toMatch(/^Link Platform redirects to https:\/\/a\.example\./);
});

test("the error for a redirect that isn't followed names the target's origin or the invalid URL", async () => {
	const other = exchange([redirect('https://b.example/secret')], write);
	expect((await failureOf(other.response))?.message).toContain('to https://b.example. To');
	const none = exchange([redirect('http://')]);
	expect((await failureOf(none.response))?.message).toContain('to http://. To');
});

test("a response is read as text, and its connection isn't aborted", async () => {
	const { isAborted, response } = exchange([json]);
	expect(await response).toMatchObject({ statusCode: 200, body: '{"id":1}', isFile: false });
	expect(isAborted()).toBe(false);
});

test.each(table<[string, object, boolean, boolean]>`
	a file where none is expected | {"headers": {"content-type": "image/png"}, "body": "PNG"} | false | false
	a file | {"headers": {"content-type": "image/png"}, "body": "PNG"} | true | true
	JSON instead of a file | {"headers": {"content-type": "application/json"}, "body": "{\"id\":1}"} | true | false
	a page instead of a file | {"headers": {"content-type": "TEXT/HTML"}} | true | false
	a failure instead of a file | {"headers": {"content-type": "image/png"}, "body": "PNG", "status": 400} | true | false
	a file with status 299 | {"headers": {"content-type": "image/png"}, "body": "PNG", "status": 299} | true | true
	a file without a type | {"body": "PNG"} | true | true
	a file with status 302 but no Location header | {"headers": {"content-type": "image/png"}, "body": "PNG", "status": 302} | true | false
`)('a response that is %s is treated as a file: %s', async (_, reply, mayBeFile, isFile) => {
	const received = await exchange([reply], read, { mayBeFile }).response;
	expect(received.isFile).toBe(isFile);
	expect(typeof received.body === 'string').toBe(!isFile);
});

test('a file response stays open until close() is called', async () => {
	const { isAborted, response } = exchange([image], read, { mayBeFile: true });
	const { body, close } = await response;
	expect(isAborted()).toBe(false);
	expect(Buffer.concat(await (body as Readable).toArray()).toString()).toBe('PNG');
	close();
	expect(isAborted()).toBe(true);
});

test.each([
	[undefined, ''],
	[null, ''],
	[{ id: 1 }, '{"id":1}'],
])(
	"a body that n8n's helper has left out or parsed (%j) is read as the text %j",
	async (body, text) => {
		const raw = { statusCode: 200, headers: {}, body };
		const { response } = exchange([() => Promise.resolve(raw)]);
		expect((await response).body).toBe(text);
	},
);

test('a response in several chunks is joined, even if a chunk ends inside a character', async () => {
	const ü = Buffer.from('ü');
	const pieces = Readable.from([Buffer.from('a'), ü.subarray(0, 1), ü.subarray(1)]);
	expect((await exchange([{ body: pieces }]).response).body).toBe('aü');
});

test('a request fails if its response breaks off', async () => {
	const stream = new Readable({ read: () => {} });
	stream.push('{');
	const { isAborted, response } = exchange([{ body: stream }]);
	setTimeout(() => stream.destroy(), 5);
	expect(await failureOf(response)).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
	expect(isAborted()).toBe(true);
	const failing = new Readable({ read: () => failing.destroy(new Error('lost')) });
	expect((await failureOf(exchange([{ body: failing }]).response))?.message).toBe('lost');
});

test('withTimeout returns the result of work that finishes in time', async () => {
	expect(await withTimeout(1_000, Promise.resolve(7))).toBe(7);
	await expect(withTimeout(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('withTimeout rejects with a network error if the work takes too long', async () => {
	const work = new Promise(() => {});
	await expect(withTimeout(1, work)).rejects.toMatchObject({
		code: 'ETIMEDOUT',
		message: 'No complete response in time',
	});
});

test("a received response stays open if the caller's signal is aborted", async () => {
	const stop = new AbortController();
	const { isAborted, response } = exchange([image], read, { signal: stop.signal, mayBeFile: true });
	await response;
	stop.abort();
	expect(isAborted()).toBe(false);
});

test('openConnection returns an aborted connection if the execution is already canceled', () => {
	expect(openConnection(AbortSignal.abort()).abortSignal.aborted).toBe(true);
});

test("canceling the execution after a response was read doesn't abort its connection", async () => {
	const stop = new AbortController();
	const { isAborted, response } = exchange([json], read, { cancelSignal: stop.signal });
	await response;
	stop.abort();
	expect(isAborted()).toBe(false);
});

test.each([
	['application/json; charset=ISO-8859-1', 'latin1'],
	['application/json; charset=ISO-8859-1', 'utf8'],
	['application/json; charset="utf-8"', 'utf8'],
	['application/json; charset=unheard-of', 'utf8'],
	['application/json', 'utf8'],
] as const)('a response of type %s is decoded as %s', async (type, encoding) => {
	const body = Readable.from([Buffer.from('{"name":"Müller"}', encoding)]);
	const { response } = exchange([{ headers: { 'content-type': type }, body }]);
	expect(await response).toMatchObject({ body: '{"name":"Müller"}' });
});
