/** Requests that may be repeated, and the delay before a retry. */
import { classifyStatus, getBackoff, shouldRetry } from '../../nodes/LinkPlatform/api/retry.ts';
import { toRequest } from '../../nodes/LinkPlatform/api/route.ts';
import { table } from '../support/table.mts';

test.each([
	['GET', {}, true],
	['PUT', {}, true],
	['DELETE', {}, true],
	['POST', {}, false],
	['POST', { 'Idempotency-Key': 'k' }, true],
] as const)(
	'a %s request with the headers %j is retried after a lost response: %s',
	(method, headers, expected) => {
		const request = { ...toRequest('GET /x'), method, headers };
		expect(shouldRetry(request, 'unknown')).toBe(expected);
		expect(shouldRetry(request, 'refused')).toBe(false);
		expect(shouldRetry(request, 'limited')).toBe(true);
		expect(shouldRetry(request, 'unsent')).toBe(true);
	},
);

test("a batch that the rate limit stopped partway through isn't retried", () => {
	expect(shouldRetry({ ...toRequest('POST /x'), isPartial: true }, 'limited')).toBe(false);
});

test('a POST request without headers is not retried after a lost response', () => {
	expect(shouldRetry(toRequest('POST /x'), 'unknown')).toBe(false);
});

test.each([
	['POST /x', true],
	['PUT /x', false],
] as const)('isRepeatable decides whether a lost %s is retried: %s', (route, isRepeatable) => {
	expect(shouldRetry({ ...toRequest(route), isRepeatable }, 'unknown')).toBe(isRepeatable);
});

test.each(table<[number, undefined | string]>`
	200 | undefined
	204 | undefined
	400 | refused
	404 | refused
	409 | refused
	399 | undefined
	408 | unknown
	425 | unknown
	429 | limited
	500 | unknown
	501 | refused
	505 | refused
	502 | unknown
	503 | unknown
	504 | unknown
`)('classifyStatus classifies HTTP status %i as %s', (status, kind) => {
	expect(classifyStatus(status)).toBe(kind);
});

test.each([
	[1, 500],
	[2, 1_000],
	[4, 4_000],
])('the delay after attempt %i is %i ms, plus or minus 25%', (attempt, wait) => {
	const waits = Array.from({ length: 500 }, () => getBackoff(attempt, 0) / wait);
	expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75);
	expect(Math.min(...waits)).toBeLessThan(0.8);
	expect(Math.max(...waits)).toBeLessThanOrEqual(1.25);
	expect(Math.max(...waits)).toBeGreaterThan(1.2);
});

test('the delay before a retry lasts until the time that Link Platform requests', () => {
	const wait = getBackoff(1, Date.now() + 10_000);
	expect(wait).toBeGreaterThan(9_000);
	expect(wait).toBeLessThanOrEqual(10_000);
});

test.each([
	['a broken service that asks for an hour', 1, 3_600_000],
	['many attempts', 20, 0],
])('the delay before a retry is at most one minute: %s', (_, attempt, inMs) => {
	expect(getBackoff(attempt, Date.now() + inMs)).toBe(60_000);
});
