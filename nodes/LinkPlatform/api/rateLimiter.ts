import { sleep } from 'n8n-workflow';
import * as limitWindow from './limitWindow';
import type { RateLimitInfo } from './rateLimitHeaders';

/** Beyond this number, idle limiters are forgotten: keys may come from expressions. */
const MOST_LIMITERS = 1_000;

/** Ends a timer. Shared, since creating an error for each costs more than anything else here. */
export const NO_LONGER_NEEDED = new Error('No longer needed');

/** Thrown by `acquire` if `canWait` returns false. */
export class WaitLimitExceeded extends Error {}

/** The number of a request that may be sent; to be returned with its result. */
export type Permit = number;

export interface AcquireOptions {
	/** Called before a pause of so many ms; false ends it with `WaitLimitExceeded`. */
	canWait: (ms: number) => boolean;
	signal?: AbortSignal;
}

interface Waiter extends AcquireOptions {
	resolve: (permit: Permit) => void;
	reject: (reason: unknown) => void;
}

/** Lets the requests of one route through as fast as its rate limit allows, in the order they came. */
export class RateLimiter {
	private window = limitWindow.unknownWindow;
	private waiters: Waiter[] = [];
	private alarm?: AbortController;

	/** Resolves when the request may be sent; rejects with `WaitLimitExceeded` or the signal's reason. */
	async acquire(options: AcquireOptions): Promise<Permit> {
		const { signal } = options;
		signal?.throwIfAborted();
		let onAbort = () => {};
		try {
			return await new Promise<Permit>((resolve, reject) => {
				const waiter = { ...options, resolve, reject };
				onAbort = () => this.dismiss(waiter, signal?.reason);
				signal?.addEventListener('abort', onAbort);
				this.waiters.push(waiter);
				this.drain();
			});
		} finally {
			signal?.removeEventListener('abort', onAbort);
		}
	}

	/** The request has ended; `info` is undefined if the response says nothing about limits, or there was none. */
	onResponse(permit: Permit, info: RateLimitInfo | undefined): void {
		this.window = limitWindow.onResponse(this.window, permit, info, Date.now());
		this.drain();
	}

	/** The request was refused because the limit is used up. */
	onRefused(permit: Permit, info: RateLimitInfo): void {
		this.window = limitWindow.onRefused(this.window, permit, info, Date.now());
		this.drain();
	}

	/** True if forgetting this limiter costs at most a probe. */
	get isIdle(): boolean {
		const { window, waiters } = this;
		const isBusy = waiters.length > 0 || window.inFlight > 0;
		return !isBusy && limitWindow.getState(window, Date.now()) !== 'usedUp';
	}

	private drain(): void {
		this.setAlarm();
		while (this.waiters.length > 0) {
			const now = Date.now();
			const wait = limitWindow.getWait(this.window, now);
			if (wait > 0) {
				const isPause = limitWindow.getState(this.window, now) === 'usedUp';
				const overdue = isPause ? this.waiters.filter(({ canWait }) => !canWait(wait)) : [];
				for (const waiter of overdue) this.dismiss(waiter, new WaitLimitExceeded());
				if (this.waiters.length > 0) this.setAlarm(wait);
				return;
			}
			this.window = limitWindow.onSent(this.window, now);
			this.waiters.shift()?.resolve(this.window.lastSent);
		}
	}

	private dismiss(waiter: Waiter, reason: unknown): void {
		this.waiters = this.waiters.filter((other) => other !== waiter);
		waiter.reject(reason);
		if (this.waiters.length === 0) this.setAlarm();
	}

	/** Drains again after so many ms; without a number, only cancels the present alarm. */
	private setAlarm(ms?: number): void {
		this.alarm?.abort(NO_LONGER_NEEDED);
		this.alarm = undefined;
		if (ms === undefined) return;
		this.alarm = new AbortController();
		// An aborted sleep rejects; there is nothing left to do then.
		sleep(Math.ceil(ms), this.alarm.signal).then(
			() => this.drain(),
			() => {},
		);
	}
}

const limiters = new Map<string, RateLimiter>();

/** The limiter of a route with one key, shared by all executions of this process. */
export function limiterFor(baseUrl: string, keyHash: string, route: string): RateLimiter {
	const name = `${baseUrl} ${keyHash} ${route}`;
	const present = limiters.get(name);
	if (present) return present;
	if (limiters.size >= MOST_LIMITERS) {
		for (const [other, { isIdle }] of limiters) if (isIdle) limiters.delete(other);
	}
	const limiter = new RateLimiter();
	limiters.set(name, limiter);
	return limiter;
}
