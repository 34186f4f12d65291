import type { RateLimitInfo } from './rateLimitHeaders';

/**
 * How long requests wait for the response to the first request of a window (the probe), in ms. A slow response, e.g. to
 * a large upload, must not block all other requests to the route.
 */
const PROBE_TIMEOUT = 3_000;
/**
 * The largest difference between two announced ends of the same window, in ms. Link Platform announces them in whole
 * seconds.
 */
const SAME_END_WITHIN = 1_500;
const FIRST_BACKOFF = 2_000;
const LONGEST_BACKOFF = 60_000;
/** The longest plausible time until a window ends, in ms. A later end is ignored, unless a request was refused. */
const LONGEST_WINDOW = 24 * 60 * 60 * 1000;

/**
 * Everything known about the rate limit of one route, as plain data that only the functions in this file change. Times
 * are in ms, by this machine's clock.
 *
 * | State   | What is known                            | May be sent          | Next state                            |
 * |---------|------------------------------------------|----------------------|---------------------------------------|
 * | unknown | nothing, or the window is over           | one request, a probe | open (response), used up (refusal)    |
 * | open    | `left`, until `endsAt` (if it was given) | `left` requests      | used up (`left` is 0), unknown (over) |
 * | used up | when to continue: `endsAt`/`resumesAt`   | nothing              | unknown (at that time)                |
 */
export interface LimitWindow {
	/** The number of requests that may still be sent: Infinity if no limit was announced, undefined if unknown. */
	left?: number;
	/** When the window ends, as Link Platform announced it. */
	endsAt?: number;
	/** When to try again after a refusal by the rate limit. */
	resumesAt?: number;
	/** The number of consecutive refusals that didn't say when to try again. */
	silentRefusals: number;
	inFlight: number;
	/** The number of the last request. Requests are numbered in the order in which they are sent. */
	lastSent: number;
	lastSentAt: number;
	lastResponded: number;
	/**
	 * Requests up to this number were sent before a refusal arrived, so their responses say nothing about the next
	 * window.
	 */
	refusedUpTo: number;
}

export const unknownWindow: LimitWindow = {
	silentRefusals: 0,
	inFlight: 0,
	lastSent: 0,
	lastSentAt: 0,
	lastResponded: 0,
	refusedUpTo: 0,
};

/** Returns the state of a window: see the table at `LimitWindow`. */
export function getState(window: LimitWindow, now: number): 'unknown' | 'open' | 'usedUp' {
	const { left, endsAt, resumesAt } = window;
	if (resumesAt !== undefined) return resumesAt > now ? 'usedUp' : 'unknown';
	if (left === undefined || (endsAt ?? Infinity) <= now) return 'unknown';
	if (left >= 1) return 'open';
	// No requests are left, but Link Platform didn't announce when the window ends. Single requests have to show when
	// it is over.
	return endsAt === undefined ? 'unknown' : 'usedUp';
}

/** Returns the number of ms until a request may be sent; 0 means now. A response may change this number. */
export function getWait(window: LimitWindow, now: number): number {
	const state = getState(window, now);
	if (state === 'usedUp') return (window.resumesAt ?? window.endsAt ?? now) - now;
	if (state === 'open' || window.inFlight === 0) return 0;
	return Math.max(0, window.lastSentAt + PROBE_TIMEOUT - now);
}

/** Returns the window after a request was sent. Its `lastSent` is the number of that request. */
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
 * Returns the window after the response to the request with the number `sent`. `info` is undefined if the response
 * says nothing about limits (network error, 5xx).
 */
export function onResponse(
	before: LimitWindow,
	sent: number,
	info: RateLimitInfo | undefined,
	now: number,
): LimitWindow {
	const window = { ...before, inFlight: before.inFlight - 1 };
	if (info === undefined || sent <= window.refusedUpTo) return window;
	const { remaining } = info;
	const resetAt = (info.resetAt ?? 0) - now < LONGEST_WINDOW ? info.resetAt : undefined;
	const isKnown = getState(window, now) !== 'unknown';
	const isSame = isKnown && isSameEnd(window.endsAt, resetAt);
	if (sent < window.lastResponded) {
		// The response to a later request arrived first and is more up to date, so this one may only lower `left`.
		if (!isSame || remaining === undefined) return window;
		return { ...window, left: Math.min(window.left ?? Infinity, remaining) };
	}
	const responded = { ...window, resumesAt: undefined, silentRefusals: 0, lastResponded: sent };
	if (remaining === undefined)
		return isKnown ? responded : { ...responded, left: Infinity, endsAt: undefined };
	// It isn't known whether the announced number already includes the requests in flight. So `left` is at most that
	// number, and at least that number minus the requests in flight.
	const least = Math.max(0, remaining - window.inFlight);
	const left = isSame ? Math.min(remaining, Math.max(window.left ?? 0, least)) : least;
	const announced = (resetAt ?? 0) > now ? resetAt : undefined;
	// Servers round remaining seconds up, so the earliest end announced for a window is the most accurate.
	const endsAt = isSame && announced ? Math.min(window.endsAt ?? announced, announced) : announced;
	return { ...responded, left, endsAt };
}

/**
 * Returns the window after the rate limit refused the request with the number `sent`. If the refusal doesn't say when
 * to try again, each pause is longer than the one before (2, 4, 8 … 60 s). Up to a quarter is added at random
 * (`random` is 0 to 1).
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
		// Requests that were in flight together are refused together, so count their refusals as one.
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
		refusedUpTo: window.lastSent,
	};
}

function isSameEnd(known: number | undefined, announced: number | undefined): boolean {
	const difference = Math.abs((known ?? NaN) - (announced ?? NaN));
	return known === announced || difference < SAME_END_WITHIN;
}
