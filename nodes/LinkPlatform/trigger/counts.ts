/** Why a genuine delivery runs nothing. */
export type IgnoredReason = 'event' | 'filter' | 'age' | 'bot' | 'scan' | 'duplicate';

type Counts = Partial<Record<IgnoredReason, number>>;

/** Ignored deliveries since the last run, by trigger; in this process, as all counts. */
const ignored = new Map<string, Counts>();

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
