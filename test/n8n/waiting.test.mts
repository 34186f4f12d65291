/** Tests executions that wait for a click in a real n8n. */
import { randomUUID } from 'node:crypto';

import { type Execution, type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { type NodeSketch, chain, deliver, manualStart } from '../../tools/n8n/n8nWithSandbox.mts';
import { until } from '../../tools/until.mts';
import { OUR_NODE, publishNew, useN8n } from './useN8n.mts';

const SHORTEST = { timeoutAmount: 2, timeoutUnit: 'minutes' };
/** The maximum time in milliseconds until a wait has timed out. n8n checks for expired waits once a minute. */
const UNTIL_TIMED_OUT = 240_000;

interface Link {
	id: number;
	alias: string;
}

const n8n = useN8n();
beforeAll(startTimeLimits);

const newLink = async () => {
	const body = { url: 'https://example.com/for-one-test' };
	return (await n8n.ask<{ data: Link }>('POST', '/api/url/add', body)).data;
};
const visit = ({ alias }: Link) => fetch(`${n8n.service.url}/${alias}`, { redirect: 'manual' });

/** Returns our node with the operation that waits for a click on the link. */
const wait = (linkId: number | string, parameters: object = {}, name = 'Wait') => ({
	name,
	type: OUR_NODE,
	parameters: {
		resource: 'link',
		operation: 'waitForClick',
		linkId: { __rl: true, mode: 'id', value: String(linkId) },
		...parameters,
	},
	credentials: { linkPlatformApi: n8n.credential },
});

/** Returns a node that adds to each item the name of the row that the item is paired with. */
const after = (name = 'After') => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'manual',
		includeOtherFields: true,
		assignments: {
			assignments: [
				{ id: '1', name: 'pairedWith', type: 'string', value: "={{ $('Rows').item.json.name }}" },
			],
		},
		options: {},
	},
});

const rows: NodeSketch = {
	name: 'Rows',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};

interface Published extends StoredWorkflow {
	path: string;
}

/** Publishes a workflow that starts when rows are posted to its webhook. */
async function publish(nodes: NodeSketch[], change?: (workflow: ReturnType<typeof chain>) => void) {
	const path = randomUUID();
	const call: NodeSketch = {
		name: 'Call',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path, options: {} },
		webhookId: path,
	};
	const workflow = chain('Waits', [call, rows, ...nodes]);
	change?.(workflow);
	return { ...(await publishNew(n8n, workflow)), path };
}

async function post({ path }: Published, ...names: string[]) {
	const response = await fetch(`${n8n.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ rows: names.map((name) => ({ name })) }),
	});
	expect(response.status).toBe(200);
}

/** Waits for an execution of the workflow with this status, and returns the latest such execution. */
async function execution({ id }: { id: string }, status: string, limit?: number) {
	const find = async () => {
		const all = await n8n.rest.executions(id, { withData: true });
		return all.findLast((one) => one.status === status);
	};
	return await until(`an execution of ${id} that is ${status}`, find, limit);
}

/** Returns the subscriptions of a waiting execution, the newest last. */
const getSubscriptions = async ({ id }: { id: string }) =>
	(await n8n.subscriptions()).filter(({ url }) => url.includes(`/webhook-waiting/${id}/`));

/** Publishes a workflow, starts it with a row for each name, and returns when its execution is waiting. */
async function start(nodes: NodeSketch[], ...names: string[]) {
	const workflow = await publish(nodes);
	await post(workflow, ...(names.length > 0 ? names : ['Ada']));
	const waiting = await execution(workflow, 'waiting');
	const [subscription] = await getSubscriptions(waiting);
	return { workflow, id: waiting.id, subscription };
}

const getJson = (run: Execution, node = 'After') =>
	getOutputs(run, node)[0]?.map(({ json }) => json);
const timesRun = (run: Execution, node: string) => run.data?.resultData.runData[node]?.length ?? 0;

const receivedText = JSON.stringify({ received: true });
const ignoredText = (why: string) => JSON.stringify({ received: true, ignored: why });

/** Workflows with executions that time out. These executions wait while the other tests run. */
let timeLimits: { loop: Published; loopLink: Link; parent: Published };

async function startTimeLimits() {
	const loopLink = await newLink();
	const loop = await publishLoop(loopLink.id);
	const parent = await publishParent((await newLink()).id);
	await post(parent, 'Ada');
	await post(loop, 'Ada', 'Grace');
	timeLimits = { loop, loopLink, parent };
}

/** Publishes a workflow in which one row after another waits for a click. */
async function publishLoop(linkId: number) {
	const loop: NodeSketch = {
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { options: {} },
	};
	// The first row waits long enough to receive its click; the second row has the shortest possible limit.
	const timeoutAmount = '={{ $runIndex === 0 ? 60 : 2 }}';
	const each = wait(linkId, { ...SHORTEST, timeoutAmount, ifAlready: 'wait' });
	return await publish([loop, each, after()], ({ connections }) => {
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		Object.assign(connections, {
			Loop: { main: [to('After'), to('Wait')] },
			Wait: { main: [to('Loop')] },
		});
	});
}

/** Publishes a workflow that calls a waiting sub-workflow, and continues with the sub-workflow's result. */
async function publishParent(linkId: number, parameters: object = SHORTEST) {
	const called: NodeSketch = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const child = await publishNew(n8n, chain('Child', [called, wait(linkId, parameters)]));
	const call: NodeSketch = {
		name: 'Call Child',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: child.id },
			mode: 'once',
			options: { waitForSubWorkflow: true },
		},
	};
	return await publish([call, after()]);
}

it('a wait for a click returns the input item, the event and item linking, and deletes its webhook', async () => {
	const link = await newLink();
	const { workflow, id } = await start([wait(link.id), after()]);
	await visit(link);
	const run = await execution(workflow, 'success');
	expect(run.id).toBe(id);
	const [json] = getJson(run);
	expect(json).toMatchObject({
		name: 'Ada',
		timedOut: false,
		alreadyHappened: false,
		event: { event: 'link.clicked', data: { linkId: link.id } },
		pairedWith: 'Ada',
	});
	expect(Object.keys(json)).toHaveLength(5);
	expect(timesRun(run, 'Wait')).toBe(1);
	await until('its end', async () => (await getSubscriptions({ id })).length === 0);
});

it('a wait for a click receives a click sent before n8n pauses, because Link Platform retries the delivery', async () => {
	const link = await newLink();
	const workflow = await publish([wait(link.id), after()]);
	const before = new Set((await n8n.subscriptions()).map(({ id }) => id));
	const posted = post(workflow, 'Ada');
	const subscription = await until('the subscription', async () =>
		(await n8n.subscriptions()).find(({ id }) => !before.has(id)),
	);
	const statuses: number[] = [];
	await until('a delivery that is taken', async () => {
		const { status } = await deliver(subscription, { data: { linkId: link.id } });
		statuses.push(status);
		return status === 200;
	});
	await posted;
	expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
	await execution(workflow, 'success');
});

it('a wait for a click in a sub-workflow resumes the parent workflow and returns its result', async () => {
	const link = await newLink();
	const parent = await publishParent(link.id, {});
	await post(parent, 'Ada');
	await execution(parent, 'waiting');
	await visit(link);
	const [json] = getJson(await execution(parent, 'success'));
	expect(json).toMatchObject({ name: 'Ada', timedOut: false, event: { event: 'link.clicked' } });
});

it('publishing a workflow with only an action node succeeds and creates no subscription', async () => {
	const count = (await n8n.subscriptions()).length;
	const create: NodeSketch = {
		name: 'Create',
		type: OUR_NODE,
		parameters: { resource: 'link', operation: 'create', url: 'https://example.com/' },
		credentials: { linkPlatformApi: n8n.credential },
	};
	await publishNew(n8n, chain('No trigger', [manualStart, create]));
	expect(await n8n.subscriptions()).toHaveLength(count);
});

it('a wait for a click survives a restart of n8n and resumes with the next click', async () => {
	const link = await newLink();
	const { workflow, subscription } = await start([wait(link.id), after()]);
	await n8n.restart();
	const response = await deliver(subscription, { data: { linkId: link.id } });
	expect(response).toEqual({ status: 200, text: receivedText });
	expect(getJson(await execution(workflow, 'success'))).toMatchObject([{ pairedWith: 'Ada' }]);
});

describe('a wait that times out', () => {
	const flagged = { timedOut: true, alreadyHappened: false, event: null };
	const resumed = (workflow: Published) => execution(workflow, 'success', UNTIL_TIMED_OUT);

	it('a wait for a click in a loop resumes for the first row, and times out for the second row', async () => {
		const { loop, loopLink } = timeLimits;
		const waiting = await execution(loop, 'waiting');
		const [first] = await getSubscriptions(waiting);
		await deliver(first, { data: { linkId: loopLink.id } });
		await until('the second wait', async () =>
			(await getSubscriptions(waiting)).some(({ url }) => url !== first.url),
		);
		await execution(loop, 'waiting');
		const leftover = await deliver(first, { data: { linkId: loopLink.id } });
		expect(leftover).toEqual({ status: 200, text: ignoredText('wait') });
		const run = await resumed(loop);
		expect(getJson(run)).toMatchObject([
			{ name: 'Ada', timedOut: false, pairedWith: 'Ada' },
			{ name: 'Grace', ...flagged, pairedWith: 'Grace' },
		]);
	});

	it('a wait for a click that times out in a sub-workflow resumes the parent workflow', async () => {
		const run = await resumed(timeLimits.parent);
		expect(getJson(run)).toMatchObject([{ name: 'Ada', ...flagged }]);
	});
});
