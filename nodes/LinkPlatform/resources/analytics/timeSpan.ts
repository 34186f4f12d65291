import { tryToParseDateTime } from 'n8n-workflow';

/** Spans of whole days, by the value of 'Period'. */
export type Period = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth';

/**
 * The span's first and last moment as ISO 8601, in the workflow's time zone. A span that includes today ends at
 * `now` (in ms).
 */
export function toTimeSpan(
	period: Period,
	timezone: string,
	now: number,
): { from: string; to: string } {
	const end = tryToParseDateTime(new Date(now), timezone);
	const yesterday = end.minus({ days: 1 });
	const lastMonth = end.minus({ months: 1 });
	const [from, to] = {
		today: [end.startOf('day'), end],
		yesterday: [yesterday.startOf('day'), yesterday.endOf('day')],
		last7Days: [end.minus({ days: 6 }).startOf('day'), end],
		last30Days: [end.minus({ days: 29 }).startOf('day'), end],
		thisMonth: [end.startOf('month'), end],
		lastMonth: [lastMonth.startOf('month'), lastMonth.endOf('month')],
	}[period];
	return { from: toIso(from), to: toIso(to) };
}

function toIso(date: ReturnType<typeof tryToParseDateTime>): string {
	return String(date.toISO({ suppressMilliseconds: true }));
}
