import type { LimitReading } from './limits';

const RESET_TOLERANCE = 1_500;
const LONGEST_BACKOFF = 60_000;
/** A slow first answer (a large upload) must not hold up everything else with the same key. */
const PROBE_PATIENCE = 3_000;

/**
 * What is known of one rate limit: how many requests are left, and until when nothing may be sent.
 * A budget of which nothing is known, or whose pause has just ended, lets a single request through and
 * decides by its answer; so a limit costs at most one refused request per window.
 */
export class Budget {
	remaining = Infinity;
	hasAnswered = false;
	private limit?: number;
	private resetAt = 0;
	private blockedUntil = 0;
	private inFlight = 0;
	private takenAt = 0;
	private isTrusted = false;
	private newest = 0;
	private refusals = 0;
	/** Requests under way when the limit was hit. */
	private strays = 0;

	/** In how many ms a request may be sent (0 = now), unless an answer changes it. */
	waitFor(now: number): number {
		if (this.isTrusted && this.remaining < 1) {
			this.isTrusted = false;
			this.blockedUntil = Math.max(this.blockedUntil, this.resetAt);
		}
		if (this.isBlocked(now)) return this.blockedUntil - now;
		if (this.isTrusted || this.inFlight === 0) return 0;
		return Math.max(0, this.takenAt + PROBE_PATIENCE - now);
	}

	/** True while the rate limit forbids any request (rather than one answer being awaited). */
	isBlocked(now: number): boolean {
		return this.blockedUntil > now;
	}

	take(): void {
		this.takenAt = Date.now();
		this.inFlight += 1;
		this.remaining -= 1;
	}

	release(): void {
		this.inFlight -= 1;
	}

	/** An answer other than a refusal. */
	answered(sequence: number, reading: LimitReading, now: number): void {
		const { limit, remaining, resetAt } = reading;
		const isLate = sequence < this.newest;
		const isSameWindow = this.isSameWindow(reading);
		this.release();
		this.hasAnswered = true;
		this.strays = Math.max(0, this.strays - 1);
		this.refusals = 0;
		this.newest = Math.max(this.newest, sequence);
		if (isLate) {
			// Overtaken by a newer answer: it may only lower what is left in the same window.
			if (isSameWindow && remaining !== undefined) {
				this.remaining = Math.min(this.remaining, remaining);
			}
			return;
		}
		const wasTrusted = this.isTrusted;
		this.isTrusted = true;
		if (remaining === undefined) {
			if (!wasTrusted) this.remaining = Infinity;
			return;
		}
		this.limit = limit;
		this.resetAt = resetAt !== undefined && resetAt > now ? resetAt : 0;
		// The truth lies between the service's count and that count less what is still under way.
		const least = Math.max(0, remaining - this.inFlight);
		this.remaining = wasTrusted ? Math.min(remaining, Math.max(this.remaining, least)) : least;
	}

	/** The service refused the request because the limit is used up. */
	refused(sequence: number, reading: LimitReading, now: number): void {
		this.release();
		// A burst is refused as one: what was sent before the first refusal does not lengthen the pause.
		const isStray = this.strays > 0;
		if (isStray) this.strays -= 1;
		else this.refusals += 1;
		if (this.isTrusted) this.strays = this.inFlight;
		this.newest = Math.max(this.newest, sequence);
		this.remaining = 0;
		this.limit = reading.limit ?? this.limit;
		const told = [reading.retryAt, reading.resetAt].find((at) => at !== undefined && at > now);
		const until = told ?? (isStray ? 0 : now + this.backoff());
		this.blockedUntil = Math.max(this.blockedUntil, until);
		this.isTrusted = false;
		this.resetAt = 0;
	}

	/** True if an answer cannot be of this budget: another limit, or more left than we can account for. */
	contradicts(reading: LimitReading): boolean {
		const { limit, remaining } = reading;
		if (this.limit === undefined || remaining === undefined) return false;
		if (limit !== this.limit) return true;
		return remaining > Math.max(0, this.remaining) + this.inFlight && this.isSameWindow(reading);
	}

	private isSameWindow({ resetAt = 0 }: LimitReading): boolean {
		return Math.abs(this.resetAt - resetAt) < RESET_TOLERANCE;
	}

	/** Nothing said when to come back: exponential, with jitter so that several processes spread out. */
	private backoff(): number {
		const step = Math.min(LONGEST_BACKOFF, 1_000 * 2 ** Math.max(0, this.refusals - 1));
		return step * (0.75 + Math.random() / 4);
	}
}
