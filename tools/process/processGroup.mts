import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { until } from '../until.mts';

/** A command with all processes that it started. */
export interface ProcessGroup {
	/** ID of the group's leader, whose only child is the command; undefined if it couldn't be started. */
	pid?: number;
	/** Returns its output so far. */
	output(): string;
	/** Resolves when it has ended for any reason. */
	ended: Promise<void>;
	hasEnded(): boolean;
	/** Waits until its output contains `text`; throws with its last output if it ends first or takes too long. */
	untilPrinted(text: string): Promise<void>;
	/** Asks it to end, as a service manager does, and waits until it has. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash or a power cut does. */
	kill(): Promise<void>;
}

export interface ProcessGroupOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Asks it to end; default: SIGTERM. */
	stopSignal?: NodeJS.Signals;
}

const KEPT_OUTPUT = 200_000;
const START_LIMIT = 60_000;
const running = new Set<ProcessGroup>();

/** Ends all process groups that this process has started, and waits for their end. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map(async (group) => await group.stop()));
}

/** Starts a command that cannot outlive this process (see groupLeader.mts). */
export function startProcessGroup(
	command: string,
	commandArguments: string[],
	{ cwd, env, stopSignal = 'SIGTERM' }: ProcessGroupOptions = {},
): ProcessGroup {
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
