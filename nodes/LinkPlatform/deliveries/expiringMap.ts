/** A map that drops each entry `lifetime` ms after it was set, so that its memory use doesn't grow. */
export class ExpiringMap<T> {
	/** The entries, oldest first. */
	private readonly entries = new Map<string, { value: T; at: number }>();

	constructor(private readonly lifetime: number) {}

	/**
	 * Returns the value for a key. Without `now` (in ms), also returns an expired entry that hasn't been removed yet.
	 */
	get(key: string, now = -Infinity): T | undefined {
		const entry = this.entries.get(key);
		return entry && now - entry.at < this.lifetime ? entry.value : undefined;
	}

	set(key: string, value: T, now: number): void {
		for (const [other, { at }] of this.entries) {
			if (now - at < this.lifetime) break;
			this.entries.delete(other);
		}
		this.entries.delete(key);
		this.entries.set(key, { value, at: now });
	}
}
