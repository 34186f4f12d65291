/** The client's handling of responses: retries, pauses and failures. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { delays } from '../../nodes/LinkPlatform/api/delay.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { Redactor } from '../../nodes/LinkPlatform/api/redactor.ts';
import { toRequest, type Route } from '../../nodes/LinkPlatform/api/route.ts';
import type { Transport } from '../../nodes/LinkPlatform/api/transport.ts';

interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

const fine: Reply = { body: { error: 0, data: { id: 1 } } };
const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const limited = (seconds: number | string): Reply => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
	body: { error: 1, message: 'Slow down' },
});
/** The headers of a response that announces that no requests are left. */
const usedUp = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
const MAY_BE_DONE = /the request may still have gone through/;

beforeAll(() => void (delays.factor = 1 / 50));

let keys = 0;

/** Opens a client with a new API key, whose requests get these replies in turn and then the last reply repeatedly. */
function open(replies: Array<Reply | Error>, more: Partial<Transport> = {}) {
	const sent: IHttpRequestOptions[] = [];
	keys += 1;
	const send = async (options: IHttpRequestOptions) => {
		const reply = replies[Math.min(sent.length, replies.length - 1)];
		sent.push(options);
		await Promise.resolve();
		if (reply instanceof Error) throw reply;
		const { status = 200, headers = {}, body = '' } = reply;
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return {
			statusCode: status,
			headers: { 'content-type': 'application/json', ...headers },
			body: Readable.from([Buffer.from(text)]),
		};
	};
	const client = new Client({
		baseUrls: { current: 'https://a.example', legacy: 'https://b.example/v3' },
		keyHash: `key ${keys}`,
		redactor: new Redactor(['hidden']),
		send,
		sendPublic: send,
		timeout: 2_000,
		attempts: 4,
		maxWait: 5_000,
		canRaiseMaxWait: true,
		...more,
	});
	return { client, sent };
}

const request = (route: Route, more: object = {}) => ({ ...toRequest(route, { id: 7 }), ...more });
const read = request('GET /api/url/{id}');
const create = request('POST /api/url/add', { body: { url: 'https://example.com' } });
const update = request('PUT /api/url/{id}/update', { body: {} });
const createOnce = { ...create, headers: { 'Idempotency-Key': 'k' } };
const failureOf = (work: Promise<unknown>) =>
	work.then(
		() => undefined,
		(thrown: unknown) => thrown as Failure,
	);

test("a request takes Link Platform's clock when the limit has let it through, also in a repeated attempt", async () => {
	const date = 'Fri, 01 Jan 2100 00:00:00 GMT';
	const { client, sent } = open([{ ...fine, headers: { date } }, limited(0), fine]);
	const clocks: Array<[requests: number, clock: number]> = [];
	const onSend = () => void clocks.push([sent.length, Math.floor(client.now / 60_000) * 60_000]);
	await client.send({ ...read, onSend });
	await client.send({ ...create, onSend });
	const clock = Date.parse(date);
	expect(clocks).toEqual([
		[0, NaN],
		[1, clock],
		[2, clock],
	]);
});

/** Sends a request, cancels it while it waits, and expects that it is rejected with the reason. */
async function expectCanceled(client: Client, stop: AbortController) {
	const failure = failureOf(client.send(read));
	await new Promise((done) => setTimeout(done, 20));
	const reason = new Error('stopped');
	stop.abort(reason);
	expect(await failure).toBe(reason);
}

const refused = { status: 422, body: { message: 'No' } };
const unsent = Object.assign(new Error(), { code: 'ECONNREFUSED' });

test.each([
	['a read', read],
	['an update', update],
	['a create request with an idempotency key', createOnce],
])('the client retries %s after lost responses', async (_, one) => {
	const { client, sent } = open([lost, lost, fine]);
	expect(await client.send(one)).toEqual(fine.body);
	expect(sent).toHaveLength(3);
});

test('a retried request fails with the error of its last attempt', async () => {
	const { client, sent } = open([{ status: 500 }, lost], { attempts: 2 });
	const failure = await failureOf(client.send(read));
	expect(failure?.message).toBe('The connection to a.example was lost');
	expect(sent).toHaveLength(2);
});

test("a create request isn't retried after a lost response, and the error says that it may have gone through", async () => {
	const { client, sent } = open([lost]);
	expect((await failureOf(client.send(create)))?.description).toMatch(MAY_BE_DONE);
	expect(sent).toHaveLength(1);
});

test('an error says only once that the request may have gone through', async () => {
	const { client } = open([{ status: 200, body: {} }]);
	const description = String((await failureOf(client.send(create)))?.description);
	expect(description.split(MAY_BE_DONE)).toHaveLength(2);
});
test.each([
	['a create request is refused', false, create, [refused]],
	['a create request is not sent at all', false, create, [unsent]],
	['a read response is lost', false, read, [lost]],
	['a read response is lost and the retry is refused', false, read, [lost, refused]],
	['an update response is lost', true, update, [lost]],
	['an update is refused', false, update, [refused]],
	['an update response is lost and the retry is refused', true, update, [lost, refused]],
	['a create response with an idempotency key is lost', true, createOnce, [lost]],
	[
		'a create response with an idempotency key is lost and the retry is refused',
		true,
		createOnce,
		[lost, refused],
	],
	[
		'a response to an update that must not be retried is lost',
		true,
		{ ...update, isRepeatable: false },
		[lost],
	],
])(
	'the error after "%s" says that the request may have gone through: %s',
	async (_, mayBeDone, one, replies) => {
		const { client } = open(replies, { attempts: replies.length });
		const { description } = (await failureOf(client.send(one))) as Failure;
		expect(MAY_BE_DONE.test(description)).toBe(mayBeDone);
	},
);

test('a retried deletion counts as done if Link Platform returns 404', async () => {
	const remove = request('DELETE /api/url/{id}/delete');
	const gone = { status: 404, body: { error: 1 } };
	const { client } = open([lost, gone]);
	expect(await client.delete(remove)).toBeUndefined();
	const first = open([gone]);
	expect((await failureOf(first.client.delete(remove)))?.message).toBe('Record not found');
	const proxy = open([lost, { status: 404, body: { message: 'No route' } }]);
	expect((await failureOf(proxy.client.delete(remove)))?.message).toBe('No route');
	const other = open([lost, gone]);
	expect((await failureOf(other.client.send(read)))?.message).toBe('Record not found');
});

test("an empty redirect without a target doesn't prove a deletion", async () => {
	const { client } = open([{ status: 302 }]);
	await expect(client.delete(request('DELETE /api/url/{id}/delete'))).rejects.toThrow();
});

test('a retry waits as long as Retry-After states, unless the run is canceled', async () => {
	const stop = new AbortController();
	const busy = { status: 503, headers: { 'retry-after': '9' } };
	const { client, sent } = open([busy, fine], { signal: stop.signal });
	const timers = jest.spyOn(globalThis, 'setTimeout');
	await expectCanceled(client, stop);
	expect(sent).toHaveLength(1);
	const longest = Math.max(...timers.mock.calls.map(([, ms = 0]) => ms));
	expect(longest / delays.factor).toBeGreaterThan(8_000);
	timers.mockRestore();
});

test('the client collects up to three messages, from writes and from the warnings of reads', async () => {
	const say = (message: string, warnings?: string) => ({ body: { message, warnings, id: 1 } });
	const { client } = open([say('a.', 'b.'), say('c.'), say('c.'), say('d.'), say('e.')]);
	for (const one of [read, update, update, update, update]) await client.send(one);
	expect([...client.notices]).toEqual(['b.', 'c.', 'd.']);
});

describe('empty responses', () => {
	const remove = request('DELETE /api/url/{id}/delete');
	const gone = { status: 404, body: { error: 1 } };

	test.each([
		['with status 204', remove, [{ status: 204 }], 1],
		['to a deletion, if the retry finds no record,', remove, [{}, gone], 2],
		['to a deletion and also to its retry', remove, [{}, {}], 2],
		['with status 204 to an update', request('PUT /api/url/{id}'), [{ status: 204 }], 1],
	] as const)('an empty response %s counts as success', async (_, one, replies, count) => {
		const { client, sent } = open([...replies]);
		const isDeletion = one.method === 'DELETE';
		expect(await (isDeletion ? client.delete(one) : client.send(one))).toBeUndefined();
		expect(sent).toHaveLength(count);
	});

	test.each([
		['to a read', read, 2, false],
		['to an update', update, 1, true],
		['to a creation with a key', createOnce, 1, true],
	])('an empty response %s is reported as a failure', async (_, one, count, mayBeDone) => {
		const { client, sent } = open([{}], { attempts: 2 });
		const failure = await failureOf(client.send(one));
		expect(failure?.message).toMatch(/^Link Platform returned an/);
		expect(failure?.details.reason).toBe('notKnown');
		expect(MAY_BE_DONE.test(String(failure?.description))).toBe(mayBeDone);
		expect(sent).toHaveLength(count);
	});

	test.each(['7', '"text"', 'null', 'true', '{'])(
		"the response body %s is reported as a failure, because it isn't a record",
		async (body) => {
			const { client } = open([{ body }], { attempts: 1 });
			expect((await failureOf(client.send(read)))?.kind).toBe('unknown');
		},
	);
});

test('a request refused by the rate limit is retried after the pause, regardless of the maximum number of attempts', async () => {
	const replies = [limited(0.1), limited(0.1), limited(0.1), fine];
	const { client, sent } = open(replies, { attempts: 1 });
	expect(await client.send(create)).toEqual(fine.body);
	expect(sent).toHaveLength(4);
	expect(client.msWaited).toBeGreaterThan(0);
});

test('Max Wait limits the sum of all rate limit pauses in an execution', async () => {
	// The pauses are so long that even a busy machine has to wait.
	const replies = [limited(0.5), fine, limited(0.5), fine];
	const { client, sent } = open(replies, { maxWait: 600 });
	await client.send(read);
	const failure = await failureOf(client.send(read));
	expect(failure).toMatchObject({
		kind: 'waitLimit',
		message: expect.stringMatching(/^Stopped because of the rate limit after waiting [01] s$/),
		description: expect.stringMatching(/\(now [01]\).*Link Platform said: Slow down$/),
	});
	expect(sent).toHaveLength(3);
});

test("a request that may have been partly carried out isn't retried after HTTP 429", async () => {
	const { client, sent } = open([limited(0.02), fine]);
	const failure = await failureOf(client.send({ ...create, isPartial: true }));
	expect([failure?.kind, sent.length]).toEqual(['limited', 1]);
});

test('rate limit pauses of parallel requests count only once toward Max Wait', async () => {
	const { client } = open([limited(0.08), fine], { maxWait: 130 });
	await Promise.all([client.send(read), client.send(read), client.send(read)]);
	expect(client.msWaited).toBeLessThanOrEqual(130);
});

test('msWaited counts only the part of a rate limit pause that has passed', async () => {
	const { client } = open([limited(0.5), fine]);
	const begun = Date.now();
	const work = client.send(read);
	await new Promise((done) => setTimeout(done, 50));
	expect(client.msWaited).toBeLessThanOrEqual(Date.now() - begun);
	await work;
	expect(client.msWaited).toBeGreaterThan(0);
});

test("the error for a long pause doesn't suggest raising Max Wait if the caller set the limit", async () => {
	const { client } = open([limited(30)], { maxWait: 20, canRaiseMaxWait: false });
	expect((await failureOf(client.send(read)))?.description).not.toContain('Max Wait');
});

test('a retry after a lost response that exceeds Max Wait fails with the note that the request may have gone through', async () => {
	const { client, sent } = open([lost, limited(60)]);
	const failure = await failureOf(client.send(createOnce));
	expect(failure).toMatchObject({
		kind: 'waitLimit',
		description: expect.stringMatching(MAY_BE_DONE),
	});
	expect(sent).toHaveLength(2);
	const first = open([limited(60)]);
	const { description } = (await failureOf(first.client.send(createOnce))) as Failure;
	expect(description).not.toMatch(MAY_BE_DONE);
});

test("the client keeps the announced limit, but not the time, if later responses don't state it", async () => {
	const headers = { 'x-ratelimit-limit': '30', date: 'Thu, 01 Jan 1970 00:00:05 GMT' };
	const { client } = open([{ ...fine, headers }, fine]);
	expect(client.limit).toBeUndefined();
	await client.send(read);
	expect(client.clock).toBe(5_000);
	await client.send(read);
	expect([client.limit, client.clock]).toEqual([30, undefined]);
});

test('rate limit headers of an HTTP 500 response are ignored, so the next request is sent', async () => {
	const { client, sent } = open([{ status: 500, headers: usedUp }, fine], { maxWait: 0 });
	expect(await client.send(read)).toEqual(fine.body);
	expect(sent).toHaveLength(2);
});

test('rate limit headers of an HTTP 404 response also apply to the next request', async () => {
	const { client, sent } = open([{ status: 404, headers: usedUp }, fine], { maxWait: 0 });
	await failureOf(client.send(read));
	expect((await failureOf(client.send(read)))?.kind).toBe('waitLimit');
	expect(sent).toHaveLength(1);
});

test('a request that is canceled while waiting for the rate limit is rejected with the abort reason', async () => {
	const stop = new AbortController();
	const { client } = open([limited(4)], { signal: stop.signal });
	await expectCanceled(client, stop);
});

test('secrets are masked in error messages, including those of the rate limit', async () => {
	const said = { body: { error: 1, message: 'hidden key' } };
	const refused = open([{ status: 400, ...said }]);
	expect((await failureOf(refused.client.send(read)))?.message).toBe('*** key');
	const paused = open([{ ...limited(60), ...said }]);
	expect((await failureOf(paused.client.send(read)))?.description).toContain('said: *** key');
	const broken = open([new Error('hidden key')]);
	expect((await failureOf(broken.client.send(read)))?.message).toBe('*** key');
});

describe('download', () => {
	const file = { headers: { 'content-type': 'image/png' }, body: 'PNG' };
	const readWhole = async (stream: unknown) =>
		Buffer.concat(await (stream as Readable).toArray()).toString();

	test('a download passes a file and its headers to the reader, then closes the connection', async () => {
		const { client, sent } = open([file]);
		const result = await client.download(read, async (stream, headers) => {
			expect(sent[0].abortSignal?.aborted).toBe(false);
			return [headers['content-type'], await readWhole(stream)];
		});
		expect(result).toEqual(['image/png', 'PNG']);
		expect(sent[0].abortSignal?.aborted).toBe(true);
	});

	test('the next request waits if the response with a file announces that no requests are left', async () => {
		const headers = { ...file.headers, ...usedUp };
		const { client, sent } = open([{ ...file, headers }, file], { maxWait: 0 });
		const download = () => client.download(read, readWhole);
		expect(await download()).toBe('PNG');
		expect((await failureOf(download()))?.kind).toBe('waitLimit');
		expect(sent).toHaveLength(1);
	});

	test('a download that its reader rejects is retried, and the connection is closed', async () => {
		const { client, sent } = open([file], { attempts: 2 });
		const refusal = new Failure({ message: 'No', description: '' }, { httpCode: '200' }, 'unknown');
		const work = client.download(read, () => Promise.reject(refusal));
		expect((await failureOf(work))?.message).toBe('No');
		expect(sent.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([true, true]);
	});

	test.each<Reply>([
		{ headers: { 'content-type': 'text/html' }, body: '<p>Log in</p>' },
		{ status: 404, headers: { 'content-type': 'image/png' }, body: 'PNG' },
	])('a download fails if the response is %j', async (reply) => {
		const { client } = open([reply], { attempts: 1 });
		expect(await failureOf(client.download(read, readWhole))).toBeInstanceOf(Failure);
	});
});
