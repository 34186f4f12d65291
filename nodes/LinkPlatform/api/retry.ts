import type { FailureKind } from './failure';
import type { ApiRequest } from './route';

const FIRST_BACKOFF = 500;
/** The longest pause before a retry, in ms, even if a broken service asks for a longer one. */
const LONGEST_BACKOFF = 60_000;

/** Returns the kind of failure that an HTTP status means; undefined for a 2xx or 3xx status. */
export function classifyStatus(status: number): FailureKind | undefined {
	if (status === 429) return 'limited';
	// 501 and 505 are permanent. A proxy sends 408 or 425 for a request that it gave up on, which may have been carried
	// out.
	const isUnknown = [408, 425].includes(status) || (status >= 500 && ![501, 505].includes(status));
	if (isUnknown) return 'unknown';
	return status >= 400 ? 'refused' : undefined;
}

/**
 * True if a failed request may be sent again, because its effect can't happen twice. Only this function decides that.
 */
export function shouldRetry(
	{ method, headers, isPartial, isRepeatable }: ApiRequest,
	kind: FailureKind,
): boolean {
	// A request had no effect if it was never sent, or if the rate limit refused it. The exception is a batch that was
	// stopped partway through.
	if (kind === 'unsent') return true;
	if (kind === 'limited') return !isPartial;
	// Any other failure would happen again.
	if (kind !== 'unknown') return false;
	if (isRepeatable !== undefined) return isRepeatable;
	// Link Platform recognizes a repeated request by this key.
	if (headers?.['Idempotency-Key'] !== undefined) return true;
	// All methods except POST are idempotent.
	return method !== 'POST';
}

/**
 * Returns how long to wait after this attempt, in ms. The wait lasts at least until `retryAt`, the time that Link
 * Platform named, but at most a minute.
 */
export function getBackoff(attempt: number, retryAt = 0): number {
	const backoff = FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
	return Math.min(LONGEST_BACKOFF, Math.max(backoff, retryAt - Date.now()));
}
