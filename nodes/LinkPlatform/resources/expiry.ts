import type { IDataObject } from 'n8n-workflow';
import { parseTimestamp } from '../api/dialect';
import { scalarToText } from '../api/envelope';

const DAY = 86_400_000;

/**
 * True if the record's expiry date is in the past. A date without a UTC offset must have passed in every time zone.
 */
export function hasExpired({ expiry }: IDataObject): boolean {
	const text = scalarToText(expiry).trim();
	const end = parseTimestamp(text, 'UTC-12') ?? 0;
	const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
	return end > 0 && end + (isDay ? DAY : 0) < Date.now();
}
