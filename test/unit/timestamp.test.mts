/** Timestamps of records and deliveries, in the formats that services use. */
import { Settings } from 'luxon';
import { parseMoment, parseTimestamp } from '../../nodes/LinkPlatform/api/dialect.ts';

const noon = Date.UTC(2026, 4, 1, 12);

// The tests run as if on a machine whose time zone isn't UTC.
beforeAll(() => void (Settings.defaultZone = 'Asia/Tokyo'));
afterAll(() => void (Settings.defaultZone = 'system'));

test.each([
	'2026-05-01T12:00:00Z',
	'2026-05-01T12:00:00.000+00:00',
	'2026-05-01T14:00:00+02:00',
	'2026-05-01T12:00:00',
	'2026-05-01 12:00:00',
	'2026-05-01 14:00:00 +02:00',
	noon,
	noon / 1000,
	String(noon / 1000),
	' 2026-05-01T12:00:00 ',
	`${noon / 1000}.0`,
	`${noon}.000`,
])('parseTimestamp reads %j as 12:00 UTC on May 1, 2026', (timestamp) => {
	expect(parseTimestamp(timestamp)).toBe(noon);
});

test.each([
	['1777636800.25', 1_777_636_800_250],
	[99_999_999_999, 99_999_999_999_000],
	[100_000_000_000, 100_000_000_000],
])('parseTimestamp reads %s as the Unix time %i in milliseconds', (timestamp, moment) => {
	expect(parseTimestamp(timestamp)).toBe(moment);
});

test('parseTimestamp reads a date without a time as midnight UTC', () => {
	expect(parseTimestamp('2026-05-01')).toBe(Date.UTC(2026, 4, 1));
});

test.each(['yesterday', '01.05.2026', '2026-02-30T10:00:00', '', null, undefined, {}, [], true])(
	'parseTimestamp returns undefined for %j',
	(timestamp) => {
		expect(parseTimestamp(timestamp)).toBeUndefined();
	},
);

test.each([
	'2026-05-01T12:00:00Z',
	'2026-05-01T14:00:00+02:00',
	'2026-05-01 14:00:00 +02:00',
	noon,
	String(noon / 1000),
])("parseMoment reads %j as 12:00 UTC, whatever the machine's time zone", (timestamp) => {
	expect(parseMoment(timestamp)).toBe(noon);
});

test.each(['2026-05-01T12:00:00', '2026-05-01 12:00:00', '2026-05-01', 'noon', null])(
	'parseMoment returns undefined for %j, which has no UTC offset',
	(timestamp) => {
		expect(parseMoment(timestamp)).toBeUndefined();
	},
);
