/** What n8n spends on a delivery: CPU time by thread, and of main threads by package and by function. */
import { subtract, sum } from '../figures.mts';
import { head, row, say } from '../results.mts';
import type { Deployment } from './deployment.mts';
import { ONLY_FILTERED, ONLY_WANTED } from './mix.mts';
import { findProcesses, readThreads } from './processes.mts';
import { type Summary, profile, summarize } from './profile.mts';
import { run } from './run.mts';
import type { Target } from './targets.mts';

const WARM_UP = 100;
/** Of deliveries, for each look at each process. */
const SECONDS = 30;

/** CPU time in ms of the processes that take and run deliveries, by kinds of their threads. */
function readThreadsOf({ logs }: Deployment): Record<string, Record<string, number>> {
	const leaders = findProcesses();
	return Object.fromEntries(
		Object.keys(logs).map((name) => [name, readThreads(leaders.get(name)!)]),
	);
}

/** What bounds our trigger, in each process that takes part; gives the profiles. */
export async function measureBreakdown(
	deployment: Deployment,
	target: Target,
	pace: { perSecond: number; random: () => number },
): Promise<Summary[]> {
	const summaries: Summary[] = [];
	await run(deployment, target, { shares: ONLY_WANTED, count: WARM_UP, ...pace });
	for (const [kind, shares] of [
		['accepted', ONLY_WANTED],
		['filtered', ONLY_FILTERED],
	] as const) {
		const count = Math.ceil(pace.perSecond * SECONDS);
		const send = async () => await run(deployment, target, { shares, count, ...pace });
		const before = readThreadsOf(deployment);
		await send();
		const used = Object.entries(readThreadsOf(deployment)).map(([process, threads]) => {
			return [process, subtract(threads, before[process])] as const;
		});
		printThreads(`${kind} deliveries`, used, count);
		for (const [process, log] of Object.entries(deployment.logs)) {
			const summary = summarize(await profile(log(), send));
			summaries.push(summary);
			printProfile(`${kind} deliveries, ${process}`, summary, count);
		}
	}
	return summaries;
}

function printThreads(
	name: string,
	used: Array<readonly [process: string, threads: Record<string, number>]>,
	count: number,
): void {
	say(`### CPU time by thread: ${name}`);
	say();
	head('process, thread', 'ms per delivery', '%');
	for (const [process, threads] of used) {
		// Of threads that have ended meanwhile, what they used before is missing.
		const busy = sortByTime(threads).filter(([, ms]) => ms > 0);
		const all = sum(busy.map(([, ms]) => ms));
		const cells = (ms: number) => [[ms / count], [(100 * ms) / all]];
		row(`${process}, all`, ...cells(all));
		for (const [thread, ms] of busy) row(`${process}, ${thread}`, ...cells(ms));
	}
	say();
}

const sortByTime = (times: Record<string, number>): Array<[string, number]> =>
	Object.entries(times).sort(([, one], [, other]) => other - one);

function printProfile(name: string, { busy, packages, functions }: Summary, count: number): void {
	const cells = (ms: number) => [[ms / count], [(100 * ms) / busy]];
	const ours = packages.filter(([one]) => one === 'n8n-nodes-linkplatform');
	say(`### Profile of the main thread: ${name}`);
	say();
	head('package', 'ms per delivery', '%');
	row('all', ...cells(busy));
	for (const [one, ms] of [...new Set([...packages.slice(0, 12), ...ours])]) row(one, ...cells(ms));
	say();
	head('function', 'ms per delivery', '%');
	for (const [one, ms] of functions.slice(0, 15)) row(one, ...cells(ms));
	say();
}
