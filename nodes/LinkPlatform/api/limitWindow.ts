import type { RateLimitInfo } from './rateLimitHeaders';

/** In ms: a slow first response, e.g. to a large upload, must not block everything else on the route. */
const PROBE_TIMEOUT = 3_000;
/** In ms: two responses that announce the end of the same window, in whole seconds, differ by less. */
const SAME_END_WITHIN = 1_500;
const FIRST_BACKOFF = 2_000;
const LONGEST_BACKOFF = 60_000;
/** In ms: the end of a longer window doesn't say when to continue, unless a request is refused. */
const LONGEST_WINDOW = 24 * 60 * 60 * 1000;

/**
 * Everything known about the rate limit of one route. Plain data, changed only by the functions below. Times are in ms, by
 * this machine's clock.
 *
 * | State    | Known                                    | Lets through         | Left by                                        |
 * |----------|------------------------------------------|----------------------|------------------------------------------------|
 * | unknown  | nothing, or the window is over           | one request, a probe | a response: open; a refusal: used up           |
 * | open     | `left`, until `endsAt` (if it was given) | `left` requests      | `left` is 0: used up; `endsAt`: unknown        |
 * | used up  | when to continue: `endsAt`/`resumesAt`   | nothing              | that moment: unknown                           |
 *
 * Without announced numbers, `left` is `learned`: how many requests got through before the last refusal. If a probe after
 * that many also gets through, as many again may follow.
 */
export interface LimitWindow {
	/** Requests that may still be sent: Infinity if no limit was announced, undefined if unknown. */
	left?: number;
	/** The announced end of the window. */
	endsAt?: number;
	/** The announced size of the limit. */
	limit?: number;
	/** How many requests got through since the last refusal. */
	passed: number;
	/** How many requests got through before the last refusal. */
	learned?: number;
	/** When to try again after a refusal. */
	resumesAt?: number;
	/** Refusals in a row that didn't say when to try again. */
	silentRefusals: number;
	inFlight: number;
	/** The number of the last request: they are numbered as they are sent. */
	lastSent: number;
	lastSentAt: number;
	lastResponded: number;
	/** Requests up to this number were sent before a refusal was known: they say nothing about the window after it. */
	refusedUpTo: number;
}

export const unknownWindow: LimitWindow = {
	silentRefusals: 0,
	passed: 0,
	inFlight: 0,
	lastSent: 0,
	lastSentAt: 0,
	lastResponded: 0,
	refusedUpTo: 0,
};

/** Returns the state, as in the table above. */
export function getState(window: LimitWindow, now: number): 'unknown' | 'open' | 'usedUp' {
	const { left, endsAt, resumesAt } = window;
	if (resumesAt !== undefined) return resumesAt > now ? 'usedUp' : 'unknown';
	if (left === undefined || (endsAt ?? Infinity) <= now) return 'unknown';
	if (left >= 1) return 'open';
	// Used up, but nothing says until when: probes will show.
	return endsAt === undefined ? 'unknown' : 'usedUp';
}

/** Returns in how many ms a request may be sent, unless a response changes that; 0 = now. */
export function getWait(window: LimitWindow, now: number): number {
	const state = getState(window, now);
	if (state === 'usedUp') return (window.resumesAt ?? window.endsAt ?? now) - now;
	if (state === 'open' || window.inFlight === 0) return 0;
	return Math.max(0, window.lastSentAt + PROBE_TIMEOUT - now);
}

/** Returns the window after a request was sent, whose number is the new `lastSent`. */
export function onSent(window: LimitWindow, now: number): LimitWindow {
	const isOpen = getState(window, now) === 'open';
	return {
		...window,
		left: isOpen ? (window.left as number) - 1 : undefined,
		endsAt: isOpen ? window.endsAt : undefined,
		inFlight: window.inFlight + 1,
		lastSent: window.lastSent + 1,
		lastSentAt: now,
	};
}

/**
 * Returns the window after request `sent` has ended. `info` is undefined if the response says nothing about limits (fault,
 * 5xx). `elsewhere` is the number of requests in flight on other routes that may share the limit.
 */
export function onResponse(
	before: LimitWindow,
	sent: number,
	info: RateLimitInfo | undefined,
	now: number,
	elsewhere = 0,
): LimitWindow {
	const window = { ...before, inFlight: before.inFlight - 1 };
	if (info === undefined) return window;
	if (sent <= window.refusedUpTo) return { ...window, learned: (window.learned ?? 0) + 1 };
	window.passed += 1;
	const { remaining, limit } = info;
	const resetAt = (info.resetAt ?? 0) - now < LONGEST_WINDOW ? info.resetAt : undefined;
	const isSame = getState(window, now) !== 'unknown' && isSameEnd(window.endsAt, resetAt);
	if (sent < window.lastResponded) {
		// A newer response of this window has overtaken this one, which may only lower `left`.
		if (!isSame || remaining === undefined) return window;
		return { ...window, left: Math.min(window.left ?? Infinity, remaining) };
	}
	const responded = { ...window, resumesAt: undefined, silentRefusals: 0, lastResponded: sent };
	if (remaining === undefined) {
		const isUnknown = getState(window, now) === 'unknown';
		return isUnknown ? { ...responded, left: getLearned(window), endsAt: undefined } : responded;
	}
	// The true number is between the announced one and the same minus the requests in flight.
	const least = Math.max(0, remaining - window.inFlight - elsewhere);
	const left = isSame ? Math.min(remaining, Math.max(window.left ?? 0, least)) : least;
	const announced = (resetAt ?? 0) > now ? resetAt : undefined;
	// Remaining seconds are rounded up, so the earliest announced end of a window is the most accurate.
	const endsAt = isSame && announced ? Math.min(window.endsAt ?? announced, announced) : announced;
	return { ...responded, left, endsAt, limit };
}

function getLearned({ learned = Infinity, passed, inFlight }: LimitWindow): number {
	return passed > learned ? passed : Math.max(0, learned - passed - inFlight);
}

/** True if the limit of another route, with this size and end, may be the same limit. */
export function mayShare(
	{ limit, endsAt }: LimitWindow,
	other: { limit?: number; endsAt?: number },
): boolean {
	return endsAt !== undefined && limit === other.limit && isSameEnd(endsAt, other.endsAt);
}

/**
 * Returns the window after another route, which may share the limit, has only `left` requests left. Assumes the same
 * number here, but keeps one request to find out.
 */
export function lowerTo(window: LimitWindow, left: number): LimitWindow {
	const { left: known = 0 } = window;
	return { ...window, left: Math.min(known, Math.max(1, left)) };
}

/**
 * Returns the window after request `sent` was refused by the rate limit. If the refusal doesn't say when to try again, the
 * pause grows with each refusal (2, 4, 8 … 60 s), plus up to a quarter of it at random (`random` is 0 to 1).
 */
export function onRefused(
	before: LimitWindow,
	sent: number,
	{ retryAt, resetAt }: RateLimitInfo,
	now: number,
	random = Math.random(),
): LimitWindow {
	const window = { ...before, inFlight: before.inFlight - 1 };
	const announced = [retryAt, resetAt].find((at) => (at ?? 0) > now);
	if (sent <= window.refusedUpTo) {
		// Requests in flight at the same time are refused together: they count as one refusal.
		if (window.resumesAt === undefined || announced === undefined) return window;
		return { ...window, resumesAt: Math.max(window.resumesAt, announced) };
	}
	const silentRefusals = announced === undefined ? window.silentRefusals + 1 : 0;
	const backoff =
		Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (silentRefusals - 1)) * (1 + random / 4);
	return {
		...window,
		left: undefined,
		endsAt: undefined,
		resumesAt: announced ?? now + backoff,
		silentRefusals,
		passed: 0,
		learned: window.passed > 0 ? window.passed : window.learned,
		refusedUpTo: window.lastSent,
	};
}

function isSameEnd(known: number | undefined, announced: number | undefined): boolean {
	const difference = Math.abs((known ?? NaN) - (announced ?? NaN));
	return known === announced || difference < SAME_END_WITHIN;
}
