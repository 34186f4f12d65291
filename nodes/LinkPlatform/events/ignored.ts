import { fill } from '../api/fill';
import { ignoredMessages } from './messages';

/** The reasons why a correctly signed event didn't start the workflow. */
export type IgnoredReason = 'event' | 'filter' | 'age' | 'bot' | 'duplicate';

/** The number of deliveries ignored in this process since the trigger's last run, by trigger and reason. */
const ignored = new Map<string, Partial<Record<IgnoredReason, number>>>();

export function recordIgnored(trigger: string, reason: IgnoredReason): void {
	const counts = ignored.get(trigger) ?? {};
	ignored.set(trigger, { ...counts, [reason]: (counts[reason] ?? 0) + 1 });
}

/**
 * Returns a message with the number of deliveries that a trigger has ignored, by reason; undefined if it ignored none.
 * Then starts to count from 0.
 */
export function takeIgnored(trigger: string): string | undefined {
	const counts = ignored.get(trigger);
	if (!counts) return undefined;
	ignored.delete(trigger);
	const entries = Object.entries(counts);
	const count = entries.reduce((sum, [, one]) => sum + one, 0);
	const reasons = entries.map(([reason, one]) => `${reason}: ${one}`).join(', ');
	return fill(ignoredMessages.ignored, { count, reasons });
}
