/** The load on the three targets, as tables. */
import { head, row, say } from '../results.mts';
import { quantile, sum, toRatios } from '../figures.mts';
import type { Outcomes } from './outcomes.mts';
import type { Usage } from './processes.mts';
import { type Result, isLate, toAnswerTime } from './run.mts';

/** All that was measured of one target. */
export interface Measured {
	name: string;
	/** One for each round. */
	rounds: Result[];
	/** Executions per second, in each round, while more came in than it can take. */
	perSecond: number[];
	/** All that was sent, also to warm it up. */
	delivered: Result['delivered'];
	executions: number;
	failed: number;
	outcomes: Outcomes;
}

const isAnswered = ({ status }: { status: number }) => status !== 0;

/** The answer time of so large a share, in each round. */
const toTimes = ({ rounds }: Measured, share: number): number[] =>
	rounds.map(({ delivered }) => quantile(delivered.filter(isAnswered).map(toAnswerTime), share));

/** CPU time of n8n and what it needs, for each delivery, in each round. */
export const toCosts = (rounds: Result[]): number[] =>
	rounds.map(({ cpu, delivered }) => sum(Object.values(cpu)) / delivered.length);

export function printTimes(measured: Measured[]): void {
	const [, baseline] = measured;
	say('### Response times');
	say();
	head('ms', 'p50', 'ratio', 'p95', 'ratio', 'p99', 'ratio', 'over 10 s');
	for (const one of measured) {
		const cells = [0.5, 0.95, 0.99].flatMap((share) => {
			const times = toTimes(one, share);
			return [times, toRatios(times, toTimes(baseline, share))];
		});
		row(one.name, ...cells, sum(one.rounds.map((round) => round.delivered.filter(isLate).length)));
	}
	say();
	const delays = measured.flatMap(({ rounds }) =>
		rounds.flatMap(({ delivered }) => delivered.map(({ sent, due }) => sent - due)),
	);
	say(
		`Half of them were sent within ${quantile(delays, 0.5).toFixed(1)} ms of their time, 99 % within ${quantile(delays, 0.99).toFixed(1)} ms.`,
	);
	say();
}

export function printCosts(measured: Measured[]): void {
	const [, baseline] = measured;
	const processes = Object.keys(baseline.rounds[0].cpu);
	say('### CPU time and throughput');
	say();
	say('CPU time includes what the processes use without any delivery.');
	say();
	head('CPU ms per delivery', 'all', 'ratio', ...processes, 'most executions per second');
	for (const { name, rounds, perSecond } of measured) {
		const costs = toCosts(rounds);
		row(
			name,
			costs,
			toRatios(costs, toCosts(baseline.rounds)),
			...processes.map((process) =>
				rounds.map(({ cpu, delivered }) => cpu[process] / delivered.length),
			),
			perSecond,
		);
	}
	say();
	const [ours] = measured;
	if (ours.rounds.length > 1) {
		const costs = toCosts(ours.rounds);
		const [first, last] = [costs[0], costs.at(-1)!].map((cost) => cost.toFixed(0));
		say(
			`The trigger remembers up to 10,000 deliveries, in a list that n8n reads and writes for each: ${first} ms in the first round, ${last} ms in the last.`,
		);
		say();
	}
}

export function printOutcomes(measured: Measured[]): void {
	say('### What became of each delivery');
	say();
	say(
		'A Webhook node has no filter, and does not know what ran before: it runs all that is genuine.',
	);
	say();
	head(
		'counts',
		'deliveries',
		'refused',
		'no answer',
		'executions',
		'failed',
		'lost',
		'run twice',
		'forged accepted',
		'filtered run',
	);
	for (const { name, delivered, executions, failed, outcomes } of measured) {
		const { lost, twice, forged, filteredRun } = outcomes;
		const refused = delivered.filter(({ status }) => status >= 400).length;
		const unanswered = delivered.filter(({ status }) => status === 0).length;
		row(
			...[name, delivered.length, refused, unanswered, executions, failed],
			...[lost, twice, forged, filteredRun].map(({ length }) => length),
		);
	}
	say();
}

/** Tells of each delivery that ran twice how its copies came. */
export function explainTwice({ name, delivered, outcomes }: Measured): void {
	const inFlight = outcomes.twice.filter((id) => {
		const [first, ...others] = delivered.filter((one) => one.id === id);
		return others.some(({ due }) => due < first.answered);
	}).length;
	const later = outcomes.twice.length - inFlight;
	if (outcomes.twice.length === 0) return;
	say(`${name}, run twice: ${inFlight} came again while the first was in flight, ${later} later.`);
	say();
}

export function printMemory(before: Record<string, Usage>, after: Record<string, Usage>): void {
	say('### Memory of the processes');
	say();
	head('MB', 'start', 'end');
	for (const [name, { memory }] of Object.entries(after)) {
		// Of the database this process is the least part.
		if (name === 'PostgreSQL') continue;
		row(name, before[name].memory, memory);
	}
	say();
}
