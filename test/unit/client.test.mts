/** How the client handles responses: repetition, pauses, and its failures. */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { delays } from '../../nodes/LinkPlatform/api/delay.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { Redactor, toSecret } from '../../nodes/LinkPlatform/api/redactor.ts';
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
const MAY_BE_DONE = /The request may still have gone through/;

beforeAll(() => void (delays.factor = 1 / 50));

let keys = 0;

/** A client with a key of its own, whose requests get these replies in turn, the last one again and again. */
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
		redactor: new Redactor([toSecret('hidden')]),
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
const failureOf = async (work: Promise<unknown>) =>
	await work.then(
		() => undefined,
		(thrown: unknown) => thrown as Failure,
	);

const refused = { status: 422, body: { message: 'No' } };
const unsent = Object.assign(new Error(), { code: 'ECONNREFUSED' });

describe('repetition', () => {
	test.each([
		['a read', read],
		['an update', update],
		['a creation with a key', createOnce],
	])('%s is repeated after lost responses', async (_, one) => {
		const { client, sent } = open([lost, lost, fine]);
		expect(await client.send(one)).toEqual(fine.body);
		expect(sent).toHaveLength(3);
	});

	test('repetition ends after the last attempt, with its failure', async () => {
		const { client, sent } = open([{ status: 500 }, lost], { attempts: 2 });
		const failure = await failureOf(client.send(read));
		expect(failure?.message).toBe('The connection to a.example was lost');
		expect(sent).toHaveLength(2);
	});

	test('a creation is not repeated, and its failure says that it may have been carried out', async () => {
		const { client, sent } = open([lost]);
		expect((await failureOf(client.send(create)))?.description).toMatch(MAY_BE_DONE);
		expect(sent).toHaveLength(1);
	});

	test('a failure says only once that the request may have been carried out', async () => {
		const { client } = open([{ status: 200, body: {} }]);
		const description = String((await failureOf(client.send(create)))?.description);
		expect(description.split(MAY_BE_DONE)).toHaveLength(2);
	});
	test.each([
		['a creation is refused', false, create, [refused]],
		['a creation is not sent at all', false, create, [unsent]],
		['a read is lost', false, read, [lost]],
		['a lost read is refused then', false, read, [lost, refused]],
		['an update is lost', false, update, [lost]],
		['an update is refused', false, update, [refused]],
		['a lost update is refused then', true, update, [lost, refused]],
		['a creation with a key is lost', true, createOnce, [lost]],
		['a lost creation with a key is refused then', true, createOnce, [lost, refused]],
		[
			'an update is lost that must not be repeated',
			true,
			{ ...update, isRepeatable: false },
			[lost],
		],
	])(
		'a failure after "%s" says that the request may have been carried out: %s',
		async (_, mayBeDone, one, replies) => {
			const { client } = open(replies, { attempts: replies.length });
			const { description } = (await failureOf(client.send(one))) as Failure;
			expect(MAY_BE_DONE.test(description)).toBe(mayBeDone);
		},
	);
});

describe('repetition, when it ends', () => {
	test('a repeated deletion that finds nothing counts as done', async () => {
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

	test('a repetition waits as long as the failure asks, unless it is canceled', async () => {
		const stop = new AbortController();
		const busy = { status: 503, headers: { 'retry-after': '9' } };
		const { client, sent } = open([busy, fine], { signal: stop.signal });
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const work = client.send(read).catch((thrown: unknown) => thrown);
		await new Promise((done) => setTimeout(done, 20));
		const reason = new Error('stopped');
		stop.abort(reason);
		expect(await work).toBe(reason);
		expect(sent).toHaveLength(1);
		const longest = Math.max(...timers.mock.calls.map(([, ms = 0]) => ms));
		expect(longest / delays.factor).toBeGreaterThan(8_000);
		timers.mockRestore();
	});
});

test('messages of the first successful writes and warnings of reads are noted', async () => {
	const say = (message: string, warnings?: string) => ({ body: { message, warnings, id: 1 } });
	const { client } = open([say('a.', 'b.'), say('c.'), say('c.'), say('d.'), say('e.')]);
	for (const one of [read, update, update, update, update]) await client.send(one);
	expect([...client.notices]).toEqual(['b.', 'c.', 'd.']);
});

describe('empty response', () => {
	const remove = request('DELETE /api/url/{id}/delete');
	const gone = { status: 404, body: { error: 1 } };

	test.each([
		['with status 204', remove, [{ status: 204 }], 1],
		['to a deletion after which the record is not found', remove, [{}, gone], 2],
		['to a deletion twice', remove, [{}, {}], 2],
		['with status 204 to an update', request('PUT /api/url/{id}'), [{ status: 204 }], 1],
	] as const)('an empty response %s counts as done', async (_, one, replies, count) => {
		const { client, sent } = open([...replies]);
		const isDeletion = one.method === 'DELETE';
		expect(await (isDeletion ? client.delete(one) : client.send(one))).toBeUndefined();
		expect(sent).toHaveLength(count);
	});

	test.each([
		['to a read', read, 2, false],
		['to an update', update, 1, true],
		['to a creation with a key', createOnce, 1, true],
	])('an empty response %s is a failure', async (_, one, count, mayBeDone) => {
		const { client, sent } = open([{}], { attempts: 2 });
		const failure = await failureOf(client.send(one));
		expect(failure?.message).toMatch(/^Link Platform returned an/);
		expect(failure?.details.reason).toBe('notKnown');
		expect(MAY_BE_DONE.test(String(failure?.description))).toBe(mayBeDone);
		expect(sent).toHaveLength(count);
	});

	test.each(['7', '"text"', 'null', 'true', '{'])(
		"the response %s isn't a record",
		async (body) => {
			const { client } = open([{ body }], { attempts: 1 });
			expect((await failureOf(client.send(read)))?.kind).toBe('unknown');
		},
	);
});

describe('rate limit', () => {
	test('a request refused by the rate limit is repeated after the pause, whatever the attempts', async () => {
		const replies = [limited(0.1), limited(0.1), limited(0.1), fine];
		const { client, sent } = open(replies, { attempts: 1 });
		expect(await client.send(create)).toEqual(fine.body);
		expect(sent).toHaveLength(4);
		expect(client.msWaited).toBeGreaterThan(0);
	});

	test('Max Wait counts all pauses of an execution together', async () => {
		// Far apart, so that a busy machine waits as well.
		const replies = [limited(0.5), fine, limited(0.5), fine];
		const { client, sent } = open(replies, { maxWait: 600 });
		await client.send(read);
		const failure = await failureOf(client.send(read));
		expect(failure).toMatchObject({
			kind: 'waitLimit',
			message: expect.stringMatching(/^Stopped at the rate limit, [01] s waited so far$/) as string,
			description: expect.stringMatching(/\(now [01]\).*Link Platform said: Slow down$/) as string,
		});
		expect(sent).toHaveLength(3);
	});

	test('a request that may have been carried out in part is not repeated', async () => {
		const { client, sent } = open([limited(0.02), fine]);
		const failure = await failureOf(client.send({ ...create, isPartial: true }));
		expect([failure?.kind, sent.length]).toEqual(['limited', 1]);
	});

	test('pauses at the same time count once', async () => {
		const { client } = open([limited(0.08), fine], { maxWait: 130 });
		await Promise.all([client.send(read), client.send(read), client.send(read)]);
		expect(client.msWaited).toBeLessThanOrEqual(130);
	});

	test('the remaining time of a pause does not count as waited yet', async () => {
		const { client } = open([limited(0.5), fine]);
		const begun = Date.now();
		const work = client.send(read);
		await new Promise((done) => setTimeout(done, 50));
		expect(client.msWaited).toBeLessThanOrEqual(Date.now() - begun);
		await work;
		expect(client.msWaited).toBeGreaterThan(0);
	});

	test('a caller that sets the time itself gets no advice to change Max Wait', async () => {
		const { client } = open([limited(30)], { maxWait: 20, canRaiseMaxWait: false });
		expect((await failureOf(client.send(read)))?.description).not.toContain('Max Wait');
	});
});

describe('rate limit, what is announced', () => {
	test('it may be done, if a repetition after a lost response had to wait too long', async () => {
		const { client, sent } = open([lost, limited(60)]);
		const failure = await failureOf(client.send(createOnce));
		expect(failure).toMatchObject({
			kind: 'waitLimit',
			description: expect.stringMatching(MAY_BE_DONE) as string,
		});
		expect(sent).toHaveLength(2);
		const first = open([limited(60)]);
		const { description } = (await failureOf(first.client.send(createOnce))) as Failure;
		expect(description).not.toMatch(MAY_BE_DONE);
	});

	test('the announced size is kept when later responses do not announce it', async () => {
		const { client } = open([{ ...fine, headers: { 'x-ratelimit-limit': '30' } }, fine]);
		expect(client.limit).toBeUndefined();
		await client.send(read);
		await client.send(read);
		expect(client.limit).toBe(30);
	});

	test('a fault says nothing about it, so the next request is a probe', async () => {
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		const { client, sent } = open([{ status: 500, headers }, fine], { maxWait: 0 });
		expect(await client.send(read)).toEqual(fine.body);
		expect(sent).toHaveLength(2);
	});

	test('a refusal for another reason announces it, too', async () => {
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		const { client, sent } = open([{ status: 404, headers }, fine], { maxWait: 0 });
		await failureOf(client.send(read));
		expect((await failureOf(client.send(read)))?.kind).toBe('waitLimit');
		expect(sent).toHaveLength(1);
	});

	test('a canceled wait rejects with the reason', async () => {
		const stop = new AbortController();
		const { client } = open([limited(4)], { signal: stop.signal });
		const work = client.send(read).catch((thrown: unknown) => thrown);
		await new Promise((done) => setTimeout(done, 20));
		const reason = new Error('stopped');
		stop.abort(reason);
		expect(await work).toBe(reason);
	});
});

test('failures are shown without secrets, also those of the rate limit', async () => {
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

	test('a file that announces no requests left holds the next one back', async () => {
		const headers = { ...file.headers, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		const { client, sent } = open([{ ...file, headers }, file], { maxWait: 0 });
		const download = async () => await client.download(read, readWhole);
		expect(await download()).toBe('PNG');
		expect((await failureOf(download()))?.kind).toBe('waitLimit');
		expect(sent).toHaveLength(1);
	});

	test('a download that the reader refuses closes its connection, and is repeated', async () => {
		const { client, sent } = open([file], { attempts: 2 });
		const refusal = new Failure({ message: 'No', description: '' }, { httpCode: '200' }, 'unknown');
		const work = client.download(read, async () => await Promise.reject(refusal));
		expect((await failureOf(work))?.message).toBe('No');
		expect(sent.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([true, true]);
	});

	test.each<Reply>([
		{ headers: { 'content-type': 'text/html' }, body: '<p>Log in</p>' },
		{ status: 404, headers: { 'content-type': 'image/png' }, body: 'PNG' },
	])('a download fails for the response %j', async (reply) => {
		const { client } = open([reply], { attempts: 1 });
		expect(await failureOf(client.download(read, readWhole))).toBeInstanceOf(Failure);
	});
});
