import { fill } from '../api/fill';
import { webhookStateMessages } from './messages';

/**
 * Which events may be missing where a webhook was found switched off, in words. `since` is when it was last found in
 * order, as an ISO date; undefined where that is not known.
 */
export function describeGap(since: unknown): string | undefined {
	const time = new Date(typeof since === 'string' ? since : NaN);
	if (isNaN(time.getTime())) return undefined;
	const minute = time.toISOString().slice(0, 16).replace('T', ' ');
	return fill(webhookStateMessages.gap, { time: minute }).message;
}
