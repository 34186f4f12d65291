import { sleep } from 'n8n-workflow';

/** Every pause of our own choice is multiplied by it. Only the tests change it: they wait a fiftieth. */
export const delays = { factor: 1 };

/**
 * Resolves after so many ms; rejects if the signal is aborted. Not for rate limits and timeouts, which the clock and
 * Link Platform decide.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms * delays.factor, signal);
}
