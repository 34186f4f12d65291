import { DateTime } from 'luxon';
import { scalarToText } from './envelope';

/** Seconds since 1970 are below this, milliseconds above. */
const FIRST_MS = 1e11;

/**
 * The moment of a timestamp that Link Platform sent, in ms: ISO 8601, `2026-05-01 12:00:00`, or seconds or
 * milliseconds since 1970. One without an offset is taken as UTC. Undefined for anything else.
 */
export function parseTimestamp(timestamp: unknown): number | undefined {
	const text = scalarToText(timestamp).trim();
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		return number < FIRST_MS ? number * 1000 : number;
	}
	const zone = { zone: 'UTC' };
	const time = [
		DateTime.fromISO(text, zone),
		DateTime.fromSQL(text, zone),
		DateTime.fromRFC2822(text, zone),
		DateTime.fromHTTP(text, zone),
	].find(({ isValid }) => isValid);
	return time?.toMillis();
}
