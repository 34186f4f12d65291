import { parseTimestamp } from './dialect';
import { isRecord } from './envelope';
import type { Headers } from './transport';

/** What a response says about the rate limit. Times are milliseconds of this machine's clock. */
export interface RateLimitInfo {
	limit?: number;
	remaining?: number;
	resetAt?: number;
	/** From `Retry-After` in the headers or the body. */
	retryAt?: number;
}

/** In ms, a month: quotas may be renewed as late as that. */
const LONGEST = 31 * 24 * 60 * 60 * 1000;
/** Smaller differences come from `Date`, which has whole seconds only. */
const CLOCKS_AGREE_WITHIN = 2_000;
/**
 * The only place that interprets limit headers: `X-RateLimit-Limit`, `-Remaining` and `-Reset` (legacy API; seen: S2),
 * and `Retry-After` in the headers (seen: S2) or the body (seen: S5). The format of the reset is not shown, so epoch
 * seconds (seen: S5), epoch milliseconds, seconds to go, ISO 8601, `2026-05-01 12:00:00` and HTTP dates are understood.
 */
export function parseRateLimit(headers: Headers, body: unknown, now: number): RateLimitInfo {
	const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(
		(name) => headers[`x-ratelimit-${name}`],
	);
	const retryAfter = headers['retry-after'] ?? (isRecord(body) ? body['Retry-After'] : undefined);
	const serverTime = Date.parse(String(headers.date));
	const offset = Math.abs(serverTime - now) > CLOCKS_AGREE_WITHIN ? serverTime - now : 0;
	return {
		limit: parseCount(limit),
		remaining: parseCount(remaining),
		resetAt: parseInstant(reset, now, offset),
		retryAt: parseInstant(retryAfter, now, offset),
	};
}

function parseCount(value: unknown): number | undefined {
	const digits = /^\s*(\d+)\s*$/.exec(String(value));
	return digits ? Number(digits[1]) : undefined;
}

function parseInstant(value: unknown, now: number, offset: number): number | undefined {
	// A date is looked for in four formats.
	if (value === undefined) return undefined;
	const text = String(value).trim();
	const number = text === '' ? NaN : Number(text);
	const at = Number.isNaN(number)
		? (parseTimestamp(text) ?? NaN) - offset
		: fromNumber(number, now, offset);
	// A time that is useless for waiting (a year ahead, not a date at all) is ignored.
	return Number.isFinite(at) && at - now < LONGEST ? at : undefined;
}

function fromNumber(value: number, now: number, offset: number): number {
	if (value > 1e11) return value - offset;
	return value > 1e9 ? value * 1000 - offset : now + value * 1000;
}
