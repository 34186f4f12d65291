import { DateTime } from 'luxon';
import { startOf, toIso } from '../../runner/dates';

/** Spans of whole days, by the value of 'Period'. */
export type Period = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth';

export type TimeSpan = Record<'from' | 'to', string>;

/**
 * The span's first and last moment as ISO 8601, in the workflow's time zone. A span that includes today ends at
 * `now` (in ms).
 */
export function toTimeSpan(period: Period, timezone: string, now: number): TimeSpan {
	const end = DateTime.fromMillis(now, { zone: timezone });
	const today = startOf('day', end);
	const daysAgo = (days: number) => startOf('day', end.minus({ days }));
	const month = startOf('month', end);
	const last = (next: DateTime) => next.minus({ milliseconds: 1 });
	const [from, to] = {
		today: [today, end],
		yesterday: [daysAgo(1), last(today)],
		last7Days: [daysAgo(6), end],
		last30Days: [daysAgo(29), end],
		thisMonth: [month, end],
		lastMonth: [startOf('month', end.minus({ months: 1 })), last(month)],
	}[period];
	return { from: toIso(from), to: toIso(to) };
}

/** What lies between a period and the one before. */
const STEPS: Record<Period, { days: number } | { months: number }> = {
	today: { days: 1 },
	yesterday: { days: 1 },
	last7Days: { days: 7 },
	last30Days: { days: 30 },
	thisMonth: { months: 1 },
	lastMonth: { months: 1 },
};

/** The same period before: one that includes today ends at the same time of its last day. */
export function toPreviousSpan(period: Period, timezone: string, now: number): TimeSpan {
	const before = DateTime.fromMillis(now, { zone: timezone }).minus(STEPS[period]);
	return toTimeSpan(period, timezone, before.toMillis());
}

/** 'Tue 17 Nov'; the text itself if it is no ISO date. */
export function toDay(text: string): string {
	const date = DateTime.fromISO(text, { setZone: true });
	return date.isValid ? date.setLocale('en').toFormat('ccc d MMM') : text;
}
