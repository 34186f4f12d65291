/** The days of each period in a time zone, at an injected time, across month ends and clock changes. */
import {
	toDay,
	toPreviousSpan,
	toTimeSpan,
} from '../../nodes/LinkPlatform/resources/analytics/timeSpan.ts';
import type { Period } from '../../nodes/LinkPlatform/resources/analytics/timeSpan.ts';
import { table } from '../support/table.mts';

test.each(table<[Period, string, string]>`
	today | 2026-03-31T00:00:00+02:00 | 2026-03-31T14:30:00+02:00
	yesterday | 2026-03-30T00:00:00+02:00 | 2026-03-30T23:59:59.999+02:00
	// The clocks were put forward on the 29th.
	last7Days | 2026-03-25T00:00:00+01:00 | 2026-03-31T14:30:00+02:00
	last30Days | 2026-03-02T00:00:00+01:00 | 2026-03-31T14:30:00+02:00
	thisMonth | 2026-03-01T00:00:00+01:00 | 2026-03-31T14:30:00+02:00
	// The 31st has no counterpart in February.
	lastMonth | 2026-02-01T00:00:00+01:00 | 2026-02-28T23:59:59.999+01:00
`)('the period %s, at the end of March in Berlin, lasts from %s to %s', (period, from, to) => {
	const now = Date.parse('2026-03-31T12:30:00Z');
	expect(toTimeSpan(period, 'Europe/Berlin', now)).toEqual({ from, to });
});

/** Rows with the period, the time zone, the current time, the start and the end. */
test.each([
	// This day has 23 hours.
	'yesterday Europe/Berlin 2026-03-30T10:00:00Z 2026-03-29T00:00:00+01:00 2026-03-29T23:59:59.999+02:00',
	// This day has 25 hours.
	'yesterday Europe/Berlin 2026-10-26T10:00:00Z 2026-10-25T00:00:00+02:00 2026-10-25T23:59:59.999+01:00',
	// This day begins at one, because midnight is skipped.
	'today Africa/Cairo 2026-04-24T10:00:00Z 2026-04-24T01:00:00+03:00 2026-04-24T13:00:00+03:00',
	// These days have midnight twice: the day begins with the first midnight, and so does the month.
	'today America/Havana 2026-11-01T10:00:00Z 2026-11-01T00:00:00-04:00 2026-11-01T05:00:00-05:00',
	'today Atlantic/Azores 2026-10-25T10:00:00Z 2026-10-25T00:00:00+00:00 2026-10-25T09:00:00-01:00',
	'yesterday America/Havana 2026-11-02T10:00:00Z 2026-11-01T00:00:00-04:00 2026-11-01T23:59:59.999-05:00',
	'yesterday America/Havana 2026-11-01T10:00:00Z 2026-10-31T00:00:00-04:00 2026-10-31T23:59:59.999-04:00',
	'thisMonth America/Havana 2026-11-15T10:00:00Z 2026-11-01T00:00:00-04:00 2026-11-15T05:00:00-05:00',
	'lastMonth America/Havana 2026-12-15T10:00:00Z 2026-11-01T00:00:00-04:00 2026-11-30T23:59:59.999-05:00',
	'lastMonth America/Havana 2026-11-15T10:00:00Z 2026-10-01T00:00:00-04:00 2026-10-31T23:59:59.999-04:00',
	'last7Days Atlantic/Azores 2026-10-31T10:00:00Z 2026-10-25T00:00:00+00:00 2026-10-31T09:00:00-01:00',
	// This day has already begun in Tokyo.
	'today Asia/Tokyo 2026-12-31T15:00:01Z 2027-01-01T00:00:00+09:00 2027-01-01T00:00:01+09:00',
	// May hasn't begun in New York yet.
	'thisMonth America/New_York 2026-05-01T03:59:59Z 2026-04-01T00:00:00-04:00 2026-04-30T23:59:59-04:00',
	// The month before January is in the previous year.
	'lastMonth UTC 2027-01-31T00:00:00Z 2026-12-01T00:00:00Z 2026-12-31T23:59:59.999Z',
	// February 2028 has 29 days.
	'lastMonth UTC 2028-03-31T08:00:00Z 2028-02-01T00:00:00Z 2028-02-29T23:59:59.999Z',
])('toTimeSpan returns the right start and end (period, time zone, now, start, end): %s', (row) => {
	const [period, timezone, now, from, to] = row.split(' ');
	expect(toTimeSpan(period as Period, timezone, Date.parse(now))).toEqual({ from, to });
});

test.each(table<[Period, string, string]>`
	today | 2026-03-30T00:00:00+02:00 | 2026-03-30T14:30:00+02:00
	yesterday | 2026-03-29T00:00:00+01:00 | 2026-03-29T23:59:59.999+02:00
	last7Days | 2026-03-18T00:00:00+01:00 | 2026-03-24T14:30:00+01:00
	last30Days | 2026-01-31T00:00:00+01:00 | 2026-03-01T14:30:00+01:00
	thisMonth | 2026-02-01T00:00:00+01:00 | 2026-02-28T14:30:00+01:00
	lastMonth | 2026-01-01T00:00:00+01:00 | 2026-01-31T23:59:59.999+01:00
`)(
	'the period before %s, at the end of March in Berlin, lasts from %s to %s',
	(period, from, to) => {
		const now = Date.parse('2026-03-31T12:30:00Z');
		expect(toPreviousSpan(period, 'Europe/Berlin', now)).toEqual({ from, to });
	},
);

test.each([
	['2026-11-17T23:30:00-08:00', 'Tue 17 Nov'],
	['2026-11-18', 'Wed 18 Nov'],
	['soon', 'soon'],
])('toDay formats %s as %s', (text, day) => {
	expect(toDay(text)).toBe(day);
});
