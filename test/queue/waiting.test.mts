/**
 * Tests executions that wait in queue mode. A worker pauses them, and the webhook processor or the main process resumes
 * them.
 */
import { randomUUID } from 'node:crypto';

import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { chain, deliver } from '../../tools/n8n/n8nWithSandbox.mts';
import { type Cluster, openCluster, rowsComeIn } from './cluster.mts';

const LONG = 300_000;

let cluster: Cluster;
beforeAll(async () => {
	cluster = await openCluster();
}, 400_000);
afterAll(() => cluster?.close(), 60_000);

interface Waiting {
	workflow: StoredWorkflow;
	id: string;
	linkId: number;
	subscription: { url: string; secret: string };
}

/** Starts an execution that waits for a click on a new link. */
async function startWaiting(timeoutAmount = 30): Promise<Waiting> {
	const body = { url: 'https://example.com/waiting' };
	const { data } = await cluster.ask<{ data: { id: number } }>('POST', '/api/url/add', body);
	const path = randomUUID();
	const workflow = await cluster.publish(
		chain('Waits', [
			rowsComeIn(path),
			{
				name: 'Wait',
				type: 'n8n-nodes-linkplatform.linkPlatform',
				parameters: {
					resource: 'link',
					operation: 'waitForClick',
					linkId: { __rl: true, mode: 'id', value: String(data.id) },
					timeoutAmount,
					timeoutUnit: 'minutes',
				},
				credentials: { linkPlatformApi: cluster.credential },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await cluster.post(path, [{ name: 'Ada' }]);
	const [id] = await cluster.idsWhenOver(workflow.id);
	const subscription = (await cluster.subscriptions()).find(({ url }) =>
		url.includes(`/webhook-waiting/${id}/`),
	)!;
	return { workflow, id: String(id), linkId: data.id, subscription };
}

const succeeded = ({ id }: Waiting) =>
	until(
		`execution ${id} to succeed`,
		async () => {
			const execution = await cluster.rest.ended(id);
			return execution.status === 'success' && execution;
		},
		LONG,
	);

/** True if the worker has run the execution, according to the worker's log. */
const ranOnWorker = ({ id }: Waiting) =>
	cluster.queue.workers[0].process.output().includes(`Worker started execution ${id} `);

it('a wait for a click still resumes or times out after a restart of the worker and webhook processor', async () => {
	const [matched, late] = [await startWaiting(), await startWaiting(2)];
	expect(ranOnWorker(matched)).toBe(true);
	expect(matched.subscription.url).toMatch(`${cluster.queue.url}/webhook-waiting/`);
	await cluster.queue.scaleWorkers(0);
	await cluster.queue.restartWebhook();
	await cluster.queue.scaleWorkers(1);

	const { subscription, linkId } = matched;
	expect((await deliver({ ...subscription, secret: 'guessed' })).status).toBe(401);
	const other = await deliver(subscription, { data: { linkId: 999 } });
	expect(JSON.parse(other.text)).toEqual({ received: true, ignored: 'filter' });
	expect((await deliver(subscription, { data: { linkId } })).status).toBe(200);
	const [item] = getOutputs(await succeeded(matched), 'End')[0];
	expect(item.json).toMatchObject({ body: { rows: [{ name: 'Ada' }] }, timedOut: false });
	expect(item.json).toMatchObject({ event: { data: { linkId } } });
	expect(ranOnWorker(matched)).toBe(true);

	const [flagged] = getOutputs(await succeeded(late), 'End')[0];
	expect(flagged.json).toMatchObject({ body: { rows: [{ name: 'Ada' }] }, timedOut: true });
	expect(flagged.json.event).toBeNull();
}, 600_000);

it('only one of six simultaneous clicks sent to both processes resumes a waiting execution', async () => {
	const { queue } = cluster;
	const waiting = await startWaiting();
	const { subscription, linkId } = waiting;
	const atMain = subscription.url.replace(queue.url, queue.main.url);
	const targets = [subscription.url, atMain, subscription.url, atMain, subscription.url, atMain];
	const answers = await Promise.all(
		targets.map((url) => deliver({ ...subscription, url }, { data: { linkId } })),
	);
	expect(answers.map(({ status }) => status)).toContain(200);
	const execution = await succeeded(waiting);
	expect(execution.data?.resultData.runData.End).toHaveLength(1);
}, 300_000);
