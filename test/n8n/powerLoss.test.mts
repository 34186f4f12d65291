/** Tests that each purchase that n8n was processing during a power loss is processed once in the end. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExample } from '../../tools/n8n/examples.mts';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { deliver, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { until } from '../../tools/until.mts';
import { publishNew, useN8n } from './useN8n.mts';

const n8n = useN8n();

/** Returns a workflow with the trigger and a step that takes ten seconds. */
function slow() {
	const json = triggered(n8n.credential, ['product.purchased']);
	const [trigger, end] = json.nodes;
	const work = {
		id: randomUUID(),
		name: 'Work',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [110, 0],
		parameters: { amount: 10, unit: 'seconds' },
	};
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		...json,
		nodes: [trigger, work, end],
		connections: { Trigger: to('Work'), Work: to('End') },
	};
}

/** Returns the example for this workflow, with a manual trigger that also creates its table. */
function readRetries(workflowId: string) {
	const json = readExample('retry-crashed', n8n.credential, n8n.url);
	const { assignments } = json.nodes.find(({ name }) => name === 'Settings')!.parameters as {
		assignments: { assignments: Array<{ name: string; value: unknown }> };
	};
	assignments.assignments.find(({ name }) => name === 'workflowId')!.value = workflowId;
	// Pages of two executions each, so that there are several.
	const list = json.nodes.find(({ name }) => name === 'Crashed Executions')!;
	const { queryParameters } = list.parameters as {
		queryParameters: { parameters: Array<{ name: string; value: string }> };
	};
	queryParameters.parameters.find(({ name }) => name === 'limit')!.value = '2';
	const start = { ...json.nodes[0], id: randomUUID(), name: 'Start', parameters: {} };
	json.nodes.push({ ...start, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 });
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	Object.assign(json.connections, { Start: to('Create Table'), 'Create Table': to('Settings') });
	return json;
}

/** Returns the number of executions that have begun their first node, according to n8n's event log. */
function countBegun() {
	const log = readFileSync(join(dirname(n8n.databaseFile), 'n8nEventLog.log'), 'utf8');
	const started = log.split('\n').filter((line) => line.includes('"n8n.node.started"'));
	return new Set(started.map((line) => /"executionId":"(\d+)"/.exec(line)?.[1])).size;
}

/** Returns the IDs of the deliveries that reached the last node, in alphabetical order. */
async function getProcessed({ id }: StoredWorkflow) {
	await n8n.rest.idle(id);
	const executions = await n8n.rest.executions(id, { withData: true });
	const items = executions.flatMap((execution) => getOutputs(execution, 'End')[0] ?? []);
	return items.map(({ json }) => String(json.deliveryId)).sort();
}

it('the example retry-crashed reruns crashed executions, so that each purchase is processed once', async () => {
	const workflow = await publishNew(n8n, slow());
	const [subscription] = await n8n.subscriptions();
	const ids = Array.from({ length: 12 }, () => randomUUID()).sort();
	const send = async (id: string) => {
		const event = 'product.purchased';
		expect((await deliver(subscription, { id, event })).status).toBe(200);
	};
	const [last, ...earlier] = ids;
	for (const id of earlier) await send(id);
	// Wait, because n8n doesn't recognize an execution as crashed if n8n was killed before the execution's first node
	// began.
	await until('all executions to begin', () => countBegun() === earlier.length);
	await n8n.kill();
	await n8n.restart();
	await send(last);
	// Link Platform repeats a delivery if it didn't receive the response.
	await send(earlier.at(-1)!);
	await n8n.rest.idle(workflow.id);
	const executions = await n8n.rest.executions(workflow.id);
	expect(executions.map(({ status }) => status)).toContain('crashed');

	const header = { name: 'X-N8N-API-KEY', value: await n8n.rest.makeApiKey() };
	const id = await n8n.rest.saveCredential('n8n API key', 'httpHeaderAuth', header);
	const json = readRetries(workflow.id);
	for (const node of json.nodes) {
		const credentials = { httpHeaderAuth: { id, name: 'n8n API key' } };
		if (node.type.endsWith('.httpRequest')) Object.assign(node, { credentials });
	}
	const stored = await n8n.rest.createWorkflow(json);
	// The second run finds nothing to retry.
	for (let run = 1; run <= 2; run += 1) {
		expect((await n8n.rest.run(stored.id, 'Start')).status).toBe('success');
		expect(await getProcessed(workflow)).toEqual(ids);
	}
});
