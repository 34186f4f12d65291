import type { FailureKind } from './failure';
import type { ApiRequest } from './route';

const FIRST_BACKOFF = 500;
/** In ms; also where a broken service asks for more. */
const LONGEST_BACKOFF = 60_000;

/** What a response with this status means for its request; undefined for a good one. */
export function classifyStatus(status: number): FailureKind | undefined {
	if (status === 429) return 'limited';
	// 501 and 505 will not change; 408 and 425 are what a proxy says of a request that it gave up.
	const isUnknown = [408, 425].includes(status) || (status >= 500 && ![501, 505].includes(status));
	if (isUnknown) return 'unknown';
	return status >= 400 ? 'refused' : undefined;
}

/** The one place that decides what may be sent again: whatever cannot happen twice by it. */
export function shouldRetry(
	{ method, headers, isRepeatable }: ApiRequest,
	kind: FailureKind,
): boolean {
	if (kind === 'limited' || kind === 'unsent') return true;
	const isIdempotent = method !== 'POST' || headers?.['Idempotency-Key'] !== undefined;
	return kind === 'unknown' && (isRepeatable ?? isIdempotent);
}

/** In ms: how long to wait after this attempt, and until `retryAt` where Link Platform names a time. */
export function getBackoff(attempt: number, retryAt: number): number {
	const backoff = FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
	return Math.min(LONGEST_BACKOFF, Math.max(backoff, retryAt - Date.now()));
}
