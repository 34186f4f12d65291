/** What n8n's list of processed deliveries costs: it reads and writes the whole of it with each that is accepted. */
import { byTurns, sum, toRatios } from '../figures.mts';
import { head, row, say } from '../results.mts';
import type { Deployment } from './deployment.mts';
import { ONLY_WANTED } from './mix.mts';
import { AT_ONCE, type Result, measureIdle, perDelivery, run } from './run.mts';
import { type Target, publishTrigger } from './targets.mts';

/** Deliveries in the list before they are measured; it keeps 10,000. */
const LENGTHS = [0, 5_000, 10_000];
const COUNT = 100;
const IDLE_SECONDS = 30;

/** Our trigger with and without that list, by turns, the longer the list the later; gives every single figure. */
export async function measureList(
	deployment: Deployment,
	{ rounds, perSecond, random }: { rounds: number; perSecond: number; random: () => number },
): Promise<object> {
	const off = await publishTrigger(deployment, { options: { skipDuplicates: false } });
	const on = await publishTrigger(deployment);
	const send = async (target: Target, count = COUNT, pace = perSecond) =>
		await run(deployment, target, { shares: ONLY_WANTED, count, perSecond: pace, random });
	// The first ones pay for what n8n loads and compiles.
	for (const target of [off, on]) await send(target);
	let listed = COUNT;
	const idle = await measureIdle(IDLE_SECONDS);

	say('### An accepted delivery, by the length of the list');
	say(
		`The median of ${rounds} rounds of ${COUNT} deliveries, ${perSecond} a second. CPU time and disk writes of all processes, less those of the same time without deliveries.`,
	);
	head('CPU ms', 'all', 'ratio', 'KB written', ...Object.keys(idle.cpu));
	const all = [];
	for (const length of LENGTHS) {
		if (length > listed) await send(on, length - listed, AT_ONCE);
		const [without, kept] = await byTurns([off, on], rounds, async (target) => await send(target));
		const costs = (runs: Result[]) => runs.map((one) => sum(perDelivery(one, idle, 'cpu')));
		const print = (name: string, runs: Result[]) =>
			row(
				...[name, costs(runs), toRatios(costs(runs), costs(without.runs))],
				runs.map((one) => sum(perDelivery(one, idle, 'written'))),
				...Object.keys(idle.cpu).map((_, index) =>
					runs.map((one) => perDelivery(one, idle, 'cpu')[index]),
				),
			);
		if (length === 0) print('without Skip Duplicates', without.runs);
		listed = Math.max(length, listed) + rounds * COUNT;
		const longest = Math.min(listed, LENGTHS.at(-1)!).toLocaleString('en');
		print(`with Skip Duplicates, a list of up to ${longest}`, kept.runs);
		all.push({ length, without: without.runs, kept: kept.runs });
	}
	say();
	return { idle, all };
}
