import { type Engine, openEngine } from '../n8n-engine/index.mts';
import { type Address, toCredential } from '../sandbox/client.mts';
import { startSandbox } from '../sandbox/server.mts';

/** A running engine whose credential points at the sandbox. */
export interface Stage {
	engine: Engine;
	sandbox: Address;
}

/** Does something on a stage of its own. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
	const sandbox = await startSandbox();
	const engine = await openEngine({ credentials: { linkPlatformApi: toCredential(sandbox) } });
	try {
		return await work({ engine, sandbox });
	} finally {
		await engine.close();
		await sandbox.close();
	}
}
