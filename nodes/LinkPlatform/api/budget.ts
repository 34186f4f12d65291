import { Habit } from './habit';
import type { LimitReading } from './limits';

const SAME_WINDOW_WITHIN = 1_500;
const SHORTEST_PAUSE = 1_000;
/** A slow first answer (a large upload) must not hold up everything else with the same key. */
const PROBE_PATIENCE = 3_000;

/**
 * What is known of one rate limit: how many requests are left, and until when nothing may be sent.
 * A budget of which nothing is known, or whose window has ended, lets a single request through and
 * decides by its answer; so a limit costs at most one refused request per window.
 */
export class Budget {
	remaining = Infinity;
	hasAnswered = false;
	private limit?: number;
	/** The end of the window, as the service says and as we believe; 0 = unknown. */
	private announcedEnd = 0;
	private endsAt = 0;
	/** When the first answer of the window came, if we know. */
	private opened?: { at: number; announcedEnd: number };
	/** True once the service has shown that its windows do not begin with a request. */
	private isClockwork = false;
	private blockedUntil = 0;
	private inFlight = 0;
	private takenAt = 0;
	private isTrusted = false;
	private newestSent = 0;
	private newestAnswered = 0;
	/** Requests up to this one were under way when the limit was hit. */
	private refusedUpTo = 0;
	private readonly habit = new Habit();

	/** In how many ms a request may be sent (0 = now), unless an answer changes it. */
	waitFor(now: number): number {
		// The window is over, or used up and nobody says until when: one answer will tell.
		const isUnclear = this.remaining < 1 && this.endsAt === 0;
		if (this.isPastEnd(now) || isUnclear) this.isTrusted = false;
		if (this.isBlocked(now)) return this.until - now;
		if (this.isTrusted || this.inFlight === 0) return 0;
		return Math.max(0, this.takenAt + PROBE_PATIENCE - now);
	}

	/** True while the rate limit forbids any request (rather than one answer being awaited). */
	isBlocked(now: number): boolean {
		return this.until > now;
	}

	private get until(): number {
		return Math.max(this.blockedUntil, this.isTrusted && this.remaining < 1 ? this.endsAt : 0);
	}

	take(sequence: number, now: number): void {
		this.takenAt = now;
		this.newestSent = Math.max(this.newestSent, sequence);
		this.inFlight += 1;
		this.remaining -= 1;
	}

	release(): void {
		this.inFlight -= 1;
	}

	/** A request turned out to count elsewhere. */
	giveBack(): void {
		this.release();
		this.remaining += 1;
	}

	/** An answer other than a refusal. */
	answered(sequence: number, reading: LimitReading, now: number): void {
		const { limit, remaining, resetAt = 0 } = reading;
		this.release();
		this.hasAnswered = true;
		const isLate = sequence < this.newestAnswered;
		if (reading.resetAt === undefined) this.habit.answered(now, isLate);
		if (isLate) {
			// Overtaken by a newer answer: it may only lower what is left in the same window.
			if (remaining !== undefined && this.isSameWindow(reading)) {
				this.remaining = Math.min(this.remaining, remaining);
			}
			return;
		}
		this.newestAnswered = sequence;
		const wasTrusted = this.isTrusted;
		this.isTrusted = true;
		if (remaining === undefined) {
			if (!wasTrusted) this.remaining = this.habit.left - this.inFlight;
			return;
		}
		this.limit = limit;
		const isStill = this.isPastEnd(now) && this.isSameWindow(reading);
		if (!wasTrusted && isStill && remaining + 1 !== limit) this.isClockwork = true;
		this.endsAt = this.endOf(reading, now);
		this.announcedEnd = resetAt;
		// The truth lies between the service's count and that count less what is still under way.
		const least = Math.max(0, remaining - this.inFlight);
		this.remaining = wasTrusted ? Math.min(remaining, Math.max(this.remaining, least)) : least;
	}

	/** The service refused the request because the limit is used up. */
	refused(sequence: number, reading: LimitReading, now: number): void {
		this.release();
		// A burst is refused as one: what was sent before the first refusal does not lengthen the pause,
		// and says nothing of the window after it.
		const isStray = sequence <= this.refusedUpTo;
		if (isStray && this.isTrusted) return;
		if (this.isPastEnd(now) && this.isSameWindow(reading)) this.isClockwork = true;
		this.newestAnswered = Math.max(this.newestAnswered, sequence);
		this.limit = reading.limit ?? this.limit;
		this.remaining = 0;
		this.isTrusted = false;
		this.endsAt = 0;
		if (!isStray) {
			this.refusedUpTo = this.newestSent;
			this.habit.refused(now);
		}
		const told = [reading.retryAt, reading.resetAt].filter((at) => at !== undefined);
		let until = told.find((at) => at > now);
		if (until === undefined && !isStray) {
			// Told to come back at once, and refused: the service cuts off fractions of seconds.
			const isNear = told.some((at) => at > now - SHORTEST_PAUSE);
			until = isNear ? now + SHORTEST_PAUSE : this.habit.nextTry(now);
		}
		this.blockedUntil = Math.max(this.blockedUntil, until ?? 0);
	}

	/** True if an answer cannot be of this budget: another limit, or more left than we can account for. */
	contradicts(sequence: number, reading: LimitReading): boolean {
		const { limit, remaining } = reading;
		if (this.limit === undefined || remaining === undefined) return false;
		if (limit !== this.limit) return true;
		if (!this.isTrusted || sequence < this.newestAnswered) return false;
		const others = this.inFlight - 1;
		return remaining > Math.max(0, this.remaining) + others && this.isSameWindow(reading);
	}

	/**
	 * When the window ends. A reset in whole seconds is rounded up, which would cost up to a second per
	 * window. But a window that begins with its first request lasts whole seconds from then on; where one
	 * refusal shows that the windows go by the clock instead, the service's own word counts.
	 */
	private endOf(reading: LimitReading, now: number): number {
		const { limit = 0, remaining, resetAt = 0, isRounded } = reading;
		if (resetAt <= now) return 0;
		if (!isRounded) {
			// Seconds to go are rounded up as well: the soonest of one window is the nearest.
			const isSame = this.isSameWindow(reading) && this.endsAt > now;
			return isSame ? Math.min(this.endsAt, resetAt) : resetAt;
		}
		if (remaining === limit - 1) this.opened = { at: now, announcedEnd: resetAt };
		const { opened } = this;
		const isKnown = opened && Math.abs(opened.announcedEnd - resetAt) < SAME_WINDOW_WITHIN;
		if (!isKnown || this.isClockwork) return resetAt;
		return opened.at + Math.floor((resetAt - opened.at) / 1000) * 1000;
	}

	private isPastEnd(now: number): boolean {
		return this.endsAt > 0 && this.endsAt <= now;
	}

	private isSameWindow({ resetAt = 0 }: LimitReading): boolean {
		return Math.abs(this.announcedEnd - resetAt) < SAME_WINDOW_WITHIN;
	}
}
