import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Sandbox } from './context.mts';
import { applyPreset, type RateLimitStyle, type Settings } from './settings.mts';

/** A rate limit window. Times are in ms since 1970. `bucket` names the key (or user) and the limit. */
export interface Window {
	bucket: string;
	startedAt: number;
	endsAt: number;
	limit: number;
	used: number;
	refused: number;
}

/** The result of counting a request: the decision, and the rate limit headers of the response. */
export interface Verdict {
	allowed: boolean;
	headers: Record<string, string>;
	style: RateLimitStyle;
	/** Whole seconds until the rate limit window ends. */
	waitSeconds: number;
}

/** The number of past windows to remember. */
const keptWindows = 1000;

/**
 * Counts requests in fixed windows, one for each API key and limit. By default, a window begins with its first request.
 */
export class RateLimiter {
	private readonly open = new Map<string, Window>();
	private readonly past: Window[] = [];

	/** Counts a request against its rate limit. Returns undefined if no limit applies. */
	take(
		given: Settings['rateLimit'],
		keyId: number,
		method: string,
		route: string,
		now = Date.now(),
	): Verdict | undefined {
		const settings = applyPreset(given);
		const special = settings.endpoints.find(
			(endpoint) =>
				(endpoint.method === undefined || endpoint.method === method) &&
				matchesPath(endpoint.path, route),
		);
		const rule = special ?? settings;
		if (rule.limit === null) return undefined;
		const name = special ? [special.method, special.path].filter(Boolean).join(' ') : 'general';
		const length = rule.windowSeconds * 1000;
		const startsAt = settings.windows === 'clock' ? Math.floor(now / length) * length : now;
		const owner = settings.preset === 'seen' ? 'user' : keyId;
		const window = this.getWindow(`${owner} ${name}`, rule.limit, startsAt, length, now);
		const allowed = window.used < window.limit;
		if (allowed) window.used += 1;
		else window.refused += 1;
		const style: RateLimitStyle = {
			headers: rule.headers ?? settings.headers,
			resetFormat: rule.resetFormat ?? settings.resetFormat,
			retryAfter: rule.retryAfter ?? settings.retryAfter,
			on429: rule.on429 ?? settings.on429,
		};
		const skew = settings.clockSkewSeconds * 1000;
		const round = settings.rounding === 'up' ? Math.ceil : Math.floor;
		const headers = limitHeaders(style, window, now, skew, round);
		const waitSeconds = round((window.endsAt - now) / 1000);
		if (!allowed && style.on429 === 'status') {
			Object.assign(headers, toRetryAfterHeader(style, waitSeconds));
		}
		return { allowed, headers, style, waitSeconds };
	}

	/**
	 * Returns the rate limit windows so far, oldest first. Each has the numbers of allowed (`used`) and refused
	 * requests.
	 */
	windows(): Array<Omit<Window, 'startedAt' | 'endsAt'> & { startedAt: string; endsAt: string }> {
		return [...this.past, ...this.open.values()].map((window) => ({
			...window,
			startedAt: new Date(window.startedAt).toISOString(),
			endsAt: new Date(window.endsAt).toISOString(),
		}));
	}

	/** Forgets all windows. */
	clear() {
		this.open.clear();
		this.past.length = 0;
	}

	/** Returns the current window of a bucket, or begins a new window. */
	private getWindow(bucket: string, limit: number, startedAt: number, length: number, now: number) {
		const current = this.open.get(bucket);
		if (current && now < current.endsAt) {
			current.limit = limit;
			return current;
		}
		if (current) this.past.push(current);
		if (this.past.length > keptWindows) this.past.shift();
		const fresh = { bucket, startedAt, endsAt: startedAt + length, limit, used: 0, refused: 0 };
		// Delete the old window first, so that the map stays sorted by the start of the windows.
		this.open.delete(bucket);
		this.open.set(bucket, fresh);
		return fresh;
	}
}

/**
 * Counts the request and sets the rate limit headers. If the limit is exceeded, sends the refusal and returns false.
 */
export function isWithinRate(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
	const route = request.routeOptions.url ?? request.url;
	const { rateLimit } = sandbox.settings;
	const verdict = sandbox.rateLimiter.take(rateLimit, request.keyId, request.method, route);
	if (!verdict) return true;
	void reply.headers(verdict.headers);
	if (verdict.allowed) return true;
	const { on429, retryAfter } = verdict.style;
	sendRateRefusal(reply, on429, retryAfter === 'none' ? undefined : verdict.waitSeconds);
	return false;
}

/**
 * Sends the response to a request over the rate limit: HTTP 429, or HTTP 200 with `error: 429` in the body, as some
 * legacy APIs do. Only the body of the HTTP 200 response states `seconds`.
 */
export function sendRateRefusal(
	reply: FastifyReply,
	on429: Settings['rateLimit']['on429'],
	seconds: number | undefined,
) {
	const message = 'Too many requests. Please slow down.';
	if (on429 === 'status') {
		void reply.code(429).send({ error: 1, message });
		return;
	}
	const hint = seconds === undefined ? {} : { 'Retry-After': seconds };
	void reply.code(200).send({ error: 429, message, ...hint });
}

/** True if the route equals the pattern or, for a pattern that ends in `*`, starts with the part before the `*`. */
export function matchesPath(pattern: string, route: string) {
	return pattern.endsWith('*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern;
}

/** Returns the `Retry-After` header, or no header if the settings switch it off. */
export function toRetryAfterHeader(
	style: Pick<RateLimitStyle, 'retryAfter'>,
	seconds: number,
): Record<string, string> {
	return style.retryAfter === 'none' ? {} : { 'Retry-After': String(seconds) };
}

/** Returns the rate limit headers of a response. `now` and `skew` are in ms. */
function limitHeaders(
	style: RateLimitStyle,
	window: Window,
	now: number,
	skew: number,
	round: (seconds: number) => number,
) {
	if (style.headers === 'none') return {};
	const remaining = window.limit - window.used;
	const headers: Record<string, string> = {
		[`${style.headers}-Limit`]: String(window.limit),
		[`${style.headers}-Remaining`]: String(remaining),
	};
	const reset = resetText(style.resetFormat, window.endsAt, now, skew, round);
	if (reset !== undefined) headers[`${style.headers}-Reset`] = reset;
	return headers;
}

/**
 * Returns the reset time in the format that the settings specify. The legacy API's section on limits mentions a
 * timestamp, but not its format.
 */
function resetText(
	format: RateLimitStyle['resetFormat'],
	endsAt: number,
	now: number,
	skew: number,
	round: (seconds: number) => number,
) {
	const at = endsAt + skew;
	const whole = new Date(round(at / 1000) * 1000);
	return {
		epoch: String(round(at / 1000)),
		epochMs: String(Math.ceil(at)),
		delta: String(round((endsAt - now) / 1000)),
		iso: new Date(at).toISOString(),
		space: whole.toISOString().slice(0, 19).replace('T', ' '),
		httpDate: whole.toUTCString(),
		none: undefined,
	}[format];
}
