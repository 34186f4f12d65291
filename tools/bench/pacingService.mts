/** The sandbox in a process of its own, and what it counted: so its work does not hold up the node's. */
import { startUnlimitedSandbox } from '../n8n/sandboxProcess.mts';
import type { SettingsPatch } from '../sandbox/settings.mts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** One window of a rate limit, as the service counted it. */
export interface CountedWindow {
	/** Key and limit: `7 general`, `7 POST /api/url/add`. */
	bucket: string;
	used: number;
	refused: number;
}

export async function startService() {
	const { url, legacyUrl, apiKey, process: child } = await startUnlimitedSandbox();
	const call = async <T,>(
		path: string,
		body?: unknown,
		method = body === undefined ? 'GET' : 'POST',
	): Promise<T> => {
		const response = await fetch(url + path, {
			method,
			headers: {
				authorization: `Bearer ${apiKey}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return (await response.json()) as T;
	};
	const windows = async (): Promise<CountedWindow[]> =>
		(await call<{ windows: CountedWindow[] }>('/_sandbox/rate-limit')).windows;
	return {
		call,
		/** An empty account with these settings, and a credential whose limits nobody knows yet. */
		prepare: async (settings: SettingsPatch) => {
			await call('/_sandbox/reset', { settings: { recordRequests: false } });
			const path = '/api/account/apikeys/add';
			const { data } = await call<{ data: { key: string } }>(path, { name: 'bench' });
			await call('/_sandbox/settings', settings, 'PATCH');
			await call('/_sandbox/requests', undefined, 'DELETE');
			const base = { apiUrl: url, legacyApiUrl: legacyUrl, sendKeyAs: 'bearer', webhookSecret: '' };
			return { linkPlatformApi: { ...base, apiKey: data.key } };
		},
		windows,
		/** Refusals by the rate limit, per window. */
		refusals: async (): Promise<number[]> => (await windows()).map(({ refused }) => refused),
		/** How many requests were under way at the same time at most, since `prepare` or the last call of this. */
		mostInFlight: async (): Promise<number> => {
			const { maxInFlight } = await call<{ maxInFlight: number }>('/_sandbox/counts');
			await call('/_sandbox/requests', undefined, 'DELETE');
			return maxInFlight;
		},
		stop: async () => await child.stop(),
	};
}
