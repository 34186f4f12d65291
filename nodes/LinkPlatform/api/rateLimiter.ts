import { sleep } from 'n8n-workflow';
import type { Failure } from './failure';
import {
	getState,
	getWait,
	lowerTo,
	mayShare,
	onRefused,
	onResponse,
	onSent,
	unknownWindow,
	type LimitWindow,
} from './limitWindow';
import type { RateLimitInfo } from './rateLimitHeaders';

/** Beyond this number, the account that hasn't been used for longest is forgotten: keys may come from expressions. */
const MOST_ACCOUNTS = 1_000;
/** In ms: the maximum of Node's timers. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Ends a timer. Shared, since creating an error for each costs more than anything else here. */
export const NO_LONGER_NEEDED = new Error('No longer needed');

/** Thrown by `acquire` if `canWait` returns false. */
export class WaitLimitExceeded extends Error {
	/** `until` is the end of the pause; `refusal` is the response that asked for it, if one did. */
	constructor(
		readonly until: number,
		readonly refusal?: Failure,
	) {
		super();
	}
}

/** The number of a request that may be sent, to be returned with its result. */
export type Permit = number;

export interface AcquireOptions {
	/** Called before a pause, with its length in ms; false ends it with `WaitLimitExceeded`. */
	canWait: (ms: number) => boolean;
	signal?: AbortSignal;
}

interface Waiter extends AcquireOptions {
	resolve: (permit: Permit) => void;
	reject: (reason: unknown) => void;
}

/** Lets the requests of one route through as fast as its rate limit allows, in the order of the calls. */
export class RateLimiter {
	private window: LimitWindow = unknownWindow;
	private refusal?: Failure;
	private waiters: Waiter[] = [];
	private alarm?: AbortController;

	/** Takes the limiters of all routes with the same key. */
	constructor(private readonly account = new Map<string, RateLimiter>()) {}

	/** Resolves when the request may be sent; rejects with `WaitLimitExceeded` or the signal's reason. */
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

	/** Reports that a request has ended; `info` is undefined without a response, or if it says nothing about limits. */
	onResponse(permit: Permit, info: RateLimitInfo | undefined): void {
		const { limit, resetAt: endsAt } = info ?? {};
		const others = this.getSharing({ limit, endsAt });
		const elsewhere = others.reduce((sum, { window }) => sum + window.inFlight, 0);
		this.window = onResponse(this.window, permit, info, Date.now(), elsewhere);
		this.lower(others);
		this.drain();
	}

	/** Reports that a request was refused because the limit is used up. */
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
			this.lower(this.getSharing(this.window));
			this.waiters.shift()!.resolve(this.window.lastSent);
		}
	}

	/** Returns the other routes of the account that may share this limit; none if it isn't announced. */
	private getSharing(limit: Pick<LimitWindow, 'limit' | 'endsAt'>): RateLimiter[] {
		if (limit.endsAt === undefined) return [];
		return [...this.account.values()].filter(
			(other) => other !== this && mayShare(other.window, limit),
		);
	}

	private lower(others: RateLimiter[]): void {
		const { left } = this.window;
		if (left === undefined) return;
		for (const other of others) other.window = lowerTo(other.window, left);
	}

	private dismiss(waiter: Waiter, reason: unknown): void {
		this.waiters = this.waiters.filter((other) => other !== waiter);
		waiter.reject(reason);
		if (this.waiters.length === 0) this.setAlarm();
	}

	/** Drains again after `ms`; without a number, only cancels the present alarm. */
	private setAlarm(ms?: number): void {
		this.alarm?.abort(NO_LONGER_NEEDED);
		this.alarm = undefined;
		if (ms === undefined) return;
		this.alarm = new AbortController();
		// An aborted sleep rejects, and then nothing is left to do.
		sleep(Math.min(Math.ceil(ms), LONGEST_TIMER), this.alarm.signal).then(
			() => this.drain(),
			() => {},
		);
	}
}

/** The limiters by base URL and key, then by route. */
const accounts = new Map<string, Map<string, RateLimiter>>();

/** Returns the limiter of a route with one key, shared by all executions of this process. */
export function limiterFor(baseUrl: string, keyHash: string, route: string): RateLimiter {
	const name = `${baseUrl} ${keyHash}`;
	const account = accounts.get(name) ?? new Map<string, RateLimiter>();
	// The account used last is the last entry.
	accounts.delete(name);
	accounts.set(name, account);
	const [oldest] = accounts.keys();
	if (accounts.size > MOST_ACCOUNTS) accounts.delete(oldest);
	const limiter = account.get(route) ?? new RateLimiter(account);
	account.set(route, limiter);
	return limiter;
}
