/** How long n8n takes to answer deliveries to our trigger, beside those to its own Webhook node. */
import { randomUUID } from 'node:crypto';
import { type Item, type StoredWorkflow, getOutputs } from '../../n8n/rest.mts';
import { type N8nWorld, chain, deliver, triggered } from '../../n8n/world.mts';
import { head, toRatio, row, say } from '../page.mts';

const ROUNDS = 6;
const MANY = 300;
/** How many at a time, and how many in a round. */
const LOADS = [
	[1, 10],
	[10, 30],
];
const SECRET = 'a password in a header';

interface Candidate {
	name: string;
	workflow: StoredWorkflow;
	/** Gives the status of n8n's answer. */
	send: (id: string, isForged: boolean) => Promise<number>;
	/** The delivery's id in what the workflow got. */
	getId: (json: Item['json']) => unknown;
}

async function ourTrigger(world: N8nWorld): Promise<Candidate> {
	const workflow = await world.rest.createWorkflow(triggered(world.credential, ['link.clicked']));
	await world.rest.publish(workflow.id);
	const [{ url, secret }] = await world.subscriptions();
	return {
		name: 'Link Platform Trigger',
		workflow,
		send: async (id, isForged) =>
			(await deliver({ url, secret: isForged ? 'guessed' : secret }, { id })).status,
		getId: (json) => json.deliveryId,
	};
}

/** n8n's Webhook node with a password in a header, in the way of either of its generations. */
async function webhookNode(world: N8nWorld, typeVersion: number): Promise<Candidate> {
	const data = { name: 'x-password', value: SECRET };
	const id = await world.rest.saveCredential('Password', 'httpHeaderAuth', data);
	const name = `Webhook node, version ${typeVersion}`;
	const path = randomUUID();
	const workflow = await world.rest.createWorkflow(
		chain(name, [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, authentication: 'headerAuth', options: {} },
				credentials: { httpHeaderAuth: { id, name: 'Password' } },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await world.rest.publish(workflow.id);
	const url = `${world.url}/webhook/${path}`;
	return {
		name,
		workflow,
		send: async (delivery, isForged) => {
			const headers = { 'x-password': isForged ? 'guessed' : SECRET };
			return (await deliver({ url, secret: SECRET }, { id: delivery, headers })).status;
		},
		getId: ({ headers }) => (headers as Record<string, string>)['x-service-delivery'],
	};
}

/** Sends so many deliveries; gives their ids, and how long each answer took in milliseconds. */
async function sendMany(
	candidate: Candidate,
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
			const status = await candidate.send(id, isForged);
			times.push(performance.now() - startedAt);
			if (isForged === (status === 200)) throw new Error(`${candidate.name} answered ${status}`);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return { ids, times };
}

const quantile = (values: number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];
const ms = (value: number): string => `${value.toFixed(0)} ms`;

async function answerTimes(world: N8nWorld, candidates: Candidate[]): Promise<void> {
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
			const times = new Map<Candidate, number[]>(candidates.map((one) => [one, []]));
			for (let round = 0; round < ROUNDS; round += 1) {
				// By turns, each of them first in some rounds: others use the machine too.
				const turns = round % 2 === 0 ? candidates : candidates.toReversed();
				for (const candidate of turns) {
					const sent = await sendMany(candidate, perRound, concurrency, isForged);
					times.get(candidate)?.push(...sent.times);
					// Answers come before the workflows have run: the next one must not wait for these.
					await world.rest.idle(candidate.workflow.id);
				}
			}
			const ofThese = (candidate: Candidate, share: number) =>
				quantile(times.get(candidate) as number[], share);
			const [, baseline] = candidates;
			for (const candidate of candidates) {
				const [median, p95] = [0.5, 0.95].map((share) => ofThese(candidate, share));
				row(
					`${isForged ? 'forged' : 'good'}, ${concurrency} at a time, ${candidate.name}`,
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
async function losses(world: N8nWorld, candidates: Candidate[]): Promise<void> {
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
	for (const candidate of candidates) {
		const { id } = candidate.workflow;
		const before = (await world.rest.executions(id)).length;
		const startedAt = performance.now();
		const { ids } = await sendMany(candidate, MANY, 10, false);
		const answered = (performance.now() - startedAt) / 1000;
		await world.rest.idle(id);
		const ended = (performance.now() - startedAt) / 1000;
		const executions = (await world.rest.executions(id, { withData: true })).slice(before);
		const successful = executions.filter(({ status }) => status === 'success');
		const items = executions.flatMap((execution) => getOutputs(execution, 'End')[0] ?? []);
		const arrived = new Set(items.map(({ json }) => candidate.getId(json)));
		row(
			candidate.name,
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
	const candidates = [
		await ourTrigger(world),
		await webhookNode(world, 1),
		await webhookNode(world, 2.1),
	];
	for (const candidate of candidates) {
		// The first ones pay for what n8n loads and compiles.
		for (const isForged of [false, true]) await sendMany(candidate, 30, 10, isForged);
		await world.rest.idle(candidate.workflow.id);
	}
	await answerTimes(world, candidates);
	await losses(world, candidates);
	for (const { workflow } of candidates) await world.rest.unpublish(workflow.id);
}
