import { sleep } from 'n8n-workflow';

/** `factor` multiplies every pause of our own choice. Only tests change it: they wait a fiftieth. */
export const delays = { factor: 1 };

/**
 * Resolves after `ms`; rejects if the signal is aborted. Not for rate limits and timeouts, which the clock and Link
 * Platform decide.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms * delays.factor, signal);
}
