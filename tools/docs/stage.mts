import { type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import { type Client, createClient } from '../../packages/sandbox/client.mts';
import { startSandbox } from '../../packages/sandbox/server.mts';

/** An engine, and the sandbox that its credential points to. */
export interface Stage {
	engine: Engine;
	sandbox: Client;
}

/** Starts a sandbox and an engine, runs `work` with them, and closes both. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>) {
	const started = await startSandbox();
	const sandbox = createClient(started);
	const engine = await openEngine({ credentials: { linkPlatformApi: sandbox.credential } });
	try {
		return await work({ engine, sandbox });
	} finally {
		await engine.close();
		await started.close();
	}
}
