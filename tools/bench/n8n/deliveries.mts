/** How long n8n takes to answer deliveries to our trigger, beside those to its own Webhook node. */
import { randomUUID } from 'node:crypto';
import { getOutputs } from '../../n8n/rest.mts';
import { type N8nWorld, post } from '../../n8n/world.mts';
import { head, toRatio, row, say } from '../page.mts';
import { quantile } from '../figures.mts';
import { type Target, publishTargets } from './targets.mts';

const ROUNDS = 6;
const MANY = 300;
/** How many at a time, and how many in a round. */
const LOADS = [
	[1, 10],
	[10, 30],
];
/** Sends so many deliveries; gives their ids, and how long each answer took in milliseconds. */
async function sendMany(
	target: Target,
	count: number,
	concurrency: number,
	isForged: boolean,
): Promise<{ ids: string[]; times: number[] }> {
	const ids = Array.from({ length: count }, () => randomUUID());
	const waiting = [...ids];
	const times: number[] = [];
	const worker = async () => {
		for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
			const startedAt = performance.now();
			const { status } = await post(target.toRequest({ id }, isForged));
			times.push(performance.now() - startedAt);
			if (isForged === (status === 200)) throw new Error(`${target.name} answered ${status}`);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return { ids, times };
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

async function answerTimes(world: N8nWorld, targets: Target[]): Promise<void> {
	say('### Answer times of deliveries');
	say();
	say('Until n8n has answered, which it does once the execution is stored; by turns.');
	say();
	say(
		'- **Webhook node**: asks for a password in a header; ours verifies a signature over the body.',
	);
	say(
		'- **ratio**: over version 1 of the Webhook node, which n8n treats as it treats our trigger.',
	);
	say(
		'- **version 2.1**, the current one: n8n starts no expression engine for it, as for no other node.',
	);
	say();
	head('deliveries', 'median', 'ratio', 'p95', 'ratio');
	for (const isForged of [false, true]) {
		for (const [concurrency, perRound] of LOADS) {
			const times = new Map<Target, number[]>(targets.map((one) => [one, []]));
			for (let round = 0; round < ROUNDS; round += 1) {
				// By turns, each of them first in some rounds: others use the machine too.
				const turns = round % 2 === 0 ? targets : targets.toReversed();
				for (const target of turns) {
					const sent = await sendMany(target, perRound, concurrency, isForged);
					times.get(target)?.push(...sent.times);
					// Answers come before the workflows have run: the next one must not wait for these.
					await world.rest.idle(target.workflow.id);
				}
			}
			const ofThese = (target: Target, share: number) =>
				quantile(times.get(target) as number[], share);
			const [, baseline] = targets;
			for (const target of targets) {
				const [median, p95] = [0.5, 0.95].map((share) => ofThese(target, share));
				row(
					`${isForged ? 'forged' : 'good'}, ${concurrency} at a time, ${target.name}`,
					ms(median),
					toRatio(median / ofThese(baseline, 0.5)),
					ms(p95),
					toRatio(p95 / ofThese(baseline, 0.95)),
				);
			}
		}
	}
	say();
}

/** Nothing may be lost, and nothing may run twice. */
async function losses(world: N8nWorld, targets: Target[]): Promise<void> {
	say('### Each runs once');
	say();
	say('Each once, one after the other, so the counts are what counts, and not the times.');
	say();
	head(
		`${MANY} deliveries, 10 at a time`,
		'all answered',
		'all run',
		'executions',
		'successful',
		'deliveries in them',
	);
	for (const target of targets) {
		const { id } = target.workflow;
		const before = (await world.rest.executions(id)).length;
		const startedAt = performance.now();
		const { ids } = await sendMany(target, MANY, 10, false);
		const answered = (performance.now() - startedAt) / 1000;
		await world.rest.idle(id);
		const ended = (performance.now() - startedAt) / 1000;
		const executions = (await world.rest.executions(id, { withData: true })).slice(before);
		const successful = executions.filter(({ status }) => status === 'success');
		const items = executions.flatMap((execution) => getOutputs(execution, 'End')[0] ?? []);
		const arrived = new Set(items.map(({ json }) => target.getId(json)));
		row(
			target.name,
			`${answered.toFixed(1)} s`,
			`${ended.toFixed(1)} s`,
			executions.length,
			successful.length,
			`${ids.filter((one) => arrived.has(one)).length} of ${MANY}`,
		);
	}
	say();
}

export async function deliveries(world: N8nWorld): Promise<void> {
	const targets = await publishTargets(world);
	for (const target of targets) {
		// The first ones pay for what n8n loads and compiles.
		for (const isForged of [false, true]) await sendMany(target, 30, 10, isForged);
		await world.rest.idle(target.workflow.id);
	}
	await answerTimes(world, targets);
	await losses(world, targets);
	for (const { workflow } of targets) await world.rest.unpublish(workflow.id);
}
