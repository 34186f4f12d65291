/** The polling trigger in a real n8n: published, restarted, unpublished, and its test event. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { polled } from '../../tools/n8n/world.mts';
import { publishNew, useN8n, useWorkflows } from './n8nSuite.mts';

const world = useN8n({ ticks: true });
const made = useWorkflows(world);

const visit = async () => {
	const { data } = await world.ask<{ data: { shorturl: string } }>('GET', '/api/url/1');
	await fetch(data.shorturl, { redirect: 'manual' });
};
const lists = async () =>
	(await world.requests()).filter(({ path }) => path === '/api/urls').length;
/** Lets one poll happen. */
const poll = async () => {
	const before = await lists();
	// After a start, n8n takes a moment to activate the workflow.
	await until('a tick', async () => (await world.tick()) > 0);
	await until('the poll', async () => (await lists()) > before);
};
const items = async ({ id }: StoredWorkflow) =>
	(await world.rest.executions(id, { withData: true })).flatMap((execution) =>
		getOutputs(execution, 'Trigger').flat(),
	);
const expectItems = async (workflow: StoredWorkflow, count: number) => {
	await until(`${count} items`, async () => (await items(workflow)).length >= count);
	expect(await items(workflow)).toHaveLength(count);
};

it('The trigger runs each click once, also those of the time in which n8n is down', async () => {
	const workflow = await publishNew(world, polled(world.credential, { event: 'link.clicked' }));
	made.push(workflow);
	// A click in the second of the first poll may be an older one.
	await sleep(1_000);
	await visit();
	await visit();
	await poll();
	await expectItems(workflow, 2);
	await world.restart(async () => {
		await visit();
	});
	await visit();
	await poll();
	await expectItems(workflow, 4);
	await poll();
	await world.restart();
	await poll();
	await expectItems(workflow, 4);
});

it('Fetch Test Event shows the latest real click', async () => {
	await visit();
	const workflow = await world.rest.createWorkflow(
		polled(world.credential, { event: 'link.clicked' }),
	);
	made.push(workflow);
	const execution = await world.rest.run(workflow.id, 'Trigger');
	expect(getOutputs(execution, 'Trigger')[0]).toMatchObject([
		{
			json: {
				event: 'link.clicked',
				deliveryId: '',
				linkId: 1,
				country: expect.any(String) as string,
			},
		},
	]);
});
