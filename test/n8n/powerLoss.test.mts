/** Purchases that were under way when n8n lost power: each runs once in the end, or n8n shows its execution as crashed. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StoredWorkflow, type WorkflowJson, getOutputs } from '../../tools/n8n/rest.mts';
import { type SentDelivery, deliver, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n } from './useN8n.mts';

const n8n = useN8n();
const LONG = 400_000;
const PURCHASES = 24;

/** The trigger, and work that takes seconds. */
function slow() {
	const json = triggered(n8n.credential, ['product.purchased']);
	const [trigger, end] = json.nodes;
	const work = {
		id: randomUUID(),
		name: 'Work',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [110, 0],
		parameters: { amount: 3, unit: 'seconds' },
	};
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		...json,
		nodes: [trigger, work, end],
		connections: { Trigger: to('Work'), Work: to('End') },
	};
}

/** The guide's workflow, started by hand. */
function readRetries(workflowId: string): WorkflowJson {
	const guide = readFileSync('docs/guides/never-miss-an-event.md', 'utf8');
	const section = guide.slice(guide.indexOf('## If n8n loses power'));
	const [, text] = /```json\n(.*?)```/s.exec(section)!;
	const adapted = text
		.replaceAll('https://n8n.example.com', n8n.url)
		.replace('WORKFLOW_ID', workflowId);
	const json = { name: 'Retry', settings: {}, ...(JSON.parse(adapted) as object) } as WorkflowJson;
	const start = { ...json.nodes[0], id: randomUUID(), name: 'Start', parameters: {} };
	json.nodes.push({ ...start, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 });
	json.connections.Start = json.connections['Every 10 Minutes'];
	return json;
}

/** Counts how often each delivery reached the last node. */
async function countRuns({ id }: StoredWorkflow): Promise<Record<string, number>> {
	await n8n.rest.idle(id);
	const runs: Record<string, number> = {};
	for (const execution of await n8n.rest.executions(id, { withData: true })) {
		for (const { json } of getOutputs(execution, 'End')[0] ?? []) {
			runs[String(json.deliveryId)] = (runs[String(json.deliveryId)] ?? 0) + 1;
		}
	}
	return runs;
}

it(
	'the retry workflow in the guide reruns executions that crashed, so that each purchase is processed once',
	async () => {
		const workflow = await publishNew(n8n, slow());
		const [subscription] = await n8n.subscriptions();
		const sent = Array.from({ length: PURCHASES }, (_, index): SentDelivery & { id: string } => ({
			id: randomUUID(),
			event: 'product.purchased',
			data: { productId: index },
		}));
		const answered = new Set<string>();
		const send = async (delivery: SentDelivery & { id: string }) => {
			const { status } = await deliver(subscription, delivery).catch(() => ({ status: 0 }));
			if (status === 200) answered.add(delivery.id);
		};
		const sending = sent.map(async (delivery, index) => {
			await sleep(index * 300);
			await send(delivery);
		});
		await sleep(6_000);
		await n8n.kill();
		await Promise.all(sending);
		const before = answered.size;
		await n8n.restart();
		const ranBefore = await countRuns(workflow);
		// Link Platform delivers again if it got no response.
		for (const delivery of sent) if (!answered.has(delivery.id)) await send(delivery);
		expect(answered.size).toBe(PURCHASES);
		const afterCopies = await countRuns(workflow);
		const executions = await n8n.rest.executions(workflow.id);
		const crashed = executions.filter(({ status }) => status === 'crashed');
		expect(crashed.length).toBeGreaterThan(0);

		const scopes = await n8n.rest.call<string[]>('GET', '/rest/api-keys/scopes');
		const { rawApiKey } = await n8n.rest.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'Retry',
			expiresAt: null,
			scopes,
		});
		const header = { name: 'X-N8N-API-KEY', value: rawApiKey };
		const id = await n8n.rest.saveCredential('n8n API key', 'httpHeaderAuth', header);
		const json = readRetries(workflow.id);
		for (const node of json.nodes) {
			const credentials = { httpHeaderAuth: { id, name: 'n8n API key' } };
			if (node.type.endsWith('.httpRequest')) Object.assign(node, { credentials });
		}
		const stored = await n8n.rest.createWorkflow(json);
		const run = await n8n.rest.run(stored.id, 'Start');
		expect(run.status).toBe('success');

		const runs = await countRuns(workflow);
		console.info(
			`${PURCHASES} purchases: ${before} had a response before n8n was killed, ${Object.keys(ranBefore).length} of them ran. ${crashed.length} executions crashed. After Link Platform's next attempt ${Object.keys(afterCopies).length} had run, after the retries ${Object.keys(runs).length}.`,
		);
		expect(Object.entries(runs).filter(([, count]) => count !== 1)).toEqual([]);
		expect(Object.keys(runs).sort()).toEqual(sent.map(({ id }) => id).sort());
		const again = await n8n.rest.run(stored.id, 'Start');
		expect(again.status).toBe('success');
		expect(await countRuns(workflow)).toEqual(runs);
	},
	LONG,
);
