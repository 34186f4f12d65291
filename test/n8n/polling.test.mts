/** Tests the polling trigger in a real n8n: publishing, restarts, polls without news, and the test event. */
import type { IDataObject } from 'n8n-workflow';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { polled } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n({ ticks: true });
const made = useWorkflows(n8n);

/**
 * Publishes the trigger while Link Platform's clock is one second behind. Otherwise, clicks in the same second as the
 * first poll might count as older than that poll.
 */
async function publish(parameters: IDataObject) {
	await n8n.change({ rateLimit: { clockSkewSeconds: -1 } });
	const workflow = await publishNew(n8n, polled(n8n.credential, parameters));
	made.push(workflow);
	await n8n.change({ rateLimit: { clockSkewSeconds: 0 } });
	return workflow;
}

/** Makes n8n poll until Link Platform has received `count` more requests for each route. */
async function poll(count = 1, routes = ['GET /api/urls']) {
	const before = await n8n.counts();
	const getPolls = async () => {
		const now = await n8n.counts();
		return Math.min(...routes.map((route) => (now[route] ?? 0) - (before[route] ?? 0)));
	};
	for (let seen = 0; seen < count; seen = await getPolls()) {
		await n8n.tick();
		const isSeen = async () => (await getPolls()) > seen;
		// A tick is lost if n8n is still starting, or if the trigger is still polling.
		await until('a poll', isSeen, 1_000).catch(() => undefined);
	}
}

const items = async ({ id }: StoredWorkflow) =>
	(await n8n.rest.executions(id, { withData: true })).flatMap((execution) =>
		getOutputs(execution, 'Trigger').flat(),
	);
const expectItems = async (workflow: StoredWorkflow, count: number) => {
	await until(`${count} items`, async () => (await items(workflow)).length >= count);
	expect(await items(workflow)).toHaveLength(count);
};

it('the polling trigger returns each click once, including clicks made while n8n was down', async () => {
	const workflow = await publish({ event: 'link.clicked' });
	await n8n.visit('/launch');
	await n8n.visit('/launch');
	await poll();
	await expectItems(workflow, 2);
	await n8n.restart(async () => void (await n8n.visit('/launch')));
	await n8n.visit('/launch');
	await poll();
	await expectItems(workflow, 4);
	await poll();
	await n8n.restart();
	await poll();
	await expectItems(workflow, 4);
});

/** Makes Link Platform return this number of scans for QR code 1. */
const setScans = async (scans: number) => {
	const body = JSON.stringify({ error: 0, data: { id: 1, name: 'Poster', scans } });
	await n8n.fault({ path: '/api/qr/1', action: { type: 'wrongJson', body } });
};

it('60 polls without news start no execution, and the next click starts exactly one', async () => {
	await setScans(6);
	const workflows = [
		await publish({ event: 'link.clicked', filters: { country: 'DE' } }),
		await publish({ event: 'link.milestone', filters: { linkId: '1' }, steps: '1000' }),
		await publish({ event: 'qr.scanned', filters: { qrCodeId: '1' } }),
	];
	const count = () =>
		Promise.all(
			workflows.map(async ({ id }) => {
				await n8n.rest.idle(id);
				return (await n8n.rest.executions(id)).length;
			}),
		);
	// Simulate a click that the filter excludes, a click whose details aren't listed, and a drop of the scan counter.
	await n8n.clearFaults();
	const body = JSON.stringify({ error: 0, data: { activity: [], result: 0, maxpage: 1 } });
	await n8n.fault({ path: '/api/url/2/stats/activity', action: { type: 'wrongJson', body } });
	await setScans(0);
	await n8n.visit('/launch', { 'x-country': 'FR' });
	await n8n.visit('/guide', { 'x-country': 'DE' });
	const routes = ['GET /api/url/:id/stats/activity', 'GET /api/url/:id', 'GET /api/qr/:id'];
	await poll(2, routes);
	// n8n saves the click that waits for its details and the suspected drop of the counter once each, in an execution
	// without items.
	await until('both executions', async () => String(await count()) === '1,0,1');
	await poll(60, routes);
	expect(await count()).toEqual([1, 0, 1]);

	await n8n.visit('/launch', { 'x-country': 'DE' });
	await poll(2, routes);
	await expectItems(workflows[0], 1);
	expect(await items(workflows[0])).toMatchObject([{ json: { linkId: 1, country: 'DE' } }]);
	expect(await count()).toEqual([2, 0, 1]);
});

it('Fetch Test Event in the polling trigger returns the latest real click', async () => {
	await n8n.visit('/launch');
	const workflow = await n8n.rest.createWorkflow(polled(n8n.credential, { event: 'link.clicked' }));
	made.push(workflow);
	const execution = await n8n.rest.run(workflow.id, 'Trigger');
	const country = expect.any(String);
	expect(getOutputs(execution, 'Trigger')[0]).toMatchObject([
		{ json: { event: 'link.clicked', deliveryId: '', linkId: 1, country } },
	]);
});
