/** An n8n to measure: one process with SQLite, or queue mode with databases as in examples/queue-mode. */
import { LOGIN } from '../../n8n/emptyN8n.mts';
import { installN8n } from '../../n8n/install.mts';
import { readWal } from '../../n8n/postgres.mts';
import { startQueueMode } from '../../n8n/queueMode.mts';
import { N8nRest } from '../../n8n/rest.mts';
import { openN8nWorld, openService } from '../../n8n/world.mts';
import type { Receiver } from './targets.mts';

export interface Deployment extends Receiver {
	name: string;
	/** A sentence. */
	databases: string;
	/** What the database has written to its log so far, in KB; NaN of SQLite, which does not say. */
	readLogged(): Promise<number>;
	/** What the processes that take and run deliveries have printed, by their names. */
	logs: Record<string, () => string>;
	close(): Promise<void>;
}

/** Nothing is deleted meanwhile: what ran is counted at the end. */
const KEEP_ALL = { EXECUTIONS_DATA_PRUNE: 'false' };

export async function openRegular(env: Record<string, string>): Promise<Deployment> {
	const world = await openN8nWorld({ env: { ...KEEP_ALL, ...env } });
	return {
		...world,
		name: 'One process',
		databases: 'The database is SQLite.',
		readLogged: () => Promise.resolve(NaN),
		logs: { main: () => world.log() },
	};
}

export async function openQueue(workers: number, env: Record<string, string>): Promise<Deployment> {
	const queue = await startQueueMode(await installN8n(), { ...KEEP_ALL, ...env }, true);
	try {
		await queue.scaleWorkers(workers);
		const rest = new N8nRest(queue.url);
		await rest.logIn(LOGIN);
		const beside = await openService(rest);
		return {
			...beside,
			name: `Queue mode, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
			databases: 'PostgreSQL and Redis write all to disk, as in examples/queue-mode.',
			...{ url: queue.url, rest },
			readLogged: async () => (await readWal(queue.postgres)) / 1024,
			logs: {
				'webhook processor': () => queue.webhook.process.output(),
				worker: () => queue.workers[0].process.output(),
			},
			close: async () => {
				await queue.close();
				await beside.service.close();
			},
		};
	} catch (thrown) {
		await queue.close();
		throw thrown;
	}
}
