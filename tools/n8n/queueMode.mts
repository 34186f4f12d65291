/**
 * Runs n8n in queue mode, as in examples/queue-mode/docker-compose.yml: PostgreSQL, Redis, a reverse proxy, a main
 * process, a webhook processor and workers. As in containers, each n8n process has its own folder, so they share only
 * the database and Redis.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { QUEUE_MODE, startCaddy } from './caddy.mts';
import { addCommunityPackage } from './communityPackage.mts';
import { type N8n, type Role, startN8n } from './instance.mts';
import { stopAll } from '../process/processGroup.mts';
import { holdPort } from '../process/ports.mts';
import { startPostgres } from './postgres.mts';
import { startRedis } from './redis.mts';
import { until } from '../until.mts';

export interface QueueMode {
	/** The public URL, which the reverse proxy serves. */
	url: string;
	main: N8n;
	webhook: N8n;
	workers: N8n[];
	/** n8n's environment variables for Redis. */
	redis: Record<string, string>;
	/** Starts or stops workers until `count` of them are running. */
	scaleWorkers(count: number): Promise<void>;
	restartWebhook(): Promise<void>;
	close(): Promise<void>;
}

/** Starts all processes. `env` applies to each n8n process. */
export async function startQueueMode(command: string, env: Record<string, string> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'linkplatform-queue-'));
	// PostgreSQL runs as another user, who needs access to its folder inside this one.
	chmodSync(folder, 0o711);
	const proxyPort = await holdPort();
	const url = `http://localhost:${proxyPort.port}`;
	const { redis, start } = await prepare(command, folder, url, env);
	// Start main first: it creates the database tables that the other processes need.
	const main = await start('start');
	const [webhook, worker] = await Promise.all([start('webhook'), start('worker')]);
	await proxyPort.release();
	await startCaddy(folder, url, QUEUE_MODE, { main: main.port, webhook: webhook.port });
	const queue: QueueMode = {
		url,
		main,
		webhook,
		workers: [worker],
		redis,
		scaleWorkers: async (count) => {
			queue.workers = queue.workers.filter(({ process }) => !process.hasEnded());
			while (queue.workers.length < count) queue.workers.push(await start('worker'));
			await Promise.all(queue.workers.splice(count).map((one) => one.process.stop()));
		},
		restartWebhook: async () => {
			const { port } = queue.webhook;
			await queue.webhook.process.stop();
			queue.webhook = await start('webhook', port);
			if (queue.webhook.port !== port) throw new Error(`Port ${port} was taken during the restart`);
			// The proxy checks once per second whether n8n is ready.
			await until('the proxy', async () => (await fetch(`${url}/webhook/none`)).status !== 503);
		},
		close: async () => {
			// The data is deleted too, so the processes don't have to shut down cleanly.
			const processes = [queue.main, queue.webhook, ...queue.workers];
			await Promise.all(processes.map((one) => one.process.kill()));
			await stopAll();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return queue;
}

/** Starts Redis and PostgreSQL. The returned `start` then starts n8n processes that use both. */
async function prepare(command: string, folder: string, url: string, more: Record<string, string>) {
	const packed = join(folder, 'packed');
	const [redis, postgres] = await Promise.all([
		startRedis(folder),
		startPostgres(join(folder, 'postgres')),
		addCommunityPackage(packed),
	]);
	const env = {
		...redis,
		...postgres,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_PROXY_HOPS: '1',
		...more,
	};
	const start = async (role: Role, port?: number) => {
		const userFolder = mkdtempSync(join(folder, `${role}-`));
		cpSync(packed, userFolder, { recursive: true });
		// Crons run only in the main process.
		const ticks = role === 'start';
		return await startN8n({ command, role, userFolder, port, env, ticks });
	};
	return { redis, start };
}
