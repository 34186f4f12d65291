/** What an answer says about the rate limit. Times are milliseconds of this machine's clock. */
export interface LimitReading {
	limit?: number;
	remaining?: number;
	resetAt?: number;
	/** The reset is a time of day in whole seconds, so it may lie up to one after the truth. */
	isRounded?: boolean;
	/** From `Retry-After`, in the headers or in the body. */
	retryAt?: number;
}

export type Headers = Record<string, unknown>;

const DAY = 24 * 60 * 60 * 1000;
const CLOCKS_AGREE_WITHIN = 2_000;
const spellings = (name: string) =>
	['x-ratelimit-', 'ratelimit-', 'x-rate-limit-', 'rate-limit-'].map((prefix) => prefix + name);
const LIMIT = spellings('limit');
const REMAINING = spellings('remaining');
const RESET = [...spellings('reset'), ...spellings('reset-after')];

/**
 * The one place that knows what a limit header means. Document 1 "Limits" names `X-RateLimit-*` and
 * leaves the format of the reset open, so epoch seconds, epoch milliseconds, seconds to go, ISO 8601
 * and HTTP dates are all understood, under the usual spellings of the names, also as one header
 * (`RateLimit: limit=30, remaining=29, reset=41`, and `RateLimit: "default";r=29;t=41` of the later draft).
 */
export function readLimit(headers: Headers, body: unknown, now: number): LimitReading {
	const clockOffset = offsetOf(headers.date, now);
	const inOne = parametersOf(headers.ratelimit);
	const named = (names: string[], inOneName: string) =>
		headers[names.find((name) => headers[name] !== undefined) ?? ''] ?? inOne[inOneName];
	const inBody = (body ?? {}) as Record<string, unknown>;
	const retryAfter =
		headers['retry-after'] ?? inBody['Retry-After'] ?? inBody.retry_after ?? inBody.retryAfter;
	const reset = named(RESET, 'reset');
	const resetAt = instant(reset, now, clockOffset);
	const isDelta = Number(reset) < 1e9;
	return {
		limit: count(named(LIMIT, 'limit')),
		remaining: count(named(REMAINING, 'remaining')),
		resetAt,
		isRounded: resetAt !== undefined && !isDelta && (resetAt + clockOffset) % 1000 === 0,
		retryAt: instant(retryAfter, now, clockOffset),
	};
}

/** The parameters of a structured header; of several limits in one header the first counts. */
function parametersOf(value: unknown): Record<string, string> {
	if (typeof value !== 'string') return {};
	const pairs = [...value.matchAll(/(\w+)\s*=\s*"?(\d+)/g)].reverse();
	return Object.fromEntries(pairs.map(([, name, number]) => [SHORT[name] ?? name, number]));
}

const SHORT: Record<string, string> = { r: 'remaining', t: 'reset' };

function count(value: unknown): number | undefined {
	// The draft standard writes "30, 30;w=60" for the limit: the first number counts.
	const digits = /^\s*(\d+)/.exec(String(value ?? ''));
	return digits ? Number(digits[1]) : undefined;
}

function instant(value: unknown, now: number, clockOffset: number): number | undefined {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	const number = Number(text);
	const at = Number.isFinite(number)
		? fromNumber(number, now, clockOffset)
		: Date.parse(text) - clockOffset;
	// A moment that is no use for waiting (a year ahead, not a date at all) counts as not said.
	return Number.isFinite(at) && at - now < DAY ? at : undefined;
}

function fromNumber(value: number, now: number, clockOffset: number): number {
	if (value > 1e11) return value - clockOffset;
	if (value > 1e9) return value * 1000 - clockOffset;
	return now + value * 1000;
}

/** How far the service's clock is ahead of ours; small differences are the second that `Date` cuts off. */
function offsetOf(date: unknown, now: number): number {
	const offset = Date.parse(String(date ?? '')) - now;
	return Math.abs(offset) > CLOCKS_AGREE_WITHIN ? offset : 0;
}
