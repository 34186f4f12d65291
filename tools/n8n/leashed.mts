import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface Leashed {
	/** Of the leash, whose only child the command is; undefined if it could not be started. */
	pid?: number;
	/** What it has printed so far. */
	output(): string;
	/** Resolves when it has ended, asked or not. */
	ended: Promise<void>;
	hasEnded(): boolean;
	/** Waits until it has printed that; thrown with its last words if it ends before, or takes too long. */
	untilPrinted(text: string): Promise<void>;
	/** Asks it to end, as a service manager does, and waits until it has. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash or a power cut does. */
	kill(): Promise<void>;
}

export interface LeashedOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** What asks it to end; SIGTERM, unless told otherwise. */
	stopSignal?: NodeJS.Signals;
	onOutput?: (text: string) => void;
}

const KEPT_OUTPUT = 200_000;
const START_LIMIT = 60_000;
const running = new Set<Leashed>();

/** Ends all that this process has started and waits until it is gone. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(async (leashed) => await leashed.stop()));
}

/** Starts a command that cannot outlive this process (see leash.mts). */
export function startLeashed(
	command: string,
	commandArguments: string[],
	{ cwd, env, stopSignal = 'SIGTERM', onOutput }: LeashedOptions = {},
): Leashed {
	const leash = resolve('tools/n8n/leash.mts');
	const leashArguments = ['--no-warnings', leash, stopSignal, command, ...commandArguments];
	const child = spawn(process.execPath, leashArguments, { cwd, env, detached: true });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-KEPT_OUTPUT);
			onOutput?.(text);
		});
	}
	child.stdin.on('error', () => {});
	const ended = once(child, 'close').then(() => undefined);
	const leashed: Leashed = {
		pid: child.pid,
		output: () => output,
		ended,
		hasEnded: () => child.exitCode !== null || child.signalCode !== null,
		untilPrinted: async (text) => {
			const deadline = Date.now() + START_LIMIT;
			while (!output.includes(text)) {
				if (leashed.hasEnded() || Date.now() > deadline) {
					await leashed.kill();
					throw new Error(`${command} did not start.\n${output.slice(-3000)}`);
				}
				await new Promise((done) => setTimeout(done, 50));
			}
		},
		stop: async () => {
			child.stdin.end();
			await ended;
		},
		kill: async () => {
			if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
				process.kill(-child.pid, 'SIGKILL');
			}
			await ended;
		},
	};
	running.add(leashed);
	void ended.then(() => running.delete(leashed));
	return leashed;
}
