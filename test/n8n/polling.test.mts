/** The polling trigger in a real n8n: published, restarted, unpublished, and its test event. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { polled } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n({ ticks: true });
const made = useWorkflows(n8n);

const visit = async () => {
	const { data } = await n8n.ask<{ data: { shorturl: string } }>('GET', '/api/url/1');
	await fetch(data.shorturl, { redirect: 'manual' });
};
const lists = async () => (await n8n.requests()).filter(({ path }) => path === '/api/urls').length;
/** Lets one poll happen. */
const poll = async () => {
	const before = await lists();
	// After a start, n8n takes a moment to activate the workflow.
	await until('a tick', async () => (await n8n.tick()) > 0);
	await until('the poll', async () => (await lists()) > before);
};
const items = async ({ id }: StoredWorkflow) =>
	(await n8n.rest.executions(id, { withData: true })).flatMap((execution) =>
		getOutputs(execution, 'Trigger').flat(),
	);
const expectItems = async (workflow: StoredWorkflow, count: number) => {
	await until(`${count} items`, async () => (await items(workflow)).length >= count);
	expect(await items(workflow)).toHaveLength(count);
};

it('the polling trigger returns each click once, including clicks made while n8n was down', async () => {
	const workflow = await publishNew(n8n, polled(n8n.credential, { event: 'link.clicked' }));
	made.push(workflow);
	// A click in the second of the first poll may be an older one.
	await sleep(1_000);
	await visit();
	await visit();
	await poll();
	await expectItems(workflow, 2);
	await n8n.restart(async () => {
		await visit();
	});
	await visit();
	await poll();
	await expectItems(workflow, 4);
	await poll();
	await n8n.restart();
	await poll();
	await expectItems(workflow, 4);
});

it('Fetch Test Event in the polling trigger returns the latest real click', async () => {
	await visit();
	const workflow = await n8n.rest.createWorkflow(polled(n8n.credential, { event: 'link.clicked' }));
	made.push(workflow);
	const execution = await n8n.rest.run(workflow.id, 'Trigger');
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
