/** The sandbox in a process of its own, so that CPU and memory measured here are the node's. */
import { startUnlimitedSandbox } from '../n8n/sandboxProcess.mts';
import type { SettingsPatch } from '../sandbox/settings.mts';

export async function startService() {
	const { url, legacyUrl, apiKey, process: child } = await startUnlimitedSandbox();
	const call = async (
		path: string,
		body?: unknown,
		method = body === undefined ? 'GET' : 'POST',
	) => {
		const response = await fetch(url + path, {
			method,
			headers: {
				authorization: `Bearer ${apiKey}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return (await response.json()) as any;
	};
	return {
		call,
		/** An empty account with these settings, and a credential whose limits nobody knows yet. */
		prepare: async (settings: SettingsPatch) => {
			await call('/_sandbox/reset', { settings: { recordRequests: false } });
			const { data } = await call('/api/account/apikeys/add', { name: 'bench' });
			await call('/_sandbox/settings', settings, 'PATCH');
			const base = { apiUrl: url, legacyApiUrl: legacyUrl, sendKeyAs: 'bearer', webhookSecret: '' };
			return { linkPlatformApi: { ...base, apiKey: data.key as string } };
		},
		/** Refusals by the rate limit, per window. */
		refusals: async (): Promise<number[]> => {
			const { windows } = await call('/_sandbox/rate-limit');
			return windows.map(({ refused }: { refused: number }) => refused);
		},
		stop: async () => await child.stop(),
	};
}
