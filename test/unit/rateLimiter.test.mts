/** The queue in front of a rate limit's window. */
import {
	RateLimiter,
	WaitLimitExceeded,
	limiterFor,
	type Permit,
} from '../../nodes/LinkPlatform/api/rateLimiter.ts';

const always = { canWait: () => true };
const settle = () => new Promise((done) => setImmediate(done));

/** Requests `count` permits, and records which were granted. */
function ask(limiter: RateLimiter, count: number, options = always) {
	const given: Array<{ index: number; permit: Permit }> = [];
	const all = Array.from({ length: count }, async (_, index) => {
		given.push({ index, permit: await limiter.acquire(options) });
	});
	return { given, all };
}

test('one probe while the limit is unknown, then all at once if none is announced', async () => {
	const limiter = new RateLimiter();
	const { given, all } = ask(limiter, 5);
	await settle();
	expect(given.map(({ index }) => index)).toEqual([0]);
	limiter.onResponse(given[0].permit, {});
	await Promise.all(all);
	expect(given.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
});

test('the remaining permits in order of request, the others after the pause', async () => {
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

test('a pause too long for one request fails that one alone', async () => {
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

test('waiting for a probe does not count as a pause', async () => {
	const limiter = new RateLimiter();
	const probe = await limiter.acquire(always);
	const next = limiter.acquire({ canWait: () => false });
	await settle();
	limiter.onResponse(probe, {});
	expect(await next).toBe(2);
});

test('a canceled request leaves the queue with the reason, others stay', async () => {
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

test('one limiter for each base URL, key and route', () => {
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

test('unused limiters of a thousand keys are forgotten, paused ones kept', async () => {
	const paused = limiterFor('https://many.example', 'paused', 'GET /x');
	paused.onRefused(await paused.acquire(always), { retryAt: Date.now() + 60_000 });
	const idle = limiterFor('https://many.example', 'idle', 'GET /x');
	for (let key = 0; key < 1_000; key += 1) limiterFor('https://many.example', `${key}`, 'GET /x');
	expect(limiterFor('https://many.example', 'paused', 'GET /x')).toBe(paused);
	expect(limiterFor('https://many.example', 'idle', 'GET /x')).not.toBe(idle);
});
