/** Tests n8n in queue mode: deliveries to the webhook processor, bulk QR codes on a worker, and worker failures. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { LINK_ID, countOutcomes, readRuns, sendDeliveries } from './deliveries.mts';
import { readExample } from '../../tools/n8n/examples.mts';
import { type Execution, type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import {
	type NodeSketch,
	chain,
	deliver,
	polled,
	triggered,
} from '../../tools/n8n/n8nWithSandbox.mts';
import { readQr } from '../../packages/sandbox/readQr.mts';
import { type Cluster, openCluster, rowsComeIn } from './cluster.mts';

let cluster: Cluster;
beforeAll(async () => {
	// With these settings, n8n notices the jobs of a dead worker after seconds instead of a minute.
	const QUEUE_WORKER_LOCK_DURATION = '10000';
	const QUEUE_WORKER_STALLED_INTERVAL = '5000';
	cluster = await openCluster({ QUEUE_WORKER_LOCK_DURATION, QUEUE_WORKER_STALLED_INTERVAL });
}, 400_000);
afterAll(() => cluster?.close(), 60_000);

const click = () => fetch(`${cluster.service.url}/launch`, { redirect: 'manual' });

const wasTakenBy = ({ id }: Execution) => ({
	webhook: cluster.queue.webhook.process.output().includes(`Enqueued execution ${id} `),
	main: cluster.queue.main.process.output().includes(`Enqueued execution ${id} `),
	worker: cluster.queue.workers[0].process.output().includes(`Worker started execution ${id} `),
});

/** Whether the main process, the webhook processor and the first worker have logged this. */
const whoSaid = (words: string) => {
	const { main, webhook, workers } = cluster.queue;
	return [main, webhook, workers[0]].map(({ process }) => process.output().includes(words));
};

/** Returns the IDs of the deliveries whose executions reached this node. */
const reached = (executions: Execution[], node: string, trigger = 'Trigger') =>
	executions
		.filter((execution) => getOutputs(execution, node)[0]?.length > 0)
		.map((execution) => getOutputs(execution, trigger)[0][0].json.deliveryId);

describe('the trigger', () => {
	let workflow: StoredWorkflow;
	let subscription: { url: string; secret: string };
	beforeEach(async () => {
		workflow = await cluster.publish(
			readExample('click-alert', cluster.credential, cluster.queue.url),
		);
		subscription = await cluster.getSubscription(workflow);
	});
	afterEach(async () => {
		await cluster.rest.unpublish(workflow.id);
		expect(await cluster.subscriptions()).toEqual([]);
	});

	it("the trigger subscribes with n8n's public address, and a click starts an execution on a worker", async () => {
		expect(subscription.url).toMatch(`${cluster.queue.url}/webhook/`);
		await click();
		const [execution] = await cluster.executions(workflow.id, 1);
		expect(getOutputs(execution, 'What Came In')[0][0].json).toMatchObject({
			event: 'link.clicked',
			alias: 'launch',
		});
		expect(wasTakenBy(execution)).toEqual({ webhook: true, main: false, worker: true });
	});

	it('the trigger refuses forged deliveries and accepts signed ones, even after a restart of the webhook processor', async () => {
		const forged = { ...subscription, secret: 'guessed' };
		expect((await deliver(forged)).status).toBe(401);
		await cluster.queue.restartWebhook();
		expect((await deliver(forged)).status).toBe(401);
		expect((await deliver(subscription)).status).toBe(200);
		const executions = await cluster.executions(workflow.id, 1);
		expect(executions.map(wasTakenBy)).toEqual([{ webhook: true, main: false, worker: true }]);
	});

	it('a lost subscription is renewed once, by the main process, and the webhook processor receives its deliveries', async () => {
		const [{ id }] = await cluster.subscriptions();
		await cluster.remove(id);
		expect(await cluster.queue.main.tick()).toBe(1);
		const renewed = await until('the subscription', async () => (await cluster.subscriptions())[0]);
		const [failed] = await cluster.executions(workflow.id, 1);
		expect(failed.data?.resultData.error?.message).toMatch(/was renewed/);
		expect(whoSaid('was renewed')).toEqual([true, false, false]);
		expect((await deliver(renewed)).status).toBe(200);
		const executions = await cluster.executions(workflow.id, 2);
		expect(wasTakenBy(executions[1])).toEqual({ webhook: true, main: false, worker: true });
		expect(await cluster.subscriptions()).toEqual([renewed]);
	});

	it('"Listen for test event" receives a click in queue mode, because the main process serves test URLs', async () => {
		await cluster.rest.unpublish(workflow.id);
		await cluster.rest.listen(workflow.id, 'Link Clicked');
		const [{ url }] = await cluster.subscriptions();
		expect(url).toMatch(`${cluster.queue.url}/webhook-test/`);
		await click();
		const [execution] = await cluster.executions(workflow.id, 1);
		expect(reached([execution], 'What Came In', 'Link Clicked')).toHaveLength(1);
		await until('its end', async () => (await cluster.subscriptions()).length === 0);
	});
});

it('only the main process polls, and a worker runs the execution for the clicks found', async () => {
	const workflow = await cluster.publish(polled(cluster.credential, { event: 'link.clicked' }));
	// Wait, because clicks in the same second as the first poll might count as older than that poll.
	await sleep(1_000);
	await click();
	await click();
	expect(await cluster.queue.main.tick()).toBe(1);
	const [execution] = await cluster.executions(workflow.id, 1);
	expect(getOutputs(execution, 'Trigger')[0]).toMatchObject([{ json: { added: 2 } }]);
	expect(wasTakenBy(execution)).toEqual({ webhook: false, main: true, worker: true });
	await cluster.rest.unpublish(workflow.id);
}, 120_000);

it('each of 250 simultaneous deliveries starts one execution, except forged and filtered deliveries', async () => {
	const filters = { linkId: String(LINK_ID) };
	const watched = triggered(cluster.credential, ['link.clicked'], { filters });
	const workflow = await cluster.publish(watched);
	const subscription = await cluster.getSubscription(workflow);
	// Send one delivery first, so n8n creates its list of IDs. Simultaneous deliveries would race to create that list.
	await sendDeliveries(subscription, 1, 1);
	await cluster.rest.idle(workflow.id);
	const delivered = await sendDeliveries(subscription, 250, 1_000);
	const { executions, failed, runs } = await readRuns(cluster.rest, workflow);
	const { wanted, ...wrong } = countOutcomes(delivered, runs);
	expect(wrong).toEqual({ lost: 0, twice: 0, forged: 0, filtered: 0 });
	expect(wanted).toBeGreaterThan(150);
	expect({ executions, failed }).toEqual({ executions: wanted + 1, failed: 0 });
	await cluster.rest.unpublish(workflow.id);
}, 480_000);

const REPEATED = 12;
const ONCE = Array(REPEATED).fill(1);
/**
 * Publishes a workflow of the trigger and these nodes, and sends each delivery to the workflow in several rounds. In
 * each round, sends copies of one delivery to all processes of the round at once, waits for the executions, and
 * continues with the next delivery. Returns how often each delivery reached the last node.
 */
async function runs(nodes: NodeSketch[], times: Array<Array<'webhook' | 'main'>>) {
	const [trigger] = triggered(cluster.credential, ['link.clicked']).nodes;
	const end = { name: 'End', type: 'n8n-nodes-base.noOp' };
	const workflow = await cluster.publish(chain('Only once', [trigger, ...nodes, end]));
	const { url, secret } = await cluster.getSubscription(workflow);
	const workflowId = workflow.id;
	const urls = { webhook: url, main: url.replace(cluster.queue.url, cluster.queue.main.url) };
	// Send one delivery first, so n8n creates its list of IDs. Simultaneous deliveries would race to create that list.
	await deliver({ url, secret });
	await cluster.idsWhenOver(workflowId);
	const ids = Array.from({ length: REPEATED }, () => randomUUID());
	for (const processes of times) {
		for (const id of ids) {
			const copies = processes.map((process) => deliver({ url: urls[process], secret }, { id }));
			expect(new Set((await Promise.all(copies)).map(({ status }) => status))).toEqual(
				new Set([200]),
			);
			// Wait, because two workers that write n8n's list of IDs at the same moment undo each other's changes.
			await cluster.idsWhenOver(workflowId);
		}
	}
	const ended = reached(await cluster.executions(workflowId), 'End');
	await cluster.rest.unpublish(workflowId);
	await cluster.rest.deleteWorkflow(workflowId);
	return ids.map((id) => ended.filter((other) => other === id).length);
}
const allAtOnce: Array<Array<'webhook' | 'main'>> = [['webhook', 'main', 'webhook', 'main']];
const oneByOne: Array<Array<'webhook' | 'main'>> = [['webhook'], ['main'], ['webhook']];
it('a delivery is processed once with one worker, even if several processes receive copies', async () => {
	await cluster.queue.scaleWorkers(1);
	expect(await runs([], allAtOnce)).toEqual(ONCE);
}, 180_000);

describe('a delivery that arrives several times, with two workers', () => {
	beforeAll(() => cluster.queue.scaleWorkers(2), 120_000);

	it('a delivery is processed once with two workers if its copies arrive one after another', async () => {
		expect(await runs([], oneByOne)).toEqual(ONCE);
	}, 180_000);

	it('a delivery is processed at most twice if two processes receive copies at the same moment', async () => {
		for (const count of await runs([], allAtOnce)) {
			expect([1, 2]).toContain(count);
		}
	}, 180_000);

	it('a workflow with a Redis counter processes a delivery once, even if copies arrive simultaneously', async () => {
		const { QUEUE_BULL_REDIS_HOST: host, QUEUE_BULL_REDIS_PORT: port } = cluster.queue.redis;
		const data = { host, port: Number(port), user: '', password: '', database: 0, ssl: false };
		const id = await cluster.rest.saveCredential('Redis', 'redis', data);
		const count = {
			name: 'Count',
			type: 'n8n-nodes-base.redis',
			parameters: {
				operation: 'incr',
				key: '=delivery-{{ $json.deliveryId }}',
				expire: true,
				ttl: 172_800,
			},
			credentials: { redis: { id, name: 'Redis' } },
		};
		const operator = { type: 'number', operation: 'equals' };
		const isFirst = { leftValue: '={{ Object.values($json)[0] }}', rightValue: 1, operator };
		const options = { typeValidation: 'strict' };
		const firstOnly = {
			name: 'First Only',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2,
			parameters: { conditions: { options, combinator: 'and', conditions: [isFirst] } },
		};
		expect(await runs([count, firstOnly], allAtOnce)).toEqual(ONCE);
	}, 180_000);
});

/** Returns a workflow in which the node processes each row that is posted to a webhook, and the webhook's path. */
function rowsTo(node: NodeSketch) {
	const path = randomUUID();
	const workflow = chain(`Rows to ${node.name}`, [
		rowsComeIn(path),
		{
			name: 'Rows',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'body.rows', options: {} },
		},
		{ ...node, credentials: { linkPlatformApi: cluster.oneAtATime } },
	]);
	return { path, workflow };
}

const createQrCodes = {
	name: 'Create QR Codes',
	type: 'n8n-nodes-linkplatform.linkPlatform',
	parameters: {
		resource: 'qrCode',
		operation: 'createMany',
		name: '={{ $json.name }}',
		url: '={{ $json.url }}',
		additionalFields: { batchSize: 10 },
		imageOptions: { binaryPropertyName: 'qr' },
	},
};

const rowsNamed = (name: string, count: number) =>
	Array.from({ length: count }, (_, n) => ({
		name: `${name} ${n}`,
		url: `https://shop.example/${name}/${n}`,
	}));

it('a worker creates QR codes in bulk, and the main process serves the image of each row', async () => {
	const { path, workflow } = rowsTo(createQrCodes);
	const { id } = await cluster.publish(workflow);
	const rows = rowsNamed('bulk', 60);
	await cluster.queue.scaleWorkers(1);
	await cluster.control('settings', { bulk: { order: 'shuffled' } }, 'PATCH');
	await cluster.post(path, rows);
	const [execution] = await cluster.executions(id);
	expect(wasTakenBy(execution)).toEqual({ webhook: true, main: false, worker: true });
	const [items] = getOutputs(execution, 'Create QR Codes');
	expect(items.map(({ json }) => json.name)).toEqual(rows.map(({ name }) => name));
	for (const [index, { json, binary }] of items.entries()) {
		expect(binary!.qr.id).toMatch(/^database:/);
		const { text } = await readQr(await cluster.rest.file(binary!.qr.id!), binary!.qr.mimeType);
		expect(text).toBe(json.url);
		const { headers } = await fetch(text!, { redirect: 'manual' });
		expect(headers.get('location')).toBe(rows[index].url);
	}
}, 120_000);

/** Calls `start`, kills the worker after `count` requests to the route, and starts another worker. */
async function dieAfter(count: number, method: string, path: string, start: () => Promise<void>) {
	await cluster.queue.scaleWorkers(1);
	await cluster.control('requests', undefined, 'DELETE');
	await cluster.fault({ method, path, action: { type: 'delay', ms: 400 } });
	await start();
	await until(`${count} requests`, async () => {
		const { routes } = await cluster.totals();
		return (routes[`${method} ${path}`]?.statuses['200'] ?? 0) >= count;
	});
	await cluster.queue.workers[0].process.kill();
	await cluster.clearFaults();
	await cluster.queue.scaleWorkers(1);
}
/** Returns how often each wanted value is among the found values. */
const timesIn = (found: string[], wanted: string[]) =>
	wanted.map((one) => found.filter((other) => other === one).length);
const qrCodeNames = async () => {
	const path = '/api/qrs?limit=100&search=dies';
	const { data } = await cluster.ask<{ data: { qrs: Array<{ name: string }> } }>('GET', path);
	return data.qrs.map(({ name }) => name);
};

it('a worker that dies leaves a failed execution, and resending its rows creates only the missing QR codes', async () => {
	const errorTrigger = { name: 'On Error', type: 'n8n-nodes-base.errorTrigger' };
	const watch = await cluster.publish(chain('Tell somebody', [errorTrigger]));
	const { path, workflow } = rowsTo(createQrCodes);
	workflow.settings = { ...workflow.settings, errorWorkflow: watch.id };
	const { id } = await cluster.publish(workflow);
	const rows = rowsNamed('dies', 40);
	const names = rows.map(({ name }) => name);
	await dieAfter(2, 'POST', '/api/qr/bulk', () => cluster.post(path, rows));

	const [execution] = await cluster.executions(id);
	expect(execution.status).toBe('error');
	expect(execution.data?.resultData.error?.message).toMatch(/failed to be processed too many/);
	expect(execution.data?.resultData.runData).toEqual({});
	expect(await cluster.executions(watch.id)).toHaveLength(1);
	const before = timesIn(await qrCodeNames(), names);
	expect(new Set(before)).toEqual(new Set([1, 0]));

	// Run the same rows once more. A row that already has a QR code returns the existing QR code.
	await cluster.post(path, rows);
	const [, second] = await cluster.executions(id, 2);
	const outputs = getOutputs(second, 'Create QR Codes')[0];
	expect(outputs.map(({ json }) => json.created)).toEqual(before.map((count) => count === 0));
	expect(timesIn(await qrCodeNames(), names)).toEqual(Array(40).fill(1));
}, 240_000);
