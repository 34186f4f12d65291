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
/** Of one figure, or of several as parameters. */
const HEADER = /^(?:x-)?rate-?limit(?:-(limit|remaining|reset)(?:-after)?|-policy)?$/;

/**
 * The only place that interprets limit headers. The legacy API's document names `X-RateLimit-*` and leaves the
 * format of the reset open, so epoch seconds, epoch milliseconds, seconds to go, ISO 8601, `2026-05-01 12:00:00`
 * and HTTP dates are all understood, under the usual spellings of the names, also as one header
 * (`RateLimit: limit=30, remaining=29, reset=41`, and `RateLimit: "default";r=29;t=41` of the later draft, with
 * `RateLimit-Policy: "default";q=30;w=60`).
 */
export function parseRateLimit(headers: Headers, body: unknown, now: number): RateLimitInfo {
	const inBody = (body ?? {}) as Record<string, unknown>;
	const retryAfter =
		headers['retry-after'] ?? inBody['Retry-After'] ?? inBody.retry_after ?? inBody.retryAfter;
	const figures = readFigures(headers);
	// Most responses say nothing at all.
	if (retryAfter === undefined && Object.keys(figures).length === 0) return {};
	const serverTime = Date.parse(String(headers.date));
	const offset = Math.abs(serverTime - now) > CLOCKS_AGREE_WITHIN ? serverTime - now : 0;
	return {
		limit: parseCount(figures.limit ?? figures.q),
		remaining: parseCount(figures.remaining ?? figures.r),
		resetAt: parseInstant(figures.reset ?? figures.t, now, offset),
		retryAt: parseInstant(retryAfter, now, offset),
	};
}

/**
 * What headers state of a limit, by name; a header of its own comes first, and of several limits the first one. Of
 * several spellings, the documented one: a gateway may add figures of its own, in any place.
 */
function readFigures(headers: Headers): Record<string, unknown> {
	const figures: Record<string, unknown> = {};
	// `x-ratelimit-` comes last.
	for (const name of Object.keys(headers).sort()) {
		const found = HEADER.exec(name);
		if (!found) continue;
		if (found[1]) figures[found[1]] = headers[name];
		else for (const [, key, number] of toParameters(headers[name])) figures[key] ??= number;
	}
	return figures;
}

function toParameters(value: unknown) {
	return String(value)
		.slice(0, 200)
		.matchAll(/(\w+)\s*=\s*"?(\d+)/g);
}

/** The first number: the draft standard writes "30, 30;w=60" for a limit. */
function parseCount(value: unknown): number | undefined {
	const digits = /^\s*(\d+)/.exec(String(value));
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
