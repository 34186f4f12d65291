import { sleep } from 'n8n-workflow';
import type { Failure } from './failure';
import {
	getState,
	getWait,
	onRefused,
	onResponse,
	onSent,
	unknownWindow,
	type LimitWindow,
} from './limitWindow';
import type { RateLimitInfo } from './rateLimitHeaders';

/**
 * The maximum number of limiters to keep. Beyond that, the least recently used one is dropped. Keys may come from
 * expressions, so there may be many accounts.
 */
const MOST_LIMITERS = 10_000;
/** The longest delay that Node's timers accept, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The reason used to cancel timers. All timers share this object, because creating an error for each would cost more
 * than the rest of the limiter.
 */
export const NO_LONGER_NEEDED = new Error('No longer needed');

/** Thrown by `acquire` if `canWait` returns false for a necessary pause. */
export class WaitLimitExceeded extends Error {
	/** `until` is the end of the pause. `refusal` is the refused response that required it, if there was one. */
	constructor(
		readonly until: number,
		readonly refusal?: Failure,
	) {
		super();
	}
}

/** The number of a request that may be sent. The caller passes it back when it reports the outcome. */
export type Permit = number;

export interface AcquireOptions {
	/** Called before a pause with its length in ms. If it returns false, `acquire` rejects with `WaitLimitExceeded`. */
	canWait: (ms: number) => boolean;
	signal?: AbortSignal;
}

interface Waiter extends AcquireOptions {
	resolve: (permit: Permit) => void;
	reject: (reason: unknown) => void;
}

/**
 * Lets the requests to one route through as fast as its rate limit allows, in the order in which `acquire` was called.
 */
export class RateLimiter {
	private window: LimitWindow = unknownWindow;
	private refusal?: Failure;
	private waiters: Waiter[] = [];
	private alarm?: AbortController;

	/** Resolves when the next request may be sent. Rejects with `WaitLimitExceeded`, or with the signal's reason. */
	async acquire(options: AcquireOptions): Promise<Permit> {
		const { signal } = options;
		signal?.throwIfAborted();
		let onAbort = () => {};
		try {
			return await new Promise<Permit>((resolve, reject) => {
				const waiter = { ...options, resolve, reject };
				onAbort = () => this.dismiss(waiter, signal!.reason);
				signal?.addEventListener('abort', onAbort);
				this.waiters.push(waiter);
				this.drain();
			});
		} finally {
			signal?.removeEventListener('abort', onAbort);
		}
	}

	/**
	 * Reports that a request has ended. `info` is undefined if there was no response, or if it says nothing about limits.
	 */
	onResponse(permit: Permit, info: RateLimitInfo | undefined): void {
		this.window = onResponse(this.window, permit, info, Date.now());
		this.drain();
	}

	/** Reports that the rate limit refused a request. */
	onRefused(permit: Permit, info: RateLimitInfo, refusal?: Failure): void {
		this.refusal = refusal;
		this.window = onRefused(this.window, permit, info, Date.now());
		this.drain();
	}

	private drain(): void {
		if (this.alarm) this.setAlarm();
		while (this.waiters.length > 0) {
			const now = Date.now();
			const wait = getWait(this.window, now);
			if (wait > 0) {
				const isPause = getState(this.window, now) === 'usedUp';
				const overdue = isPause ? this.waiters.filter(({ canWait }) => !canWait(wait)) : [];
				const refusal = this.window.resumesAt === undefined ? undefined : this.refusal;
				for (const waiter of overdue) {
					this.dismiss(waiter, new WaitLimitExceeded(now + wait, refusal));
				}
				if (this.waiters.length > 0) this.setAlarm(wait);
				return;
			}
			this.window = onSent(this.window, now);
			this.waiters.shift()!.resolve(this.window.lastSent);
		}
	}

	private dismiss(waiter: Waiter, reason: unknown): void {
		this.waiters = this.waiters.filter((other) => other !== waiter);
		waiter.reject(reason);
		if (this.waiters.length === 0) this.setAlarm();
	}

	/** Schedules the next `drain` in `ms`. Without `ms`, only cancels the scheduled one. */
	private setAlarm(ms?: number): void {
		this.alarm?.abort(NO_LONGER_NEEDED);
		this.alarm = undefined;
		if (ms === undefined) return;
		this.alarm = new AbortController();
		// If the sleep is aborted, its promise rejects. Nothing else has to be done.
		sleep(Math.min(Math.ceil(ms), LONGEST_TIMER), this.alarm.signal).then(
			() => this.drain(),
			() => {},
		);
	}
}

/** The rate limiters of this process by base URL, key and route, with the most recently used one last. */
const limiters = new Map<string, RateLimiter>();

/** Returns the rate limiter for a route and key, which all executions of this process share. */
export function limiterFor(baseUrl: string, keyHash: string, route: string): RateLimiter {
	const name = `${baseUrl} ${keyHash} ${route}`;
	const limiter = limiters.get(name) ?? new RateLimiter();
	limiters.delete(name);
	limiters.set(name, limiter);
	const [oldest] = limiters.keys();
	if (limiters.size > MOST_LIMITERS) limiters.delete(oldest);
	return limiter;
}
