import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type ProcessGroup, startProcessGroup } from '../process/processGroup.mts';
import { freePort, freePorts, onFreePorts } from '../process/ports.mts';

/** The commands of n8n's processes: `start` for the main process, the other two only in queue mode. */
export type Role = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	/** The path of n8n's command, as `installN8n` returns it. */
	command: string;
	/** The kind of process to start. Default: the main process. */
	role?: Role;
	/**
	 * The folder of n8n's database, encryption key and community packages. Its folder `files` is the working directory,
	 * and the only one in which workflows may read and write files.
	 */
	userFolder: string;
	/** The preferred port. If it is in use, another free port is used. */
	port?: number;
	/** Additional environment variables. */
	env?: Record<string, string>;
	/** True if `tick` should be able to trigger the hourly crons. */
	ticks?: boolean;
	/** A public URL, and the local port to which n8n sends the requests for that URL. */
	site?: Site;
}

/** The URL that n8n requests, e.g. `https://links.example.com`, and the local port that serves it. */
export interface Site {
	publicUrl: string;
	port: number;
}

export interface N8n {
	url: string;
	port: number;
	process: ProcessGroup;
	/** Makes each hourly cron tick once, and returns the number of crons. Requires the option `ticks`. */
	tick(): Promise<number>;
}

const START_LIMIT = 180_000;

/** Starts n8n on a free port, and waits until it accepts requests (or, as a worker, jobs). */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	return await onFreePorts(async () => {
		const { command, role = 'start', userFolder, env, ticks, site } = options;
		const port = await freePort(options.port);
		const [brokerPort, tickPort] = await freePorts(2);
		const filesFolder = join(userFolder, 'files');
		mkdirSync(filesFolder, { recursive: true });
		const url = `http://localhost:${port}`;
		const preloads = [ticks && 'cronTicks', site && 'localSite'].filter((name) => name);
		const imports = preloads.flatMap((name) => ['--import', resolve(`tools/n8n/${name}.mts`)]);
		const started = startProcessGroup(process.execPath, [...imports, command, role], {
			cwd: filesFolder,
			env: {
				...inherited(),
				N8N_USER_FOLDER: userFolder,
				N8N_PORT: String(port),
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				// A worker serves no HTTP requests other than health checks.
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				N8N_RUNNERS_BROKER_PORT: String(brokerPort),
				CRON_TICKS: String(tickPort),
				LOCAL_SITE: JSON.stringify(site),
				N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
				N8N_SECURE_COOKIE: 'false',
				...quiet,
				...env,
			},
		});
		await untilReady(url, started);
		return {
			url,
			port,
			process: started,
			tick: async () => Number(await (await fetch(`http://127.0.0.1:${tickPort}`)).text()),
		};
	});
}

/** Settings that keep n8n from contacting its vendor's servers. */
const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_LOG_LEVEL: 'info',
};

/** Returns the environment variables of this process, except for settings meant for another n8n instance. */
function inherited() {
	const own = /^(N8N_|DB_|WEBHOOK_URL$|EXECUTIONS_|QUEUE_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function untilReady(url: string, started: ProcessGroup) {
	const deadline = Date.now() + START_LIMIT;
	while (Date.now() < deadline && !started.hasEnded()) {
		// Close the connection: n8n might close a kept-alive one just as the next request is sent.
		const isReady = await fetch(`${url}/healthz/readiness`, {
			headers: { connection: 'close' },
		}).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady) return;
		await new Promise((done) => setTimeout(done, 200));
	}
	await started.kill();
	throw new Error(`n8n did not start. The end of its output:\n${started.output().slice(-3000)}`);
}
