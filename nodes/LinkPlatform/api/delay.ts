import { sleep } from 'n8n-workflow';

/** `factor` scales every pause whose length this package chooses. Only tests change it, to 1/50. */
export const delays = { factor: 1 };

/**
 * Resolves after `ms`; rejects if the signal is aborted. Don't use it for rate limits and timeouts, whose length Link
 * Platform and the real clock determine.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	await sleep(ms * delays.factor, signal);
}
