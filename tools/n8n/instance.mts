import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { type ProcessGroup, startProcessGroup } from '../process/processGroup.mts';
import { freePort, freePorts, onFreePorts } from '../process/ports.mts';

/** n8n's own names of its commands: the main process, and in queue mode the two others. */
export type Role = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	/** The command, as installN8n returns it. */
	command: string;
	/** Default: the main process. */
	role?: Role;
	/** Holds n8n's database, encryption key and community packages. */
	userFolder: string;
	/** Working directory, and the only folder whose files workflows may read and write. */
	filesFolder: string;
	/** Used if it is free, otherwise another one. */
	port?: number;
	/** More environment variables. */
	env?: Record<string, string>;
	/** True if its hourly crons shall also tick on demand. */
	ticks?: boolean;
	/** An address that n8n reaches on this machine. */
	site?: Site;
}

/** The base URL that n8n uses, e.g. `https://links.example.com`, and the port that takes its place. */
export interface Site {
	publicUrl: string;
	port: number;
}

export interface N8n {
	url: string;
	port: number;
	process: ProcessGroup;
	/** Makes each hourly cron tick once, for `ticks` only; returns how many there are. */
	tick(): Promise<number>;
	stop(): Promise<void>;
	kill(): Promise<void>;
}

const START_LIMIT = 180_000;

/** Starts n8n on a free port and waits until it accepts requests, or jobs. */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	return await onFreePorts(async () => {
		const { command, role = 'start', userFolder, filesFolder, env, ticks, site } = options;
		const port = await freePort(options.port);
		const [brokerPort, tickPort] = await freePorts(2);
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
				// A worker serves only health checks.
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
			stop: async () => await started.stop(),
			kill: async () => await started.kill(),
		};
	});
}

/** Settings that keep n8n from contacting its own servers. */
const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
	N8N_LOG_LEVEL: 'info',
};

/** Returns this process's environment without the settings of another n8n. */
function inherited(): NodeJS.ProcessEnv {
	const own = /^(N8N_|DB_|WEBHOOK_URL$|EXECUTIONS_|QUEUE_|NODE_OPTIONS$|NODE_ENV$|JEST_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function untilReady(url: string, started: ProcessGroup): Promise<void> {
	const deadline = Date.now() + START_LIMIT;
	while (Date.now() < deadline && !started.hasEnded()) {
		// A connection kept open could be closed by n8n just as the next request is sent.
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
	throw new Error(`n8n did not start. Its last words:\n${started.output().slice(-3000)}`);
}
