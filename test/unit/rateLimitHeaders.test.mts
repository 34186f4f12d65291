/** What rate limit headers mean, in every form that the documentation leaves open. */
import { parseRateLimit } from '../../nodes/LinkPlatform/api/rateLimitHeaders.ts';

const now = Date.parse('2026-03-01T12:00:00.500Z');
const in30 = now + 30_000;
const HOUR = 3_600_000;
/** In seconds from now, as some clocks are no more precise. */
const near = (at: number | undefined) =>
	at === undefined ? undefined : Math.round((at - now) / 1000);

test.each([
	['epoch seconds', String(Math.ceil(in30 / 1000)), 31],
	['epoch seconds with a fraction', String(in30 / 1000), 30],
	['epoch milliseconds', String(in30), 30],
	['seconds left', '30', 30],
	['a fraction of a second left', '0.25', 0],
	['no time left', '0', 0],
	['ISO 8601', new Date(in30).toISOString(), 30],
	['ISO 8601 with an offset', '2026-03-01T13:00:30.500+01:00', 30],
	['an HTTP date', new Date(in30).toUTCString(), 30],
	['a number', 30, 30],
	['spaces around', ' 30 ', 30],
	['nothing', '', undefined],
	['spaces', '  ', undefined],
	['no date', 'soon', undefined],
	['a thousand million', '1000000000', undefined],
	['a hundred times as many', '100000000000', undefined],
	['two days left', '172800', 172_800],
	['just less than 31 days left', '2678399', 2_678_399],
	['31 days left', '2678400', undefined],
	['a moment more than 31 days ahead', new Date(now + 745 * HOUR).toISOString(), undefined],
])('a reset as %s', (_, value, seconds) => {
	expect(near(parseRateLimit({ 'x-ratelimit-reset': value }, undefined, now).resetAt)).toBe(
		seconds,
	);
	expect(near(parseRateLimit({ 'retry-after': value }, undefined, now).retryAt)).toBe(seconds);
});

describe('a service with another clock', () => {
	test.each([3, -3, 90, -90, 26 * 60 * 60])(
		'%i seconds ahead: times are corrected, durations are not',
		(skew) => {
			const theirs = now + skew * 1000;
			const date = new Date(theirs).toUTCString();
			const at = theirs + 30_000;
			const forms = [
				String(at / 1000),
				String(at),
				new Date(at).toISOString(),
				new Date(at).toUTCString(),
			];
			for (const reset of forms) {
				const { resetAt } = parseRateLimit({ date, 'x-ratelimit-reset': reset }, undefined, now);
				// A date has no fractions of a second.
				expect(Math.abs(resetAt! - in30)).toBeLessThanOrEqual(1_000);
			}
			expect(parseRateLimit({ date, 'retry-after': '30' }, undefined, now).retryAt).toBe(in30);
		},
	);

	test('the fraction of a second that a Date header lacks is ignored', () => {
		const date = new Date(now - 1_500).toUTCString();
		expect(
			parseRateLimit({ date, 'x-ratelimit-reset': String(in30) }, undefined, now).resetAt,
		).toBe(in30);
	});

	test('two seconds of difference, a possible rounding, are ignored; more are not', () => {
		const T = Date.parse('2026-03-01T12:00:00Z');
		const reset = new Date(T + 30_000).toISOString();
		const at = (ahead: number) => {
			const date = new Date(T + ahead).toUTCString();
			return parseRateLimit({ date, 'x-ratelimit-reset': reset }, undefined, T).resetAt! - T;
		};
		expect([at(2_000), at(-2_000), at(3_000)]).toEqual([30_000, 30_000, 27_000]);
	});

	test('an invalid Date is ignored', () => {
		expect(parseRateLimit({ date: 'x', 'retry-after': '30' }, undefined, now).retryAt).toBe(in30);
	});
});

test.each(['x-ratelimit-', 'ratelimit-', 'x-rate-limit-', 'rate-limit-'])('named %s…', (prefix) => {
	const headers = {
		[`${prefix}limit`]: '30',
		[`${prefix}remaining`]: '0',
		[`${prefix}reset`]: '30',
	};
	expect(parseRateLimit(headers, undefined, now)).toMatchObject({
		limit: 30,
		remaining: 0,
		resetAt: in30,
	});
});

test('the size of a limit may be in a header of its own, as its policy', () => {
	const headers = { ratelimit: '"default";r=29;t=41', 'ratelimit-policy': '"default";q=30;w=60' };
	expect(parseRateLimit(headers, undefined, Date.now())).toMatchObject({
		limit: 30,
		remaining: 29,
	});
});

test.each([
	['limit=30, remaining=29, reset=41', 30, 29, 41],
	['limit = 30 , remaining = "29", reset="41"', 30, 29, 41],
	['"default";r=29;t=41', undefined, 29, 41],
	// Of several limits, the first applies.
	['"burst";r=1;t=2, "day";r=900;t=3600', undefined, 1, 2],
	['limit=abc', undefined, undefined, undefined],
	// A very long header is not read to its end.
	[`${'x'.repeat(200)},limit=30`, undefined, undefined, undefined],
])('all in one header, %j', (ratelimit, limit, remaining, seconds) => {
	const info = parseRateLimit({ ratelimit }, undefined, now);
	expect([info.limit, info.remaining, near(info.resetAt)]).toEqual([limit, remaining, seconds]);
});

test('a separate header takes precedence over the combined one', () => {
	const headers = { ratelimit: 'limit=30', 'x-ratelimit-limit': '60' };
	expect(parseRateLimit(headers, undefined, now).limit).toBe(60);
});

test('of several spellings, as those of a gateway beside its service, the documented one applies', () => {
	const names = ['x-ratelimit-remaining', 'ratelimit-remaining', 'x-rate-limit-remaining'];
	for (const order of [names, names.toReversed()]) {
		const headers = Object.fromEntries(
			order.map((name) => [name, name === names[0] ? '0' : '900']),
		);
		expect(parseRateLimit(headers, undefined, now).remaining).toBe(0);
	}
});

test('x-ratelimit-reset-after holds the time left', () => {
	const headers = { 'x-ratelimit-reset-after': '30' };
	expect(parseRateLimit(headers, undefined, now).resetAt).toBe(in30);
});

test.each([
	['30', 30],
	['30, 30;w=60', 30],
	[' 7', 7],
	[12, 12],
	['unlimited', undefined],
	['-1', undefined],
	['', undefined],
	[undefined, undefined],
])('a limit of %j is %j', (value, limit) => {
	expect(parseRateLimit({ 'x-ratelimit-limit': value }, undefined, now).limit).toBe(limit);
});

test.each(['Retry-After', 'retry_after', 'retryAfter'])('%s in the body', (name) => {
	expect(parseRateLimit({}, { error: 429, [name]: 30 }, now).retryAt).toBe(in30);
	expect(parseRateLimit({ 'retry-after': '5' }, { [name]: 30 }, now).retryAt).toBe(now + 5_000);
});

test.each([undefined, null, 'text', 7, []])('a body of %j has no limits', (body) => {
	expect(parseRateLimit({}, body, now)).toEqual({});
});
