/** The states of a rate limit's window, with injected time: what is let through, and what each event changes. */
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
/** A window in which so many requests were sent at T, without a response yet. */
const sent = (count: number, window: LimitWindow = unknownWindow) =>
	Array.from({ length: count }).reduce<LimitWindow>((before) => onSent(before, T), window);
/** A window whose first request has this response. */
const opened = (info: Parameters<typeof onResponse>[2]) => onResponse(sent(1), 1, info, T);

describe('unknown', () => {
	test('the first request goes at once, the second waits for its response', () => {
		expect(getWait(unknownWindow, T)).toBe(0);
		expect(getState(sent(1), T)).toBe('unknown');
		expect(getWait(sent(1), T + 1_000)).toBe(2_000);
	});

	test('a probe without a response for 3 seconds lets the next one go', () => {
		expect(getWait(sent(1), T + 3_000)).toBe(0);
		expect(getWait(onSent(sent(1), T + 3_000), T + 3_001)).toBe(2_999);
	});

	test.each([
		['a response that announces nothing opens it without a limit', {}, 'open', Infinity],
		['an announced remainder opens it', announced(29, 5_000), 'open', 29],
		['a remainder of 0 until a reset uses it up', announced(0, 5_000), 'usedUp', 0],
		['a remainder of 0 without a reset leaves it unknown', announced(0), 'unknown', 0],
		['a reset in the past counts as none', announced(7, -5_000), 'open', 7],
		['a reset at this very moment counts as none', announced(7, 0), 'open', 7],
	] as const)('%s', (_, info, state, left) => {
		const window = opened(info);
		expect([getState(window, T), window.left]).toEqual([state, left]);
	});

	test('an end without a count says nothing', () => {
		expect(getState({ ...unknownWindow, endsAt: T + 5_000 }, T)).toBe('unknown');
	});

	test('a probe takes nothing over from the window before', () => {
		const window = onSent(opened(announced(20, 5_000)), T + 5_000);
		expect([window.left, window.endsAt]).toEqual([undefined, undefined]);
		expect(sent(1).left).toBeUndefined();
	});

	test('a fault, which says nothing, leaves it unknown and lets the next probe go', () => {
		const window = opened(undefined);
		expect([getState(window, T), getWait(window, T)]).toEqual(['unknown', 0]);
	});
});

describe('open', () => {
	test('lets as many through as are left, and then waits for the announced end', () => {
		const window = sent(3, opened(announced(3, 5_000)));
		expect([getState(window, T), getWait(window, T + 1_000)]).toEqual(['usedUp', 4_000]);
	});

	test('without a limit it never waits', () => {
		expect(getWait(sent(10_000, opened({})), T)).toBe(0);
	});

	test('the announced end makes it unknown: one probe, whatever was left', () => {
		const window = opened(announced(20, 5_000));
		expect([getState(window, T + 4_999), getState(window, T + 5_000)]).toEqual(['open', 'unknown']);
		const probed = onSent(window, T + 5_000);
		expect(getWait(probed, T + 5_000)).toBe(3_000);
		// A response that announces nothing any more: open again, never single file for ever.
		expect(getWait(onResponse(probed, 2, {}, T + 5_020), T + 5_020)).toBe(0);
	});

	test('what is in flight may not be counted yet: the lower number holds until it is answered', () => {
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
	])('%s an announced end, our own count holds against what is in flight', (_, inMs) => {
		const window = sent(15, opened(announced(26, inMs)));
		expect(window.left).toBe(11);
		expect(onResponse(window, 2, announced(20, inMs), T).left).toBe(11);
	});

	test('an overtaken response that announces nothing changes nothing', () => {
		const window = onResponse(sent(2, opened({})), 3, {}, T);
		expect(onResponse(window, 2, {}, T)).toEqual({ ...window, inFlight: 0 });
	});

	test('others who use the same key are seen by a lower remainder', () => {
		const window = onSent(opened(announced(29, 5_000)), T);
		expect(onResponse(window, 2, announced(4, 5_000), T).left).toBe(4);
	});

	test('an overtaken response may only lower what is left', () => {
		let window = sent(2, opened(announced(20, 5_000)));
		window = onResponse(window, 3, announced(2, 5_000), T);
		expect(onResponse(window, 2, announced(19, 5_000), T).left).toBe(window.left);
		expect(onResponse(window, 2, announced(0, 5_000), T).left).toBe(0);
		expect(onResponse(window, 2, announced(0, -60_000), T).left).toBe(window.left);
	});

	test('a later end is a new window, with all its requests', () => {
		const window = onSent(opened(announced(1, 2_000)), T);
		const next = onResponse(window, 2, announced(29, 62_000), T + 1_999);
		expect([next.left, next.endsAt]).toEqual([29, T + 62_000]);
	});

	test('of ends that differ by rounding, the nearest counts', () => {
		const window = onSent(opened(announced(20, 5_000)), T);
		expect(onResponse(window, 2, announced(19, 5_900), T).endsAt).toBe(T + 5_000);
		expect(onResponse(window, 2, announced(19, 4_100), T).endsAt).toBe(T + 4_100);
	});

	test.each([
		[1_499, 5_000],
		[1_500, 6_500],
	])('an end %i ms later makes it end after %i ms', (later, end) => {
		const window = onSent(opened(announced(20, 5_000)), T);
		expect(onResponse(window, 2, announced(19, 5_000 + later), T).endsAt).toBe(T + end);
	});

	test('once it is over, an end close to its own is that of the next', () => {
		const window = onSent(opened(announced(20, 5_000)), T);
		expect(onResponse(window, 2, announced(29, 5_900), T + 5_000)).toMatchObject({
			left: 29,
			endsAt: T + 5_900,
		});
	});

	test('a response that announces nothing leaves the count as it is', () => {
		const window = onSent(opened(announced(20, 5_000)), T);
		expect(onResponse(window, 2, {}, T)).toMatchObject({ left: 19, endsAt: T + 5_000 });
	});
});

describe('refused', () => {
	test.each([
		['Retry-After before the reset', { retryAt: T + 7_000, resetAt: T + 60_000 }, 7_000],
		['the reset, where there is no Retry-After', { resetAt: T + 60_000 }, 60_000],
		['the reset, where Retry-After is over', { retryAt: T, resetAt: T + 9_000 }, 9_000],
		['Retry-After, whatever is left as announced', { ...announced(40), retryAt: T + 3e6 }, 3e6],
		['two seconds, where nothing is said', {}, 2_000],
	])('waits for %s', (_, info, wait) => {
		const window = onRefused(sent(1), 1, info, T, 0);
		expect([getState(window, T), getWait(window, T)]).toEqual(['usedUp', wait]);
		expect(getState(window, T + wait)).toBe('unknown');
	});

	test('in a row without a word: 2, 4, 8, 16, 32, then always 60 seconds, one probe each', () => {
		let window: LimitWindow = unknownWindow;
		let now = T;
		const waits = Array.from({ length: 7 }, (_, index) => {
			window = onRefused(onSent(window, now), index + 1, {}, now, 0);
			const wait = getWait(window, now);
			now += wait;
			return wait / 1_000;
		});
		expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
	});

	test('chance adds up to a quarter, so that several processes part', () => {
		expect(getWait(onRefused(sent(1), 1, {}, T, 1), T)).toBe(2_500);
	});

	test('a good response starts the count of refusals anew', () => {
		let window = onRefused(sent(1), 1, {}, T, 0);
		window = onResponse(onSent(window, T + 2_000), 2, {}, T + 2_000);
		expect([window.silentRefusals, getWait(window, T + 2_000)]).toEqual([0, 0]);
	});

	test('a refusal that says when starts the count of silent ones anew', () => {
		let window = onRefused(sent(1), 1, {}, T, 0);
		window = onRefused(onSent(window, T), 2, { retryAt: T + 1_000 }, T, 0);
		expect(window.silentRefusals).toBe(0);
		expect(getWait(onRefused(onSent(window, T), 3, {}, T, 0), T)).toBe(2_000);
	});

	test('a burst is refused as one: the rest of it does not lengthen the pause', () => {
		let window = onRefused(sent(5), 1, {}, T, 0);
		for (const number of [2, 3, 4]) window = onRefused(window, number, {}, T + 10, 0);
		expect([getWait(window, T), window.silentRefusals]).toEqual([2_000, 1]);
		expect(getWait(onRefused(window, 5, { retryAt: T + 8_000 }, T + 10), T)).toBe(8_000);
	});

	test('a response to a request of before the refusal opens nothing', () => {
		const window = onResponse(onRefused(sent(2), 2, {}, T, 0), 1, announced(9, 5_000), T);
		expect([getState(window, T), window.inFlight]).toEqual(['usedUp', 0]);
	});

	test('nor does one to the last request of before the refusal', () => {
		const window = onResponse(onRefused(sent(2), 1, {}, T, 0), 2, announced(9, 5_000), T);
		expect(getState(window, T)).toBe('usedUp');
	});

	test('a refusal that comes late, when requests pass again, changes nothing', () => {
		let window = onRefused(sent(2), 1, {}, T, 0);
		window = onResponse(onSent(window, T + 2_000), 3, announced(20, 9_000), T + 2_000);
		const told = onRefused(window, 2, { retryAt: T + 60_000 }, T + 2_100);
		expect([told.left, getState(told, T + 2_100)]).toEqual([window.left, 'open']);
		expect(getState(onRefused(window, 2, {}, T + 2_100), T + 2_100)).toBe('open');
	});
});

test('every event ends one request in flight, and none is forgotten', () => {
	let window = sent(4);
	window = onResponse(window, 1, undefined, T);
	window = onResponse(window, 2, announced(5, 5_000), T);
	window = onRefused(window, 3, {}, T);
	window = onRefused(window, 4, {}, T);
	expect(window.inFlight).toBe(0);
});
