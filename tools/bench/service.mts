/** Starts the sandbox in a separate process, so that its work doesn't slow the measured node down. */
import { startSandboxProcess } from '../process/sandboxProcess.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService() {
	const sandbox = await startSandboxProcess();
	return {
		...sandbox,
		/**
		 * Creates an empty account with these settings. Returns a credential with a new key, so the node doesn't know
		 * its rate limits yet.
		 */
		prepare: async (settings: SettingsPatch) => {
			await sandbox.reset({ recordRequests: false });
			const linkPlatformApi = await sandbox.freshCredential();
			await sandbox.change(settings);
			await sandbox.forget();
			return { linkPlatformApi };
		},
		/** Returns how many requests each rate limit window refused. */
		refusals: async () => (await sandbox.windows()).map(({ refused }) => refused),
		/** Returns the largest number of requests in flight at once since `prepare`, or since the last call. */
		mostInFlight: async () => {
			const { maxInFlight } = await sandbox.totals();
			await sandbox.forget();
			return maxInFlight;
		},
		stop: () => sandbox.process.stop(),
	};
}
