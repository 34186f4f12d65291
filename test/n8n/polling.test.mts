/** Tests the polling trigger in a real n8n: publishing, restarts, polls without news, and the test event. */
import type { IDataObject } from 'n8n-workflow';
import { type StoredWorkflow, type WorkflowNode, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { polled } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n({ ticks: true });
const made = useWorkflows(n8n);

async function publish(parameters: IDataObject) {
	const workflow = await publishNew(n8n, polled(n8n.credential, parameters));
	made.push(workflow);
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

const items = async ({ id }: StoredWorkflow, names = ['Trigger', 'Renamed']) =>
	(await n8n.rest.executions(id, { withData: true })).flatMap((execution) =>
		names.flatMap((name) => getOutputs(execution, name).flat()),
	);
const expectItems = async (workflow: StoredWorkflow, count: number) => {
	await until(`${count} items`, async () => (await items(workflow)).length >= count);
	expect(await items(workflow)).toHaveLength(count);
};

it('the polling trigger counts each click once, including clicks made while n8n was down', async () => {
	const workflow = await publish({ event: 'link.clicked' });
	await n8n.visit('/launch');
	await n8n.visit('/launch');
	await poll();
	await expectItems(workflow, 1);
	await n8n.restart(async () => void (await n8n.visit('/launch')));
	await n8n.visit('/launch');
	await poll();
	await expectItems(workflow, 2);
	await poll();
	await n8n.restart();
	await poll();
	await expectItems(workflow, 2);
	expect(await items(workflow)).toMatchObject([{ json: { added: 2 } }, { json: { added: 2 } }]);
});

/** Makes Link Platform return this number of scans for QR code 1. */
const setScans = async (scans: number) => {
	await n8n.clearFaults();
	const body = JSON.stringify({ error: 0, data: { id: 1, name: 'Poster', scans } });
	await n8n.fault({ path: '/api/qr/1', action: { type: 'wrongJson', body } });
};

it('60 polls without news start no execution, and the next click starts exactly one', async () => {
	await setScans(6);
	const workflows = [
		await publish({ event: 'link.clicked', filters: { linkId: '1' } }),
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
	// A click that the filter excludes, and a drop of the scan counter.
	await setScans(0);
	await n8n.visit('/guide');
	const routes = ['GET /api/url/:id', 'GET /api/qr/:id'];
	await poll(2, routes);
	// n8n saves the suspected drop of the counter once, in an execution without items.
	await until('the execution', async () => String(await count()) === '0,0,1');
	await poll(60, routes);
	expect(await count()).toEqual([0, 0, 1]);

	await n8n.visit('/launch');
	await poll(2, routes);
	await expectItems(workflows[0], 1);
	expect(await items(workflows[0])).toMatchObject([{ json: { linkId: 1, added: 1 } }]);
	expect(await count()).toEqual([1, 0, 1]);
});

/** Changes the trigger of a published workflow, and publishes it again. */
async function change({ id }: StoredWorkflow, changes: Partial<WorkflowNode>) {
	const stored = await n8n.rest.workflow(id);
	const [trigger] = stored.nodes;
	const links = stored.connections[trigger.name];
	delete stored.connections[trigger.name];
	Object.assign(trigger, changes);
	stored.connections[trigger.name] = links;
	await n8n.rest.saveWorkflow(stored);
	expect(await n8n.rest.publish(id)).toMatchObject({ status: 'published' });
}

it('a renamed trigger keeps its memory, and another credential makes it start over with one failed execution', async () => {
	const workflow = await publish({ event: 'link.clicked' });
	await n8n.visit('/launch');
	await change(workflow, { name: 'Renamed' });
	await expectItems(workflow, 1);
	const apiUrl = String(n8n.credentialData.apiUrl).replace('127.0.0.1', 'localhost');
	const other = await n8n.saveCredential('Another', { apiUrl });
	await n8n.visit('/launch');
	await change(workflow, { credentials: { linkPlatformApi: other } });
	const failed = async () =>
		(await n8n.rest.executions(workflow.id)).filter(({ status }) => status === 'error');
	await until('the failed execution', async () => (await failed()).length > 0);
	await n8n.visit('/launch');
	await poll();
	await expectItems(workflow, 2);
	expect(await items(workflow)).toMatchObject([{ json: { added: 1 } }, { json: { added: 1 } }]);
	expect(await failed()).toHaveLength(1);
});

it('publishing ends although the first reading takes more than a minute, and the next polls report all since then', async () => {
	await n8n.fill('links', 350);
	await n8n.fault({ path: '/api/urls', action: { type: 'delay', ms: 18_000 } });
	const workflow = await publish({ event: 'link.clicked' });
	await n8n.visit('/launch');
	await n8n.clearFaults();
	// The next poll takes the first reading, and may already report the click.
	await poll();
	await poll();
	await expectItems(workflow, 1);
	expect(await items(workflow)).toMatchObject([{ json: { alias: 'launch', added: 1 } }]);
});
