/** The sandbox in a process of its own, so that its work does not hold up the node's. */
import { startSandboxProcess } from '../process/sandboxProcess.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';

export type Service = Awaited<ReturnType<typeof startService>>;

export async function startService() {
	const sandbox = await startSandboxProcess();
	return {
		...sandbox,
		/** An empty account with these settings, and a credential whose limits are unknown. */
		prepare: async (settings: SettingsPatch) => {
			await sandbox.reset({ recordRequests: false });
			const linkPlatformApi = await sandbox.freshCredential();
			await sandbox.change(settings);
			await sandbox.forget();
			return { linkPlatformApi };
		},
		/** Refusals by the rate limit, per window. */
		refusals: async () => (await sandbox.windows()).map(({ refused }) => refused),
		/** How many requests were in flight at the same time at most, since `prepare` or the last call of this. */
		mostInFlight: async () => {
			const { maxInFlight } = await sandbox.totals();
			await sandbox.forget();
			return maxInFlight;
		},
		stop: async () => await sandbox.process.stop(),
	};
}
