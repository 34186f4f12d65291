import type { FailureKind } from './failure';
import type { ApiRequest } from './route';

const FIRST_BACKOFF = 500;
/** In ms, even if a broken service asks for more. */
const LONGEST_BACKOFF = 60_000;

/** Returns what an HTTP status means for the request; undefined for a good one. */
export function classifyStatus(status: number): FailureKind | undefined {
	if (status === 429) return 'limited';
	// 501 and 505 are permanent; a proxy responds 408 or 425 to a request that it gave up on.
	const isUnknown = [408, 425].includes(status) || (status >= 500 && ![501, 505].includes(status));
	if (isUnknown) return 'unknown';
	return status >= 400 ? 'refused' : undefined;
}

/** True if a request may be sent again: only if its effect can't happen twice. No other place decides that. */
export function shouldRetry(
	{ method, headers, isRepeatable }: ApiRequest,
	kind: FailureKind,
): boolean {
	// The request had no effect.
	if (kind === 'limited' || kind === 'unsent') return true;
	// The request would fail again.
	if (kind !== 'unknown') return false;
	if (isRepeatable !== undefined) return isRepeatable;
	// Link Platform recognizes the repetition by this key.
	if (headers?.['Idempotency-Key'] !== undefined) return true;
	// All other methods are idempotent.
	return method !== 'POST';
}

/** Returns how long to wait after this attempt, in ms: at least until `retryAt` if Link Platform names a time. */
export function getBackoff(attempt: number, retryAt: number): number {
	const backoff = FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
	return Math.min(LONGEST_BACKOFF, Math.max(backoff, retryAt - Date.now()));
}
