import { DateTime } from 'luxon';
import { startOf, toIso } from '../../runner/dates';

/** The length of each period in days or months, and how many days or months ago it began. */
const PERIODS = {
	today: { unit: 'day', length: 1, ago: 0 },
	yesterday: { unit: 'day', length: 1, ago: 1 },
	last7Days: { unit: 'day', length: 7, ago: 6 },
	last30Days: { unit: 'day', length: 30, ago: 29 },
	thisMonth: { unit: 'month', length: 1, ago: 0 },
	lastMonth: { unit: 'month', length: 1, ago: 1 },
} as const;

export type Period = keyof typeof PERIODS;

export type TimeSpan = Record<'from' | 'to', string>;

/**
 * Returns the first and last moment of a period as ISO 8601 dates in the workflow's time zone. A period that includes
 * today ends at `now` (in ms).
 */
export function toTimeSpan(period: Period, timezone: string, now: number): TimeSpan {
	const { unit, length, ago } = PERIODS[period];
	const end = DateTime.fromMillis(now, { zone: timezone });
	const from = startOf(unit, end.minus({ [unit]: ago }));
	const to = ago < length ? end : startOf(unit, end).minus({ milliseconds: 1 });
	return { from: toIso(from), to: toIso(to) };
}

/** Returns the previous period. If the period includes today, both periods end at the same time of day. */
export function toPreviousSpan(period: Period, timezone: string, now: number): TimeSpan {
	const { unit, length } = PERIODS[period];
	const before = DateTime.fromMillis(now, { zone: timezone }).minus({ [unit]: length });
	return toTimeSpan(period, timezone, before.toMillis());
}

/** Returns the day of an ISO date, e.g. 'Tue 17 Nov'. Returns any other text unchanged. */
export function toDay(text: string): string {
	const date = DateTime.fromISO(text, { setZone: true });
	return date.isValid ? date.setLocale('en').toFormat('ccc d MMM') : text;
}
