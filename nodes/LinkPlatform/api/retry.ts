import type { FailureKind } from './failure';
import type { ApiRequest } from './route';

const FIRST_BACKOFF = 500;
/** In ms; also if a broken service asks for more. */
const LONGEST_BACKOFF = 60_000;

/** What a response with this status means for its request; undefined for a good one. */
export function classifyStatus(status: number): FailureKind | undefined {
	if (status === 429) return 'limited';
	// 501 and 505 are permanent; a proxy responds 408 or 425 to a request that it gave up on.
	const isUnknown = [408, 425].includes(status) || (status >= 500 && ![501, 505].includes(status));
	if (isUnknown) return 'unknown';
	return status >= 400 ? 'refused' : undefined;
}

/** The one place that decides what may be sent again: only what then cannot happen twice. */
export function shouldRetry(
	{ method, headers, isRepeatable }: ApiRequest,
	kind: FailureKind,
): boolean {
	// Nothing was done.
	if (kind === 'limited' || kind === 'unsent') return true;
	// It would fail again.
	if (kind !== 'unknown') return false;
	if (isRepeatable !== undefined) return isRepeatable;
	// Link Platform recognizes the repetition.
	if (headers?.['Idempotency-Key'] !== undefined) return true;
	// All other methods are idempotent.
	return method !== 'POST';
}

/** In ms: how long to wait after this attempt, at least until `retryAt` if Link Platform names a time. */
export function getBackoff(attempt: number, retryAt: number): number {
	const backoff = FIRST_BACKOFF * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
	return Math.min(LONGEST_BACKOFF, Math.max(backoff, retryAt - Date.now()));
}
