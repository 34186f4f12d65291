/** The states of a rate limit window at injected times: the requests that it allows, and the effect of each event. */
import {
	getState,
	getWait,
	onRefused,
	onResponse,
	onSent,
	unknownWindow,
	type LimitWindow,
} from '../../nodes/LinkPlatform/api/limitWindow.ts';

const T = 1_000_000;
const announced = (remaining: number, inMs?: number) => ({
	limit: 30,
	remaining,
	resetAt: inMs === undefined ? undefined : T + inMs,
});
/** Returns a window in which `count` requests were sent at T, without a response yet. */
const sent = (count: number, window: LimitWindow = unknownWindow) =>
	Array.from({ length: count }).reduce<LimitWindow>((before) => onSent(before, T), window);
/** Returns a window whose first request got this response. */
const opened = (info: Parameters<typeof onResponse>[2]) => onResponse(sent(1), 1, info, T);

test('the first request of an unknown rate limit window is sent at once, and the second waits for the first response', () => {
	expect(getWait(unknownWindow, T)).toBe(0);
	expect(getState(sent(1), T)).toBe('unknown');
	expect(getWait(sent(1), T + 1_000)).toBe(2_000);
});

test('the second request of an unknown rate limit window is sent after 3 seconds without a response', () => {
	expect(getWait(sent(1), T + 3_000)).toBe(0);
	expect(getWait(onSent(sent(1), T + 3_000), T + 3_001)).toBe(2_999);
});

test.each([
	['a response without rate limit headers opens it without a limit', {}, 'open', Infinity],
	['announced remaining requests open it', announced(29, 5_000), 'open', 29],
	['0 remaining requests with a reset time use it up', announced(0, 5_000), 'usedUp', 0],
	['0 remaining requests without a reset time leave it unknown', announced(0), 'unknown', 0],
	['a reset time in the past is ignored', announced(7, -5_000), 'open', 7],
	['a reset time of right now is ignored', announced(7, 0), 'open', 7],
] as const)(
	'the first response sets the state of a rate limit window: %s',
	(_, info, state, left) => {
		const window = opened(info);
		expect([getState(window, T), window.left]).toEqual([state, left]);
	},
);

test('a rate limit window with an end but no remaining count is unknown', () => {
	expect(getState({ ...unknownWindow, endsAt: T + 5_000 }, T)).toBe('unknown');
});

test('a request sent after the end of a rate limit window starts a new one', () => {
	const window = onSent(opened(announced(20, 5_000)), T + 5_000);
	expect([window.left, window.endsAt]).toEqual([undefined, undefined]);
	expect(sent(1).left).toBeUndefined();
});

test('a failed request leaves a rate limit window unknown, and another request can be sent', () => {
	const window = opened(undefined);
	expect([getState(window, T), getWait(window, T)]).toEqual(['unknown', 0]);
});

test('an open rate limit window allows the remaining requests, then waits for the announced end', () => {
	const window = sent(3, opened(announced(3, 5_000)));
	expect([getState(window, T), getWait(window, T + 1_000)]).toEqual(['usedUp', 4_000]);
});

test('a rate limit window without a limit never makes requests wait', () => {
	expect(getWait(sent(10_000, opened({})), T)).toBe(0);
});

test('a rate limit window is unknown after its announced end, however many requests were left', () => {
	const window = opened(announced(20, 5_000));
	expect([getState(window, T + 4_999), getState(window, T + 5_000)]).toEqual(['open', 'unknown']);
	const probed = onSent(window, T + 5_000);
	expect(getWait(probed, T + 5_000)).toBe(3_000);
	// If limits are no longer announced, the window is open again, and isn't limited to one request at a time.
	expect(getWait(onResponse(probed, 2, {}, T + 5_020), T + 5_020)).toBe(0);
});

test('a rate limit window with requests in flight uses the lower of its own count and the announced count', () => {
	let window = sent(5, opened(announced(29, 5_000)));
	window = onResponse(window, 2, announced(28, 5_000), T);
	expect([window.left, window.inFlight]).toEqual([24, 4]);
	for (const [number, remaining] of [
		[3, 27],
		[4, 26],
		[5, 25],
		[6, 24],
	]) {
		window = onResponse(window, number, announced(remaining, 5_000), T);
	}
	expect(window.left).toBe(24);
});

test.each([
	['with', 5_000],
	['without', undefined],
])(
	'the count of a rate limit window %s an announced end accounts for requests in flight',
	(_, inMs) => {
		const window = sent(15, opened(announced(26, inMs)));
		expect(window.left).toBe(11);
		expect(onResponse(window, 2, announced(20, inMs), T).left).toBe(11);
	},
);

test('a late response without rate limit headers changes only the number of requests in flight', () => {
	const window = onResponse(sent(2, opened({})), 3, {}, T);
	expect(onResponse(window, 2, {}, T)).toEqual({ ...window, inFlight: 0 });
});

test.each([
	[24 * 3_600_000 - 1, 'usedUp'],
	[24 * 3_600_000, 'unknown'],
])('a rate limit window with 0 requests left that ends in %i ms is %s', (inMs, state) => {
	expect(getState(opened(announced(0, inMs)), T)).toBe(state);
});

test('a rate limit window adopts a lower number of remaining requests from the service, because other clients may use the same key', () => {
	const window = onSent(opened(announced(29, 5_000)), T);
	expect(onResponse(window, 2, announced(4, 5_000), T).left).toBe(4);
});

test('a late response can only lower the number of remaining requests', () => {
	let window = sent(2, opened(announced(20, 5_000)));
	window = onResponse(window, 3, announced(2, 5_000), T);
	expect(onResponse(window, 2, announced(19, 5_000), T).left).toBe(window.left);
	expect(onResponse(window, 2, announced(0, 5_000), T).left).toBe(0);
	expect(onResponse(window, 2, announced(0, -60_000), T).left).toBe(window.left);
});

test('a response that announces a later end starts a new rate limit window with all its requests', () => {
	const window = onSent(opened(announced(1, 2_000)), T);
	const next = onResponse(window, 2, announced(29, 62_000), T + 1_999);
	expect([next.left, next.endsAt]).toEqual([29, T + 62_000]);
});

test('a rate limit window uses the earliest of several slightly different announced ends', () => {
	const window = onSent(opened(announced(20, 5_000)), T);
	expect(onResponse(window, 2, announced(19, 5_900), T).endsAt).toBe(T + 5_000);
	expect(onResponse(window, 2, announced(19, 4_100), T).endsAt).toBe(T + 4_100);
});

test.each([
	[1_499, 5_000],
	[1_500, 6_500],
])('a rate limit window with an end announced %i ms later ends after %i ms', (later, end) => {
	const window = onSent(opened(announced(20, 5_000)), T);
	expect(onResponse(window, 2, announced(19, 5_000 + later), T).endsAt).toBe(T + end);
});

test('an end announced just after a rate limit window has ended belongs to the next window', () => {
	const window = onSent(opened(announced(20, 5_000)), T);
	expect(onResponse(window, 2, announced(29, 5_900), T + 5_000)).toMatchObject({
		left: 29,
		endsAt: T + 5_900,
	});
});

test("a response without rate limit headers doesn't change the count of a window", () => {
	const window = onSent(opened(announced(20, 5_000)), T);
	expect(onResponse(window, 2, {}, T)).toMatchObject({ left: 19, endsAt: T + 5_000 });
});

test.each([
	['Retry-After rather than the reset time', { retryAt: T + 7_000, resetAt: T + 60_000 }, 7_000],
	['the reset time if there is no Retry-After', { resetAt: T + 60_000 }, 60_000],
	['the reset time if Retry-After has passed', { retryAt: T, resetAt: T + 9_000 }, 9_000],
	[
		'Retry-After even if remaining requests are announced',
		{ ...announced(40), retryAt: T + 3e6 },
		3e6,
	],
	['two seconds if neither is stated', {}, 2_000],
])('a rate limit window that refused a request waits for %s', (_, info, wait) => {
	const window = onRefused(sent(1), 1, info, T, 0);
	expect([getState(window, T), getWait(window, T)]).toEqual(['usedUp', wait]);
	expect(getState(window, T + wait)).toBe('unknown');
});

test('repeated refusals without a stated time cause waits of 2, 4, 8, 16, 32, then always 60 seconds', () => {
	let window = unknownWindow;
	let now = T;
	const waits = Array.from({ length: 7 }, (_, index) => {
		window = onRefused(onSent(window, now), index + 1, {}, now, 0);
		const wait = getWait(window, now);
		now += wait;
		return wait / 1_000;
	});
	expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
});

test("random jitter adds up to 25% to the wait after a refusal, so that processes don't retry together", () => {
	expect(getWait(onRefused(sent(1), 1, {}, T, 1), T)).toBe(2_500);
});

test('a 2xx response resets the count of refusals', () => {
	let window = onRefused(sent(1), 1, {}, T, 0);
	window = onResponse(onSent(window, T + 2_000), 2, {}, T + 2_000);
	expect([window.silentRefusals, getWait(window, T + 2_000)]).toEqual([0, 0]);
});

test('a refusal that states a time resets the count of refusals without a stated time', () => {
	let window = onRefused(sent(1), 1, {}, T, 0);
	window = onRefused(onSent(window, T), 2, { retryAt: T + 1_000 }, T, 0);
	expect(window.silentRefusals).toBe(0);
	expect(getWait(onRefused(onSent(window, T), 3, {}, T, 0), T)).toBe(2_000);
});

test("several requests refused at once count as one refusal, and don't lengthen the pause", () => {
	let window = onRefused(sent(5), 1, {}, T, 0);
	for (const number of [2, 3, 4]) window = onRefused(window, number, {}, T + 10, 0);
	expect([getWait(window, T), window.silentRefusals]).toEqual([2_000, 1]);
	expect(getWait(onRefused(window, 5, { retryAt: T + 8_000 }, T + 10), T)).toBe(8_000);
});

test("a response to a request sent before a refusal doesn't end the pause", () => {
	const window = onResponse(onRefused(sent(2), 2, {}, T, 0), 1, announced(9, 5_000), T);
	expect([getState(window, T), window.inFlight]).toEqual(['usedUp', 0]);
});

test("a late refusal doesn't close a rate limit window in which requests succeed again", () => {
	let window = onRefused(sent(2), 1, {}, T, 0);
	window = onResponse(onSent(window, T + 2_000), 3, announced(20, 9_000), T + 2_000);
	const late = onRefused(window, 2, { retryAt: T + 60_000 }, T + 2_100);
	expect([late.left, getState(late, T + 2_100)]).toEqual([window.left, 'open']);
	expect(getState(onRefused(window, 2, {}, T + 2_100), T + 2_100)).toBe('open');
});

test('every response, refusal or failure reduces the number of requests in flight by one', () => {
	let window = sent(4);
	window = onResponse(window, 1, undefined, T);
	window = onResponse(window, 2, announced(5, 5_000), T);
	window = onRefused(window, 3, {}, T);
	window = onRefused(window, 4, {}, T);
	expect(window.inFlight).toBe(0);
});
