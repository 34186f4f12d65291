/** The queue in front of a rate limit's window. */
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import {
	RateLimiter,
	WaitLimitExceeded,
	limiterFor,
	type Permit,
} from '../../nodes/LinkPlatform/api/rateLimiter.ts';

const always = { canWait: () => true };
const never = { canWait: () => false };
const refusal = new Failure({ message: 'No', description: '' }, { httpCode: '429' }, 'limited');
const settle = () => new Promise((done) => setImmediate(done));

/** Requests `count` permits, and records which were granted. */
function ask(limiter: RateLimiter, count: number, options = always) {
	const given: Array<{ index: number; permit: Permit }> = [];
	const all = Array.from({ length: count }, async (_, index) => {
		given.push({ index, permit: await limiter.acquire(options) });
	});
	return { given, all };
}

test('the limiter sends one request first and, if its response states no limit, all others', async () => {
	const limiter = new RateLimiter();
	const { given, all } = ask(limiter, 5);
	await settle();
	expect(given.map(({ index }) => index)).toEqual([0]);
	limiter.onResponse(given[0].permit, {});
	await Promise.all(all);
	expect(given.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
});

test('requests get the remaining permits in order, and the other requests wait for the end of the pause', async () => {
	const limiter = new RateLimiter();
	const { given, all } = ask(limiter, 4);
	await settle();
	limiter.onResponse(given[0].permit, { remaining: 2, resetAt: Date.now() + 50 });
	await settle();
	expect(given.map(({ index }) => index)).toEqual([0, 1, 2]);
	for (const { permit } of given.slice(1)) limiter.onResponse(permit, undefined);
	await Promise.all(all);
	expect(given).toHaveLength(4);
});

test('a pause that is too long for a request fails only that request', async () => {
	const limiter = new RateLimiter();
	const first = await limiter.acquire(always);
	const asked: number[] = [];
	const impatient = limiter.acquire({
		canWait: (ms) => {
			asked.push(ms);
			return false;
		},
	});
	const patient = limiter.acquire(always);
	limiter.onRefused(first, { retryAt: Date.now() + 40 });
	await expect(impatient).rejects.toBeInstanceOf(WaitLimitExceeded);
	expect(asked).toHaveLength(1);
	expect(await patient).toBe(2);
});

test("waiting for the response to the first request doesn't count as a pause", async () => {
	const limiter = new RateLimiter();
	const probe = await limiter.acquire(always);
	const next = limiter.acquire(never);
	await settle();
	limiter.onResponse(probe, {});
	expect(await next).toBe(2);
});

test('a canceled request is rejected with the abort reason, and other requests stay in the queue', async () => {
	const limiter = new RateLimiter();
	const probe = await limiter.acquire(always);
	const controller = new AbortController();
	const canceled = limiter.acquire({ ...always, signal: controller.signal });
	const other = limiter.acquire(always);
	controller.abort(new Error('stopped'));
	await expect(canceled).rejects.toThrow('stopped');
	await expect(limiter.acquire({ ...always, signal: controller.signal })).rejects.toThrow(
		'stopped',
	);
	limiter.onResponse(probe, {});
	expect(await other).toBe(2);
});

test("a refused route doesn't delay another route of the same account", async () => {
	const [one, other] = ['GET /a', 'GET /b'].map((route) =>
		limiterFor('https://a.example', 'k', route),
	);
	one.onRefused(await one.acquire(always), { retryAt: Date.now() + 60_000 });
	await expect(one.acquire(never)).rejects.toBeInstanceOf(WaitLimitExceeded);
	expect(await other.acquire(never)).toBe(1);
});

test('the error for a pause that is too long contains the end of the pause and the refusal', async () => {
	const limiter = new RateLimiter();
	const first = await limiter.acquire(always);
	const until = Date.now() + 172_800_000;
	limiter.onRefused(first, { retryAt: until }, refusal);
	const reason: unknown = await limiter.acquire(never).catch((e: unknown) => e);
	expect(reason).toBeInstanceOf(WaitLimitExceeded);
	expect(reason).toMatchObject({ refusal });
	expect(Math.abs((reason as WaitLimitExceeded).until - until)).toBeLessThan(5);
});

test("the error for a limit used up without a refusal doesn't contain an earlier refusal", async () => {
	const limiter = new RateLimiter();
	limiter.onRefused(await limiter.acquire(always), { retryAt: Date.now() + 5 }, refusal);
	const resetAt = Date.now() + 60_000;
	limiter.onResponse(await limiter.acquire(always), { remaining: 0, resetAt });
	const reason: unknown = await limiter.acquire(never).catch((e: unknown) => e);
	expect((reason as WaitLimitExceeded).refusal).toBeUndefined();
});

test('a request waits even if the pause is longer than the maximum of a JavaScript timer', async () => {
	const limiter = new RateLimiter();
	const first = await limiter.acquire(always);
	limiter.onRefused(first, { retryAt: Date.now() + 2 ** 31 + 9_000 });
	const stop = new AbortController();
	const waiting = limiter.acquire({ ...always, signal: stop.signal });
	let isGranted = false;
	void waiting.then(() => (isGranted = true)).catch(() => {});
	await new Promise((done) => setTimeout(done, 30));
	expect(isGranted).toBe(false);
	stop.abort(new Error('stopped'));
	await expect(waiting).rejects.toThrow('stopped');
});

test('limiterFor returns a separate limiter for each base URL, key and route', () => {
	const one = limiterFor('https://a.example', 'key', 'GET /api/urls');
	expect(limiterFor('https://a.example', 'key', 'GET /api/urls')).toBe(one);
	for (const [url, key, route] of [
		['https://b.example', 'key', 'GET /api/urls'],
		['https://a.example', 'other', 'GET /api/urls'],
		['https://a.example', 'key', 'GET /api/qrs'],
	]) {
		expect(limiterFor(url, key, route)).not.toBe(one);
	}
});

test('the least recently used limiter is dropped if there are more than ten thousand', () => {
	const get = (key: number) => limiterFor('https://many.example', `${key}`, 'GET /x');
	const [used, unused] = Array.from({ length: 10_000 }, (_, key) => get(key));
	expect(get(0)).toBe(used);
	get(10_000);
	expect(get(0)).toBe(used);
	expect(get(1)).not.toBe(unused);
});

test('a pause keeps a timer running only while a request is waiting', async () => {
	const timers = new Set<unknown>();
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(() => {
		const timer = {} as NodeJS.Timeout;
		timers.add(timer);
		return timer;
	});
	jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => void timers.delete(timer));
	const limiter = new RateLimiter();
	limiter.onRefused(await limiter.acquire(always), { retryAt: Date.now() + 60_000 });
	await expect(limiter.acquire(never)).rejects.toThrow();
	expect(timers.size).toBe(0);
	const stops = [new AbortController(), new AbortController()];
	const waiting = stops.map(({ signal }) => limiter.acquire({ ...always, signal }));
	for (const [index, stop] of stops.entries()) {
		expect(timers.size).toBe(1);
		stop.abort(new Error('stopped'));
		await expect(waiting[index]).rejects.toThrow('stopped');
	}
	expect(timers.size).toBe(0);
	jest.restoreAllMocks();
});

test('a request removes its listeners from the abort signal of the execution', async () => {
	const limiter = new RateLimiter();
	const { signal } = new AbortController();
	const listeners = new Set<unknown>();
	signal.addEventListener = (_: string, listener: unknown) => void listeners.add(listener);
	signal.removeEventListener = (type: string, listener: unknown) =>
		void (type === 'abort' && listeners.delete(listener));
	const permit = await limiter.acquire({ ...always, signal });
	const next = limiter.acquire({ ...never, signal });
	limiter.onRefused(permit, { retryAt: Date.now() + 60_000 });
	await expect(next).rejects.toThrow();
	expect(listeners.size).toBe(0);
});
