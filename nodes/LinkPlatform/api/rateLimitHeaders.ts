import { parseTimestamp } from './dialect';
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
const PREFIXES = ['x-ratelimit-', 'ratelimit-', 'x-rate-limit-', 'rate-limit-'];
const toNames = (name: string) => PREFIXES.map((prefix) => prefix + name);
const LIMIT = toNames('limit');
const REMAINING = toNames('remaining');
const RESET = [...toNames('reset'), ...toNames('reset-after')];

/**
 * The only place that interprets limit headers. The legacy API's document names `X-RateLimit-*` and leaves the
 * format of the reset open, so epoch seconds, epoch milliseconds, seconds to go, ISO 8601, `2026-05-01 12:00:00`
 * and HTTP dates are all understood, under the usual spellings of the names, also as one header
 * (`RateLimit: limit=30, remaining=29, reset=41`, and `RateLimit: "default";r=29;t=41` of the later draft, with
 * `RateLimit-Policy: "default";q=30;w=60`).
 */
export function parseRateLimit(headers: Headers, body: unknown, now: number): RateLimitInfo {
	const serverTime = Date.parse(String(headers.date));
	const offset = Math.abs(serverTime - now) > CLOCKS_AGREE_WITHIN ? serverTime - now : 0;
	const combined = parseParameters(headers.ratelimit);
	const policy = parseParameters(headers['ratelimit-policy']);
	const inBody = (body ?? {}) as Record<string, unknown>;
	const retryAfter =
		headers['retry-after'] ?? inBody['Retry-After'] ?? inBody.retry_after ?? inBody.retryAfter;
	return {
		limit: parseCount(find(headers, LIMIT) ?? combined.limit ?? policy.q),
		remaining: parseCount(find(headers, REMAINING) ?? combined.remaining ?? combined.r),
		resetAt: parseInstant(find(headers, RESET) ?? combined.reset ?? combined.t, now, offset),
		retryAt: parseInstant(retryAfter, now, offset),
	};
}

/** The value of the first of these headers. A loop, since each response is asked for all of them. */
function find(headers: Headers, names: string[]): unknown {
	for (const name of names) if (headers[name] !== undefined) return headers[name];
	return undefined;
}

/** The parameters of a structured header; if it has several limits, the first counts. */
function parseParameters(value: unknown): Record<string, string> {
	if (value === undefined) return {};
	const pairs = [
		...String(value)
			.slice(0, 200)
			.matchAll(/(\w+)\s*=\s*"?(\d+)/g),
	].reverse();
	return Object.fromEntries(pairs.map(([, name, number]) => [name, number]));
}

/** The first number: the draft standard writes "30, 30;w=60" for a limit. */
function parseCount(value: unknown): number | undefined {
	const digits = /^\s*(\d+)/.exec(String(value));
	return digits ? Number(digits[1]) : undefined;
}

function parseInstant(value: unknown, now: number, offset: number): number | undefined {
	// Most responses have none, and a date is looked for in four formats.
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
