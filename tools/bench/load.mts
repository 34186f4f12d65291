/**
 * Our trigger under a small load in a real n8n, beside n8n's Webhook node. Fails if the trigger loses a delivery, runs
 * one twice, or runs a forged or filtered one. Linux only: CPU times come from /proc.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { getN8nRelease } from '../n8n/install.mts';
import { type N8nWorld, chain, openN8nWorld, toDeliveryRequest } from '../n8n/world.mts';
import {
	type Target,
	countOutcomes,
	publishTrigger,
	readRuns,
	sendDeliveries,
} from './deliveries.mts';
import { byTurns, quantile, sum, toRatios } from './figures.mts';
import type { Flags } from './main.mts';
import { print, printHead, printRow } from './output.mts';

const WARM_UP = 20;
const PASSWORD = 'a password in a header';

export async function load({ rounds, deliveries, pace }: Flags): Promise<void> {
	// n8n deletes nothing meanwhile, since what ran is counted at the end.
	const world = await openN8nWorld({ env: { EXECUTIONS_DATA_PRUNE: 'false' } });
	try {
		const targets = [await publishWebhookNode(world), await publishTrigger(world)];
		// The first deliveries include loading and compiling.
		for (const target of targets) await sendDeliveries(world.rest, target, WARM_UP, pace);
		const all = await byTurns(targets, rounds, async (target) => {
			const before = readCpu(world.pid()!);
			const delivered = await sendDeliveries(world.rest, target, deliveries, pace);
			const cpu = (readCpu(world.pid()!) - before) / deliveries;
			const times = delivered.map(({ milliseconds }) => milliseconds);
			return { delivered, cpu, median: quantile(times, 0.5), slow: quantile(times, 0.95) };
		});
		print(
			`n8n ${getN8nRelease()}, one process with SQLite. In each round, ${deliveries} deliveries to each node, ${pace} a second: 70 % wanted, 20 % for another link, 5 % repeated, 5 % forged.`,
		);
		print();
		printHead(
			...['node', 'response p50, ms', 'ratio', 'p95, ms', 'ratio', 'CPU ms per delivery', 'ratio'],
			...['lost', 'run twice', 'forged accepted', 'for another link, run'],
		);
		for (const { candidate, runs } of all) {
			const figures = (['median', 'slow', 'cpu'] as const).flatMap((name) => {
				const [own, baseline] = [runs, all[0].runs].map((each) => each.map((run) => run[name]));
				return [own, toRatios(own, baseline)];
			});
			const { runs: byId } = await readRuns(world.rest, candidate);
			const delivered = runs.flatMap((run) => run.delivered);
			const { lost, twice, forged, filtered } = countOutcomes(delivered, byId);
			printRow(candidate.name, ...figures, lost, twice, forged, filtered);
			const isOurs = candidate === targets[1];
			if (isOurs && lost + twice + forged + filtered > 0) process.exitCode = 1;
		}
	} finally {
		await world.close();
	}
}

/** n8n's Webhook node with a password in a header, which is what it has against strangers. */
async function publishWebhookNode({ rest, url }: N8nWorld): Promise<Target> {
	const password = { name: 'x-password', value: PASSWORD };
	const id = await rest.saveCredential('Password', 'httpHeaderAuth', password);
	const path = randomUUID();
	const workflow = await rest.createWorkflow(
		chain('Webhook node', [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2.1,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, authentication: 'headerAuth', options: {} },
				credentials: { httpHeaderAuth: { id, name: 'Password' } },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await rest.publish(workflow.id);
	return {
		name: 'Webhook node',
		workflow,
		toRequest: (delivery, isForged) => {
			const headers = { 'x-password': isForged ? 'guessed' : PASSWORD };
			const to = { url: `${url}/webhook/${path}`, secret: PASSWORD };
			return toDeliveryRequest(to, { ...delivery, headers });
		},
		getId: ({ headers }) => (headers as Record<string, string>)['x-service-delivery'],
	};
}

/** /proc counts in hundredths of a second. */
const TICK = 10;

/** CPU time in ms of a process since its start, with all processes that it has started. */
function readCpu(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// In user and in kernel mode, then both of its children that have ended.
	const own = sum(fields.slice(11, 15).map(Number)) * TICK;
	const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
	);
	return own + sum(children.map((child) => readCpu(Number(child))));
}
