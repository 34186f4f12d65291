/** What the scenarios share: one engine, and as many services as wanted, each with faults and limits of its own. */
import { type Engine, type RunNodeOptions, openEngine } from '../../tools/n8n-engine/index.mts';
import { startSandbox } from '../../tools/sandbox/server.mts';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';

export type Service = Awaited<ReturnType<typeof openService>>;

let engine: Engine | undefined;

/** A sandbox with a key of its own, since executions with the same service and key share their pacing. */
export async function openService(settings: SettingsPatch = {}) {
	engine ??= await openEngine();
	const running = await startSandbox({ settings });
	const credential = {
		apiUrl: running.url,
		legacyApiUrl: running.legacyUrl,
		apiKey: running.apiKey,
		sendKeyAs: 'bearer',
		webhookSecret: '',
	};

	const call = async (
		path: string,
		body?: unknown,
		method = body === undefined ? 'GET' : 'POST',
	) => {
		const response = await fetch(running.url + path, {
			method,
			headers: {
				authorization: `Bearer ${running.apiKey}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const answer = (await response.json()) as any;
		if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
		return answer;
	};
	return {
		...running,
		credential,
		call,
		/** Faults on demand, in the order in which they are tried. */
		fault: async (...faults: object[]) => {
			for (const fault of faults) await call('/_sandbox/faults', fault);
		},
		/** Back to the seed, with these settings. */
		reset: async (to: SettingsPatch = {}) => await call('/_sandbox/reset', { settings: to }),
		/** A credential with a new key, so that nothing is known of its limits. */
		freshCredential: async () => {
			const { data } = await call('/api/account/apikeys/add', { name: 'fresh' });
			return { ...credential, apiKey: data.key as string };
		},
		clearFaults: async () => await call('/_sandbox/faults', undefined, 'DELETE'),
		set: async (patch: SettingsPatch) => await call('/_sandbox/settings', patch, 'PATCH'),
		/** Requests by route, e.g. `POST /api/url/add`. */
		counts: async (): Promise<Record<string, number>> => {
			const { routes } = await call('/_sandbox/counts');
			return Object.fromEntries(
				Object.entries(routes as Record<string, { count: number }>).map(([route, { count }]) => [
					route,
					count,
				]),
			);
		},
		requests: async () => (await call('/_sandbox/requests')).requests,
		windows: async (): Promise<Array<{ bucket: string; used: number; refused: number }>> =>
			(await call('/_sandbox/rate-limit')).windows,
		/** All records of a list, read past the node. */
		all: async (path: string, collection: string): Promise<Array<Record<string, unknown>>> => {
			const records = [];
			for (let page = 1, last = 1; page <= last; page += 1) {
				const { data } = await call(`${path}?page=${page}&limit=100`);
				records.push(...data[collection]);
				last = data.maxpage;
			}
			return records;
		},
		run: async (
			resource: string,
			operation: string,
			parameters: Record<string, unknown> = {},
			more: Partial<RunNodeOptions> = {},
		) =>
			await engine!.runNode({
				node: 'linkPlatform',
				parameters: { resource, operation, ...parameters },
				onError: 'continueErrorOutput',
				credentials: { linkPlatformApi: credential },
				...more,
			}),
	};
}

export async function closeEngine(): Promise<void> {
	await engine?.close();
}

/** Items `{n}`, from 0. */
export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** What each item of `rows` asks `link.create` for. */
export const ROW_URL = '=https://example.com/{{ $json.n }}';

/** A line for whoever reads the test's output; jest's console would add a stack to each. */
export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Works on all entries, each service on one at a time: the scenarios mostly wait. */
export async function inParallel<T>(
	services: Service[],
	entries: T[],
	work: (service: Service, entry: T) => Promise<void>,
) {
	const queue = [...entries];
	const worker = async (service: Service) => {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
			await work(service, next);
		}
	};
	await Promise.all(services.map(worker));
}
