/** Executions that wait, in queue mode: paused on a worker, resumed by the webhook processor or by main. */
import { randomUUID } from 'node:crypto';

import { type Execution, type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { chain, deliver } from '../../tools/n8n/world.mts';
import { type QueueWorld, openQueueWorld, rowsComeIn } from './queueWorld.mts';

const LONG = 300_000;

let world: QueueWorld;
beforeAll(async () => {
	world = await openQueueWorld();
}, 400_000);
afterAll(async () => await world?.close(), 60_000);

interface Waiting {
	workflow: StoredWorkflow;
	id: string;
	linkId: number;
	subscription: { url: string; secret: string };
}

/** Starts an execution that waits for a click on a link of its own. */
async function startWaiting(timeoutAmount = 30): Promise<Waiting> {
	const body = { url: 'https://example.com/waiting' };
	const { data } = await world.ask<{ data: { id: number } }>('POST', '/api/url/add', body);
	const path = randomUUID();
	const workflow = await world.publish(
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
				credentials: { linkPlatformApi: world.credential },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await world.post(path, [{ name: 'Ada' }]);
	const [id] = await world.idsWhenOver(workflow.id);
	const subscription = (await world.subscriptions()).find(({ url }) =>
		url.includes(`/webhook-waiting/${id}/`),
	)!;
	return { workflow, id: String(id), linkId: data.id, subscription };
}

const succeeded = async ({ id }: Waiting): Promise<Execution> =>
	await until(
		`execution ${id} to succeed`,
		async () => {
			const execution = await world.rest.ended(id);
			return execution.status === 'success' && execution;
		},
		LONG,
	);

/** Whether the worker has run the execution, by its log. */
const ranOnWorker = ({ id }: Waiting) =>
	world.queue.workers[0].process.output().includes(`Worker started execution ${id} `);

it('match and time limit survive a restart of worker and webhook processor', async () => {
	const [matched, late] = [await startWaiting(), await startWaiting(2)];
	expect(ranOnWorker(matched)).toBe(true);
	expect(matched.subscription.url).toMatch(`${world.queue.url}/webhook-waiting/`);
	await world.queue.scaleWorkers(0);
	await world.queue.restartWebhook();
	await world.queue.scaleWorkers(1);

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

it('one of six clicks at once, sent to both processes, resumes an execution', async () => {
	const { queue } = world;
	const waiting = await startWaiting();
	const { subscription, linkId } = waiting;
	const atMain = subscription.url.replace(queue.url, queue.main.url);
	const targets = [subscription.url, atMain, subscription.url, atMain, subscription.url, atMain];
	const answers = await Promise.all(
		targets.map(async (url) => await deliver({ ...subscription, url }, { data: { linkId } })),
	);
	expect(answers.map(({ status }) => status)).toContain(200);
	const execution = await succeeded(waiting);
	expect(execution.data?.resultData.runData.End).toHaveLength(1);
}, 300_000);
