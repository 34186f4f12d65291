/** The whole chain for a test: the built package on n8n-core's engine, and a sandbox of its own over HTTP. */
import { type NodeResult, type RunNodeOptions, openEngine } from '../../tools/n8n-engine/index.mts';
import { startSandbox } from '../../tools/sandbox/server.mts';
import { unlistedIn } from './listed.mts';

export interface SeenRequest {
	method: string;
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string>;
	body: unknown;
	status: number;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Starts a sandbox and an engine whose credential points at it. Close it after the tests. */
export async function openWorld({ expressionEngine }: { expressionEngine?: 'vm' } = {}) {
	const service = await startSandbox();
	const credential = {
		apiUrl: service.url,
		legacyApiUrl: service.legacyUrl,
		apiKey: service.apiKey,
		sendKeyAs: 'bearer',
		webhookSecret: '',
	};
	const credentials = { linkPlatformApi: credential };
	const engine = await openEngine({ credentials, expressionEngine }).catch(async (reason) => {
		await service.close();
		throw reason;
	});

	const control = async (path: string, init: { method?: string; body?: unknown } = {}) => {
		const { method = init.body === undefined ? 'GET' : 'POST', body } = init;
		const response = await fetch(`${service.url}/_sandbox/${path}`, {
			method,
			...(body === undefined
				? {}
				: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		const answer = (await response.json()) as any;
		if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
		return answer;
	};
	const sandbox = {
		...service,
		control,
		/** Back to the seed; settings, faults and recorded requests are gone. */
		reset: async () => await control('reset', { body: {} }),
		/** What the service was asked since the last reset or `forget`. */
		requests: async (): Promise<SeenRequest[]> => (await control('requests')).requests,
		forget: async () => await control('requests', { method: 'DELETE' }),
	};
	/**
	 * Runs an operation of the action node; failed items go to the error output unless told otherwise,
	 * and what they say must be in the documentation.
	 */
	const run = async (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		more: Partial<RunNodeOptions> = {},
	): Promise<NodeResult> => {
		const result = await engine.runNode({
			node: 'linkPlatform',
			parameters: { resource, operation, ...parameters },
			onError: 'continueErrorOutput',
			...more,
		});
		const unlisted = unlistedIn(result.errorItems);
		if (unlisted.length === 0) return result;
		throw new Error(`docs/guides/troubleshooting.md does not list: ${unlisted.join(' | ')}`);
	};
	const close = async () => {
		await engine.close();
		await service.close();
	};
	return { sandbox, engine, credential, run, close };
}

/** A resource locator as the editor stores it. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
