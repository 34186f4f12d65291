import { fill } from '../api/fill';
import { ignoredMessages } from './messages';

/** The reasons why a correctly signed event didn't start the workflow. */
export type IgnoredReason = 'event' | 'filter' | 'age' | 'bot' | 'duplicate';

type Counts = Partial<Record<IgnoredReason, number>>;

/** By trigger, the number of deliveries ignored in this process since the trigger's last run. */
const ignored = new Map<string, Counts>();

export function recordIgnored(trigger: string, reason: IgnoredReason): void {
	const counts = ignored.get(trigger) ?? {};
	ignored.set(trigger, { ...counts, [reason]: (counts[reason] ?? 0) + 1 });
}

/** Returns how many deliveries a trigger has ignored, by reason, and a message about them if there are any. */
export function getIgnored(trigger: string): { counts: Counts; message?: string } {
	const counts = ignored.get(trigger) ?? {};
	const entries = Object.entries(counts);
	if (entries.length === 0) return { counts };
	const count = entries.reduce((sum, [, one]) => sum + one, 0);
	const reasons = entries.map(([reason, one]) => `${reason}: ${one}`).join(', ');
	return { counts, ...fill(ignoredMessages.ignored, { count, reasons }) };
}

export function forgetIgnored(trigger: string): void {
	ignored.delete(trigger);
}
