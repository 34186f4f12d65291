/** What n8n's list of processed deliveries costs: it reads and writes the whole of it with each that is accepted. */
import { REMEMBERED } from '../largeVolumes.mts';
import { byTurns, sum, toRatios } from '../figures.mts';
import { head, row, say } from '../results.mts';
import type { Deployment } from './deployment.mts';
import { ONLY_WANTED } from './mix.mts';
import { AT_ONCE, type Result, measureIdle, perDelivery, run } from './run.mts';
import { type Target, publishTrigger } from './targets.mts';

/** Deliveries in the list before they are measured. */
const LENGTHS = [0, REMEMBERED / 2, REMEMBERED];
const COUNT = 100;
const IDLE_SECONDS = 30;

/** With the KB that the database wrote to its log for each delivery. */
type Logged = Result & { logged: number };

/** Our trigger with and without that list, by turns, the longer the list the later; gives every single figure. */
export async function measureList(
	deployment: Deployment,
	{ rounds, perSecond, random }: { rounds: number; perSecond: number; random: () => number },
): Promise<object> {
	const off = await publishTrigger(deployment, { options: { skipDuplicates: false } });
	const on = await publishTrigger(deployment);
	const send = async (target: Target, count = COUNT, pace = perSecond): Promise<Logged> => {
		const before = await deployment.readLogged();
		const load = { shares: ONLY_WANTED, count, perSecond: pace, random };
		const result = await run(deployment, target, load);
		return { ...result, logged: ((await deployment.readLogged()) - before) / count };
	};
	// The first ones pay for what n8n loads and compiles.
	for (const target of [off, on]) await send(target);
	let listed = COUNT;
	const idle = await measureIdle(IDLE_SECONDS);

	say('### An accepted delivery, by the length of the list');
	say(
		`The median of ${rounds} rounds of ${COUNT} deliveries, ${perSecond} a second. CPU time of all processes, less that of the same time without deliveries; what the database wrote to its log, which a commit waits for.`,
	);
	head('CPU ms', 'all', 'ratio', 'KB logged', ...Object.keys(idle.cpu));
	const all = [];
	for (const length of LENGTHS) {
		if (length > listed) await send(on, length - listed, AT_ONCE);
		const [without, kept] = await byTurns([off, on], rounds, async (target) => await send(target));
		const toCosts = (runs: Logged[]) => runs.map((one) => perDelivery(one, idle));
		const baseline = toCosts(without.runs).map(sum);
		const print = (name: string, runs: Logged[]) => {
			const costs = toCosts(runs);
			const sums = costs.map(sum);
			row(
				...[name, sums, toRatios(sums, baseline), runs.map(({ logged }) => logged)],
				...Object.keys(idle.cpu).map((_, index) => costs.map((one) => one[index])),
			);
		};
		if (length === 0) print('without Skip Duplicates', without.runs);
		listed = Math.max(length, listed) + rounds * COUNT;
		const longest = Math.min(listed, REMEMBERED).toLocaleString('en');
		print(`with Skip Duplicates, a list of up to ${longest}`, kept.runs);
		all.push({ length, without: without.runs, kept: kept.runs });
	}
	say();
	return { idle, all };
}
