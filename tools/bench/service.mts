/** Starts the sandbox in a separate process, so that its work doesn't delay the node. */
import { startSandboxProcess } from '../process/sandboxProcess.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService() {
	const sandbox = await startSandboxProcess();
	return {
		...sandbox,
		/** Prepares an empty account with these settings; returns a credential whose limits are unknown. */
		prepare: async (settings: SettingsPatch) => {
			await sandbox.reset({ recordRequests: false });
			const linkPlatformApi = await sandbox.freshCredential();
			await sandbox.change(settings);
			await sandbox.forget();
			return { linkPlatformApi };
		},
		/** Returns the refusals by the rate limit, per window. */
		refusals: async () => (await sandbox.windows()).map(({ refused }) => refused),
		/** Returns the largest number of requests in flight at once since `prepare`, or since the last call. */
		mostInFlight: async () => {
			const { maxInFlight } = await sandbox.totals();
			await sandbox.forget();
			return maxInFlight;
		},
		stop: async () => await sandbox.process.stop(),
	};
}
