/** Tests that Link Platform has the correct subscription for the trigger, whatever the user does. */
import { readExample } from '../../tools/n8n/examples.mts';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { productionUrl, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { WITHOUT_EDITOR, useN8n, useWorkflows, withOursUnpinned, isSmoke } from './useN8n.mts';

/**
 * The n8n release to test. Older releases such as 2.35 finish publishing before they respond. They try only once,
 * publish the trigger again after each change, and don't remember failures.
 */
const { TEST_N8N_VERSION: version = '' } = process.env;
const itIfPublishedInSteps = version.startsWith('2.35.') ? it.skip : it;

const n8n = useN8n(WITHOUT_EDITOR);
const made = useWorkflows(n8n);
/** Creates a workflow that starts with our trigger. The workflow is removed after the test. */
async function workflowOn(events: string[], credential = n8n.credential, options: object = {}) {
	const workflow = await n8n.rest.createWorkflow(triggered(credential, events, { options }));
	made.push(workflow);
	return workflow;
}

async function publishOn(...options: Parameters<typeof workflowOn>) {
	const workflow = await workflowOn(...options);
	expect(await n8n.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
	return workflow;
}

const shown = async () =>
	(await n8n.subscriptions()).map(({ url, events, active }) => ({ url, events, active }));

/** Changes and saves the workflow, and publishes the new version. */
async function republish({ id }: StoredWorkflow, change: (workflow: StoredWorkflow) => void) {
	const workflow = await n8n.rest.workflow(id);
	change(workflow);
	await n8n.rest.saveWorkflow(workflow);
	return await n8n.rest.publish(id);
}

const click = () => fetch(`${n8n.service.url}/launch`, { redirect: 'manual' });
const getExecutions = ({ id }: StoredWorkflow, count: number) =>
	n8n.rest.executionsWhenOver(id, count);

describe('publishing', () => {
	it('publishing creates the subscription, and a click then starts the workflow', async () => {
		const workflow = await publishOn(['link.clicked']);
		const url = productionUrl(n8n, workflow);
		expect(await shown()).toEqual([{ url, events: ['link.clicked'], active: true }]);
		await click();
		const [execution] = await getExecutions(workflow, 1);
		expect(getOutputs(execution, 'End')[0][0].json).toMatchObject({
			event: 'link.clicked',
			deliveryId: expect.any(String),
			alias: 'launch',
		});
	});

	itIfPublishedInSteps(
		"publishing a change that doesn't affect the trigger leaves the subscription unchanged",
		async () => {
			const workflow = await publishOn(['link.clicked']);
			const [before] = await n8n.subscriptions();
			await republish(workflow, ({ nodes }) => {
				nodes[1].position = [500, 500];
			});
			expect(await n8n.subscriptions()).toEqual([before]);
		},
	);

	it('the trigger still works after its node is renamed and the workflow is published again', async () => {
		const workflow = await publishOn(['link.clicked']);
		await republish(workflow, ({ nodes, connections }) => {
			nodes[0].name = 'Renamed';
			connections.Renamed = connections.Trigger;
			delete connections.Trigger;
		});
		const url = productionUrl(n8n, workflow);
		expect(await shown()).toEqual([{ url, events: ['link.clicked'], active: true }]);
		await click();
		const [execution] = await getExecutions(workflow, 1);
		expect(execution.status).toBe('success');
	});
});

describe('a subscription that Link Platform refuses', () => {
	itIfPublishedInSteps('n8n retries a refused subscription until publishing succeeds', async () => {
		const workflow = await workflowOn(['link.clicked']);
		const action = { type: 'status', status: 403, afterHandling: true };
		await n8n.fault({ method: 'POST', path: '/api/webhooks/subscribe', times: 2, action });
		expect(await n8n.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
		expect(await shown()).toHaveLength(1);
	});
});

(isSmoke ? it.skip : itIfPublishedInSteps).each([
	['is silent', { action: { type: 'stall' } }, /Link Platform didn't respond in time/],
	[
		'has a rate limit that is used up for 100 seconds',
		{ action: { type: 'rateLimit', retryAfter: 100 } },
		/Stopped because of the rate limit/,
	],
])(
	'publishing fails in our words, and can be repeated, if Link Platform %s',
	async (_, fault, words) => {
		const credential = await n8n.saveCredential('Slow', { apiKey: await n8n.newKey() });
		const workflow = await workflowOn(['link.clicked'], credential);
		await n8n.fault(fault);
		const { status, triggers } = await n8n.rest.publish(workflow.id);
		expect([status, triggers[0].errorMessage]).toEqual(['failed', expect.stringMatching(words)]);
		await n8n.rest.unpublish(workflow.id);
		await n8n.clearFaults();
		expect(await shown()).toEqual([]);
		// A try more than 25 s later is a new publication.
		await until(
			'a new publication',
			async () => (await n8n.rest.publish(workflow.id)).status === 'published',
			150_000,
		);
		expect(await shown()).toHaveLength(1);
	},
	300_000,
);

it('"Listen for test event" has a subscription of its own, which ends after the first event', async () => {
	const workflow = await publishOn(['link.clicked']);
	const url = productionUrl(n8n, workflow);
	const testUrl = url.replace('/webhook/', '/webhook-test/');
	await n8n.rest.listen(workflow.id, 'Trigger');
	expect((await shown()).map((one) => one.url)).toEqual([url, testUrl]);
	await click();
	await getExecutions(workflow, 2);
	await until('its end', async () => (await shown()).length === 1);
	expect(await shown()).toMatchObject([{ url }]);
});

it("a test webhook that can't be deleted is logged, and n8n keeps running", async () => {
	const workflow = await workflowOn(['link.clicked']);
	await n8n.rest.listen(workflow.id, 'Trigger');
	const [{ id }] = await n8n.subscriptions();
	await n8n.fault({
		method: 'DELETE',
		path: '/api/webhooks/*',
		action: { type: 'status', status: 403 },
	});
	await n8n.rest.stopListening(workflow.id);
	await until('the log line', () => n8n.log().includes('the webhook was not removed'));
	await n8n.clearFaults();
	await n8n.rest.listen(workflow.id, 'Trigger');
	const after = await n8n.subscriptions();
	expect(after).toHaveLength(1);
	expect(after[0].id).not.toBe(id);
	await n8n.rest.stopListening(workflow.id);
	await until('its end', async () => (await shown()).length === 0);
});

it("the webhook-guard template finds a webhook without a published workflow, and doesn't start the trigger's workflow", async () => {
	const { rest, credential, url } = n8n;
	const workflow = await rest.createWorkflow(readExample('click-alert', credential, url));
	const guard = await rest.createWorkflow(
		withOursUnpinned(readExample('webhook-guard', credential, url)),
	);
	made.push(workflow, guard);
	await rest.publish(workflow.id);
	const quiet = await rest.run(guard.id, 'Every Hour');
	const checks = getOutputs(quiet, 'Check Setup')[0].map(({ json }) => json);
	expect(checks.find(({ check }) => String(check).startsWith('Webhook /'))).toMatchObject({
		ok: true,
	});
	expect(quiet.status).toBe('success');
	expect(await getExecutions(workflow, 0)).toEqual([]);

	const [{ url: subscribed }] = await n8n.subscriptions();
	const lost = {
		url: subscribed.replace(/\/webhook\/\w{8}/, '/webhook/00000000'),
		events: ['link.clicked'],
	};
	await n8n.ask('POST', '/api/webhooks/subscribe', lost);
	const finding = await rest.run(guard.id, 'Every Hour');
	expect(finding.data?.resultData.error?.message).toMatch(/no published workflow at this URL/);
	await n8n.remove((await n8n.subscriptions()).at(-1)!.id);
});
