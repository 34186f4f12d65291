/** Why a genuine delivery runs nothing. */
export type IgnoredReason = 'event' | 'filter' | 'age' | 'bot' | 'scan' | 'duplicate';

type Counts = Partial<Record<IgnoredReason, number>>;

/** Ignored deliveries since the last run, by trigger; in this process, as all counts. */
const ignored = new Map<string, Counts>();
/** How many deliveries in a row had an invalid signature, by trigger. */
const refused = new Map<string, number>();

/** Anybody may send some. So many without a genuine one in between suggest that the subscription has another secret. */
const SUSPICIOUS = 3;

export function recordIgnored(trigger: string, reason: IgnoredReason): void {
	const counts = ignored.get(trigger) ?? {};
	ignored.set(trigger, { ...counts, [reason]: (counts[reason] ?? 0) + 1 });
}

/** How many were ignored by reason, in all, and in words. */
export function getIgnored(trigger: string): { counts: Counts; count: number; reasons: string } {
	const counts = ignored.get(trigger) ?? {};
	const entries = Object.entries(counts);
	return {
		counts,
		count: entries.reduce((sum, [, count]) => sum + count, 0),
		reasons: entries.map(([reason, count]) => `${reason}: ${count}`).join(', '),
	};
}

export function forgetIgnored(trigger: string): void {
	ignored.delete(trigger);
}

export function recordRefusal(trigger: string): void {
	refused.set(trigger, (refused.get(trigger) ?? 0) + 1);
}

export function recordGenuine(trigger: string): void {
	refused.delete(trigger);
}

/** The number of refused deliveries, if there are suspiciously many. */
export function getSuspicion(trigger: string): number | undefined {
	const count = refused.get(trigger) ?? 0;
	return count >= SUSPICIOUS ? count : undefined;
}

/** A renewal was of no use if they continue, so it is not repeated until a delivery is genuine. */
export function dismissSuspicion(trigger: string): void {
	refused.set(trigger, -Infinity);
}
