import { DateTime } from 'luxon';

/** The usual forms of ISO 8601. A bare year or week isn't accepted, since many numbers look like one. */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?)?$/;

/**
 * Parses an ISO 8601 date from a field or an expression. A date without a time stays one; a time without an offset is in
 * `timezone`. Returns undefined for anything else: what `new Date('01.02.2031')` means depends on the machine.
 */
export function parseDate(value: unknown, timezone: string): string | undefined {
	const [, day, time, offset = ''] = ISO.exec(toText(value)) ?? [];
	if (day === undefined) return undefined;
	const iso = time === undefined ? day : `${day}T${time}${offset}`;
	const date = DateTime.fromISO(iso, { zone: timezone });
	if (!date.isValid) return undefined;
	return time === undefined ? day : toIso(date);
}

/** True if a date as `parseDate` writes it is over; a day is over with its last moment in the time zone. */
export function hasPassed(date: string, timezone: string): boolean {
	const moment = DateTime.fromISO(date, { zone: timezone });
	return (date.includes('T') ? moment : moment.endOf('day')) < DateTime.now();
}

/** Dates of expressions may be of another Luxon, or of another realm, so their classes say nothing. */
function toText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	// ISO 8601 for a date of either kind; null for one that does not exist.
	const { toJSON } = Object(value) as Partial<DateTime>;
	return typeof toJSON === 'function' ? String((value as DateTime).toJSON()) : '';
}

/** The first moment of a day or month: where the clocks are put back to midnight, it comes twice. */
export function startOf(unit: 'day' | 'month', date: DateTime): DateTime {
	const [first] = date.startOf(unit).getPossibleOffsets();
	return first;
}

/** In ISO 8601 with its offset. */
export function toIso(date: DateTime): string {
	return String(date.toISO({ suppressMilliseconds: true }));
}
