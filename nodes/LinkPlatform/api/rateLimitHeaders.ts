import { parseMoment } from './dialect';
import { isRecord } from './envelope';
import type { Headers } from './transport';

/** The rate limit that a response announces. Times are in ms, by this machine's clock. */
export interface RateLimitInfo {
	limit?: number;
	remaining?: number;
	resetAt?: number;
	/** When to try again, from `Retry-After` in the headers or the body. */
	retryAt?: number;
}

/** The longest plausible wait, in ms: 31 days, because monthly quotas exist. */
const LONGEST = 31 * 24 * 60 * 60 * 1000;
/** The largest number that is read as remaining seconds. A larger number is a timestamp. */
const LONGEST_LEFT = 1e9;
/**
 * The largest difference between two clocks that is ignored, in ms. The `Date` header has only whole seconds, so it
 * always differs a little.
 */
const CLOCKS_AGREE_WITHIN = 2_000;

/**
 * Reads the rate limit from a response. `now` is in ms. This is the only place that interprets `X-RateLimit-Limit`,
 * `-Remaining` and `-Reset`, which the legacy API documents. It also reads `Retry-After` from the headers or the body,
 * where it was seen in real responses (S2 and S5 in `docs/maintainers/deployments.md`).
 */
export function parseRateLimit(headers: Headers, body: unknown, now: number): RateLimitInfo {
	const retryAfter = headers['retry-after'] ?? (isRecord(body) ? body['Retry-After'] : undefined);
	const serverTime = Date.parse(String(headers.date));
	const offset = Math.abs(serverTime - now) > CLOCKS_AGREE_WITHIN ? serverTime - now : 0;
	return {
		limit: parseCount(headers['x-ratelimit-limit']),
		remaining: parseCount(headers['x-ratelimit-remaining']),
		resetAt: parseInstant(headers['x-ratelimit-reset'], now, offset),
		retryAt: parseInstant(retryAfter, now, offset),
	};
}

function parseCount(value: unknown): number | undefined {
	const text = String(value).trim();
	return /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Converts a reset time to ms by this machine's clock. `offset` is how far the server's clock is ahead. The format
 * isn't documented, so this accepts seconds since 1970 (seen: S5), milliseconds since 1970, remaining seconds (seen:
 * S2), ISO 8601 with an offset, and an HTTP date (RFC 9110). Returns undefined for anything else: taken as UTC, a time
 * without an offset could be hours away. Also returns undefined for an implausibly late time. S2 and S5 are observations
 * listed in `docs/maintainers/deployments.md`.
 */
function parseInstant(value: unknown, now: number, offset: number): number | undefined {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	const isLeft = Number(text) <= LONGEST_LEFT;
	const at = isLeft
		? now + Number(text) * 1000
		: (parseMoment(text) ?? (text.endsWith('GMT') ? Date.parse(text) : NaN)) - offset;
	return at - now < LONGEST ? at : undefined;
}
