import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { until } from '../until.mts';

/** A running command, with all processes that it has started. */
export interface ProcessGroup {
	/**
	 * ID of the process group's leader, whose only child is the command. Undefined if the command couldn't be started.
	 */
	pid?: number;
	/** Returns the command's output so far. */
	output(): string;
	/** Resolves when the command has ended for any reason. */
	ended: Promise<void>;
	hasEnded(): boolean;
	/**
	 * Waits until the command's output contains `text`. Throws an error with the end of the output if the command
	 * ends first or takes too long.
	 */
	untilPrinted(text: string): Promise<void>;
	/** Asks the command to end, as a service manager does, and waits until it has ended. */
	stop(): Promise<void>;
	/** Kills the command immediately, as a crash or a power cut would. */
	kill(): Promise<void>;
}

export interface ProcessGroupOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** The signal that asks the command to end. Default: SIGTERM. */
	stopSignal?: NodeJS.Signals;
}

const KEPT_OUTPUT = 200_000;
const START_LIMIT = 60_000;
const running = new Set<ProcessGroup>();

/** Ends all process groups that this process has started, and waits until they have ended. */
export async function stopAll() {
	await Promise.all([...running].map((group) => group.stop()));
}

/** Starts a command that can't outlive this process (see groupLeader.mts). */
export function startProcessGroup(
	command: string,
	commandArguments: string[],
	{ cwd, env, stopSignal = 'SIGTERM' }: ProcessGroupOptions = {},
) {
	const leader = resolve('tools/process/groupLeader.mts');
	const leaderArguments = ['--no-warnings', leader, stopSignal, command, ...commandArguments];
	const child = spawn(process.execPath, leaderArguments, { cwd, env, detached: true });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-KEPT_OUTPUT);
		});
	}
	child.stdin.on('error', () => {});
	child.on('error', ({ message }) => (output += message));
	const ended = new Promise<void>((done) => {
		child.on('close', () => {
			running.delete(group);
			done();
		});
	});
	const group: ProcessGroup = {
		pid: child.pid,
		output: () => output,
		ended,
		hasEnded: () => child.exitCode !== null || child.signalCode !== null,
		untilPrinted: async (text) => {
			const state = await until(
				`${command} to start`,
				() => (output.includes(text) ? 'started' : group.hasEnded() && 'ended'),
				START_LIMIT,
			).catch(() => 'late');
			if (state === 'started') return;
			await group.kill();
			throw new Error(`${command} did not start.\n${output.slice(-3000)}`);
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
	running.add(group);
	return group;
}
