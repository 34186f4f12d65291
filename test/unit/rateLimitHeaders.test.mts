/** Rate limit headers in every form that the documentation leaves open. */
import { parseRateLimit } from '../../nodes/LinkPlatform/api/rateLimitHeaders.ts';

const now = Date.parse('2026-03-01T12:00:00.500Z');
const in30 = now + 30_000;
const HOUR = 3_600_000;
/** Returns a time in whole seconds from now, because some clocks aren't more precise. */
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
	['a time without an offset', '2026-03-01 12:00:30', undefined],
	['a time without an offset in ISO 8601', '2026-03-01T12:00:30', undefined],
	['a number', 30, 30],
	['a number with spaces around it', ' 30 ', 30],
	['an empty string', '', undefined],
	['spaces', '  ', undefined],
	['a word', 'soon', undefined],
	['one billion', '1000000000', undefined],
	['about a hundred billion', '99999999999', undefined],
	['two days left', '172800', 172_800],
	['just less than 31 days left', '2678399', 2_678_399],
	['31 days left', '2678400', undefined],
	['a moment more than 31 days ahead', new Date(now + 745 * HOUR).toISOString(), undefined],
])('parseRateLimit reads a reset time given as %s', (_, value, seconds) => {
	expect(near(parseRateLimit({ 'x-ratelimit-reset': value }, undefined, now).resetAt)).toBe(
		seconds,
	);
	expect(near(parseRateLimit({ 'retry-after': value }, undefined, now).retryAt)).toBe(seconds);
});

test.each([3, -3, 90, -90, 26 * 60 * 60])(
	'reset times of a service whose clock is %i seconds ahead are corrected, but durations are not',
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

test("a Date header's missing fraction of a second isn't mistaken for clock skew", () => {
	const date = new Date(now - 1_500).toUTCString();
	expect(parseRateLimit({ date, 'x-ratelimit-reset': String(in30) }, undefined, now).resetAt).toBe(
		in30,
	);
});

test('a clock difference of up to two seconds is treated as rounding and ignored', () => {
	const T = Date.parse('2026-03-01T12:00:00Z');
	const reset = new Date(T + 30_000).toISOString();
	const at = (ahead: number) => {
		const date = new Date(T + ahead).toUTCString();
		return parseRateLimit({ date, 'x-ratelimit-reset': reset }, undefined, T).resetAt! - T;
	};
	expect([at(2_000), at(-2_000), at(3_000)]).toEqual([30_000, 30_000, 27_000]);
});

test('an invalid Date header is ignored', () => {
	expect(parseRateLimit({ date: 'x', 'retry-after': '30' }, undefined, now).retryAt).toBe(in30);
});

test('only the documented X-RateLimit headers are used, whatever other headers a gateway adds', () => {
	const own = {
		'x-ratelimit-limit': '30',
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': '30',
	};
	const others = {
		'ratelimit-remaining': '900',
		'x-rate-limit-remaining': '900',
		'x-ratelimit-reset-after': '1',
		ratelimit: '"default";r=29;t=41',
	};
	const figures = { limit: 30, remaining: 0, resetAt: in30 };
	expect(parseRateLimit({ ...others, ...own }, undefined, now)).toMatchObject(figures);
	expect(Object.values(parseRateLimit(others, undefined, now)).filter(Boolean)).toEqual([]);
});

test.each([
	['30', 30],
	['30, 30;w=60', undefined],
	[' 7', 7],
	[12, 12],
	['unlimited', undefined],
	['-1', undefined],
	['', undefined],
	[undefined, undefined],
])('parseRateLimit reads the limit %j as %j', (value, limit) => {
	expect(parseRateLimit({ 'x-ratelimit-limit': value }, undefined, now).limit).toBe(limit);
});

test('Retry-After in the response body is used only if the header is missing', () => {
	const body = { error: 429, 'Retry-After': 30 };
	expect(parseRateLimit({}, body, now).retryAt).toBe(in30);
	expect(parseRateLimit({ 'retry-after': '5' }, body, now).retryAt).toBe(now + 5_000);
});

test.each([undefined, null, 'text', 7, []])(
	'parseRateLimit finds no limits in the response body %j',
	(body) => {
		expect(Object.values(parseRateLimit({}, body, now)).filter(Boolean)).toEqual([]);
	},
);
