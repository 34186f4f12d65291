/** Lengths of windows in use, in ms. */
const USUAL = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((s) => s * 1000);
const LONGEST_PAUSE = 60_000;

/**
 * What experience tells of a limit whose end the service does not announce: how many requests went through
 * until it refused one, and after how long it let the next one through. So a limit costs a few refusals
 * in its first windows, and one in each later one.
 */
export class Habit {
	private openedAt?: number;
	private served = 0;
	private most = Infinity;
	/** How long a window seems to be; 0 = no idea. */
	private length = 0;
	private isSure = false;
	private tried = 0;
	private isUsedUp = false;

	/** A good answer that does not say when the window ends; `isLate` if a newer one overtook it. */
	answered(now: number, isLate: boolean): void {
		const isOver = this.length > 0 && now >= (this.openedAt ?? 0) + this.length;
		if (!isLate && (this.openedAt === undefined || this.isUsedUp || isOver)) {
			if (this.tried > 0) this.length = this.tried;
			this.openedAt = now;
			this.served = 0;
			this.tried = 0;
			this.isUsedUp = false;
		}
		this.served += 1;
		// More than ever before: somebody else had used a part of the window that this was learned from.
		if (this.served > this.most) this.most *= 2;
	}

	/** How many more requests this window is likely to take. */
	get left(): number {
		return this.most - this.served;
	}

	/** The limit is used up. */
	refused(now: number): void {
		if (!this.isUsedUp && this.served > 0) this.most = this.served;
		if (this.tried > 0 && this.tried < this.length) this.isSure = true;
		this.openedAt ??= now;
		this.isUsedUp = true;
		this.tried = 0;
	}

	/**
	 * When to try again, where the service does not say: at the end of a window of a usual length. The
	 * length was learned in a window that somebody else may have begun, so a shorter one is tried as well.
	 */
	nextTry(now: number): number {
		const { openedAt = now } = this;
		const shorter = Math.max(0, ...USUAL.filter((length) => length < this.length));
		const least = this.isSure ? this.length : shorter;
		const length = [this.length, ...USUAL]
			.sort((a, b) => a - b)
			.find((one) => one >= least && openedAt + one > now);
		const at = Math.min(openedAt + (length ?? Infinity), now + LONGEST_PAUSE);
		this.tried = at - openedAt;
		return at;
	}
}
