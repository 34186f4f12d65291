import { DateTime } from 'luxon';

/** Matches the usual forms of ISO 8601. A bare year or week isn't accepted, because many numbers look like one. */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?)?$/;

/**
 * Parses an ISO 8601 date from a field or an expression. The result has a time only if the date has one. A time
 * without an offset is in `timezone`. Returns undefined for anything else, because the meaning of e.g. `new
 * Date('01.02.2031')` depends on the machine.
 */
export function parseDate(value: unknown, timezone: string): string | undefined {
	const [, day, time, offset = ''] = ISO.exec(toText(value)) ?? [];
	if (day === undefined) return undefined;
	const iso = time === undefined ? day : `${day}T${time}${offset}`;
	const date = DateTime.fromISO(iso, { zone: timezone });
	if (!date.isValid) return undefined;
	return time === undefined ? day : toIso(date);
}

/**
 * True if a date from `parseDate` has passed. A date without a time has passed when that day is over in the time
 * zone.
 */
export function hasPassed(date: string, timezone: string): boolean {
	const moment = DateTime.fromISO(date, { zone: timezone });
	return (date.includes('T') ? moment : moment.endOf('day')) < DateTime.now();
}

/**
 * Returns a date as text. Doesn't check the date's class, because a date from an expression may belong to another
 * copy of Luxon or another JavaScript realm.
 */
function toText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	// `toJSON` returns ISO 8601 for a Date and a DateTime, and null for an invalid one.
	const { toJSON } = Object(value) as Partial<DateTime>;
	return typeof toJSON === 'function' ? String((value as DateTime).toJSON()) : '';
}

/**
 * Returns the first moment of a day or month. If clocks go back to midnight on that day, midnight happens twice, and
 * the first one is returned.
 */
export function startOf(unit: 'day' | 'month', date: DateTime): DateTime {
	const [first] = date.startOf(unit).getPossibleOffsets();
	return first;
}

/** Returns a date in ISO 8601 with its UTC offset. */
export function toIso(date: DateTime): string {
	return String(date.toISO({ suppressMilliseconds: true }));
}
