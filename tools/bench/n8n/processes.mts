/** CPU time and memory of what this process has started (process/processGroup.mts). Linux only: it reads /proc. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { sum } from '../figures.mts';

export interface Usage {
	/** CPU time in ms since it started, all that it started in turn included. */
	cpu: number;
	/** In MB, of the command alone: what its children share would count twice. */
	memory: number;
}

/** A process is read in ticks of a hundredth of a second. */
const TICK = 10;
const ROLES: Record<string, string> = { start: 'main', webhook: 'webhook processor' };
const NAMES: Record<string, string> = {
	postgres: 'PostgreSQL',
	'redis-server': 'Redis',
	caddy: 'Caddy',
};

/** Of the command that this group leader started. */
export function readUsage(leader: number): Usage {
	const [command] = getChildren(leader);
	if (command === undefined) return { cpu: 0, memory: 0 };
	const [, memory = '0'] = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${command}/status`)) ?? [];
	return { cpu: readCpu(command), memory: Math.round(Number(memory) / 1024) };
}

/** What Node calls its threads, by what they do. A native module's have the name of the thread that started them. */
const THREADS: Record<string, string> = {
	MainThread: 'threads of native modules',
	V8Worker: "V8's workers",
	'libuv-worker': "libuv's workers",
	WorkerThread: 'worker threads',
};

/** CPU time in ms of the command that this group leader started, since it started, by kinds of its threads. */
export function readThreads(leader: number): Record<string, number> {
	const [command] = getChildren(leader);
	const tasks = `/proc/${command}/task`;
	const times: Record<string, number> = {};
	for (const task of attempt(() => readdirSync(tasks)) ?? []) {
		const called = THREADS[read(`${tasks}/${task}/comm`).trim()] ?? 'other threads';
		const name = task === String(command) ? 'main thread' : called;
		times[name] = (times[name] ?? 0) + sum(readTicks(`${tasks}/${task}/stat`).slice(0, 2)) * TICK;
	}
	return times;
}

/** The group leaders that run now, by the names of what they lead; a second one of a name has its number. */
export function findProcesses(): Map<string, number> {
	const found = new Map<string, number>();
	for (const pid of getChildren(process.pid)) {
		const name = getName(read(`/proc/${pid}/cmdline`).split('\0'));
		if (name === undefined) continue;
		const same = [...found.keys()].filter((other) => other.startsWith(name)).length;
		found.set(same === 0 ? name : `${name} ${same + 1}`, pid);
	}
	return found;
}

/** What a group leader leads, by its command line; undefined of any other process. */
export function getName(words: string[]): string | undefined {
	if (!words.some((word) => basename(word) === 'groupLeader.mts')) return undefined;
	const n8n = words.findIndex((word) => word.endsWith('/bin/n8n'));
	if (n8n >= 0) return ROLES[words[n8n + 1]] ?? words[n8n + 1];
	return words.map((word) => NAMES[basename(word)]).find((name) => name !== undefined);
}

/** Its own, that of its children, and that of those children that have ended. */
function readCpu(pid: number): number {
	const own = sum(readTicks(`/proc/${pid}/stat`)) * TICK;
	return getChildren(pid).reduce((all, child) => all + readCpu(child), own);
}

/** Its own in user and in kernel mode, then both of its children that have ended. */
function readTicks(path: string): number[] {
	const stat = read(path);
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return fields.slice(11, 15).map(Number);
}

function getChildren(pid: number): number[] {
	const tasks = `/proc/${pid}/task`;
	return (attempt(() => readdirSync(tasks)) ?? [])
		.flatMap((task) => read(`${tasks}/${task}/children`).trim().split(' '))
		.filter((child) => child !== '')
		.map(Number);
}

const read = (path: string): string => attempt(() => readFileSync(path, 'utf8')) ?? '';

/** Undefined where a process has ended in the middle of it. */
function attempt<T>(look: () => T): T | undefined {
	try {
		return look();
	} catch {
		return undefined;
	}
}
