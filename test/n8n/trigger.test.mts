/** The trigger's subscription: after whatever the user does, Link Platform holds what it should. */
import type { Delivery } from '../../tools/sandbox/deliveries.mts';
import { readExample } from '../../tools/n8n/examples.mts';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { type N8nWorld, openN8nWorld, productionUrl, triggered } from '../../tools/n8n/world.mts';
import { itIfPublishedInSteps } from './release.mts';

let world: N8nWorld;
beforeAll(async () => {
	world = await openN8nWorld();
}, 300_000);
afterAll(async () => await world?.close());

let made: StoredWorkflow[] = [];
/** A saved workflow that our trigger starts; gone after the test. */
async function workflowOn(
	events: string[],
	credential = world.credential,
	options: object = {},
): Promise<StoredWorkflow> {
	const workflow = await world.rest.createWorkflow(triggered(credential, events, { options }));
	made.push(workflow);
	return workflow;
}
afterEach(async () => {
	await world.clearFaults();
	for (const { id } of made) {
		await world.rest.unpublish(id);
		await world.rest.deleteWorkflow(id);
	}
	made = [];
	expect(await world.subscriptions()).toEqual([]);
});

const shown = async () =>
	(await world.subscriptions()).map(({ url, events, active }) => ({ url, events, active }));

/** Saves the workflow as changed, and publishes it. */
async function republish({ id }: StoredWorkflow, change: (workflow: StoredWorkflow) => void) {
	const workflow = await world.rest.workflow(id);
	change(workflow);
	await world.rest.saveWorkflow(workflow);
	return await world.rest.publish(id);
}

const click = async () => await fetch(`${world.service.url}/launch`, { redirect: 'manual' });
const getExecutions = async ({ id }: StoredWorkflow, count: number) =>
	await until(`${count} executions`, async () => {
		const executions = await world.rest.executions(id, { withData: true });
		const areOver = executions.every(({ status }) => !['new', 'running'].includes(status));
		return executions.length >= count && areOver ? executions : undefined;
	});

describe('publishing', () => {
	it('subscribes, and a click runs the workflow', async () => {
		const workflow = await workflowOn(['link.clicked']);
		expect(await world.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
		const url = productionUrl(world, workflow);
		expect(await shown()).toEqual([{ url, events: ['link.clicked'], active: true }]);
		await click();
		const [execution] = await getExecutions(workflow, 1);
		expect(getOutputs(execution, 'End')[0][0].json).toMatchObject({
			event: 'link.clicked',
			deliveryId: expect.any(String),
			data: { alias: 'launch' },
		});
	});

	it('subscribes to other events when these change', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		await republish(workflow, ({ nodes }) => {
			nodes[0].parameters.events = ['qr.scanned', 'link.created'];
		});
		const url = productionUrl(world, workflow);
		expect(await shown()).toEqual([{ url, events: ['qr.scanned', 'link.created'], active: true }]);
	});

	itIfPublishedInSteps('leaves the subscription alone when something else changes', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const [before] = await world.subscriptions();
		await republish(workflow, ({ nodes }) => {
			nodes[1].position = [500, 500];
		});
		expect(await world.subscriptions()).toEqual([before]);
	});

	it('survives that the node gets another name', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		await republish(workflow, ({ nodes, connections }) => {
			nodes[0].name = 'Renamed';
			connections.Renamed = connections.Trigger;
			delete connections.Trigger;
		});
		const url = productionUrl(world, workflow);
		expect(await shown()).toEqual([{ url, events: ['link.clicked'], active: true }]);
		await click();
		const [execution] = await getExecutions(workflow, 1);
		expect(execution.status).toBe('success');
	});

	it('replaces what an earlier n8n left under the same URL', async () => {
		const workflow = await workflowOn(['link.clicked']);
		const url = productionUrl(world, workflow);
		for (const event of ['bio.viewed', 'link.clicked']) {
			const body = { url, events: [event], secret: 'forgotten' };
			await world.ask('POST', '/api/webhooks/subscribe', body);
		}
		await world.rest.publish(workflow.id);
		expect(await shown()).toEqual([{ url, events: ['link.clicked'], active: true }]);
		await click();
		await getExecutions(workflow, 1);
	});

	it('ends the subscription when it is taken back', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		await world.rest.unpublish(workflow.id);
		expect(await shown()).toEqual([]);
	});

	it('is no problem when Link Platform has dropped the subscription before', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const [{ id }] = await world.subscriptions();
		await world.remove(id);
		expect(await world.rest.unpublish(workflow.id)).toMatchObject({ status: 'not_published' });
	});
});

describe('a restart of n8n', () => {
	it('leaves the subscription as it is, and clicks go on to run the workflow', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const [before] = await world.subscriptions();
		await world.restart();
		expect(await world.subscriptions()).toEqual([before]);
		await click();
		const [execution] = await getExecutions(workflow, 1);
		expect(execution.status).toBe('success');
	});
});

describe('a scan, which is also a click', () => {
	const scan = async () => await fetch(`${world.service.url}/q/poster`, { redirect: 'manual' });
	/** What got past the trigger, once Link Platform has sent so many events. */
	const ranAfter = async (workflow: StoredWorkflow, count: number) => {
		const url = productionUrl(world, workflow);
		await until('all deliveries', async () => {
			const { deliveries } = await world.control<{ deliveries: Delivery[] }>('deliveries');
			const own = deliveries.filter((delivery) => delivery.url === url);
			return own.length === count && own.every(({ state }) => state === 'delivered');
		});
		// The public API lists no execution that is under way, as one is whose click waits for its scan.
		const filter = JSON.stringify({ workflowId: workflow.id, status: ['new', 'running'] });
		await until('the end of all executions', async () => {
			const path = `/rest/executions?filter=${encodeURIComponent(filter)}`;
			return (await world.rest.call<{ results: unknown[] }>('GET', path)).results.length === 0;
		});
		const executions = await getExecutions(workflow, 1);
		const items = executions.flatMap((execution) => getOutputs(execution, 'End')).flat();
		return items.map(({ json: { event, data } }) => [event, (data as { linkId: number }).linkId]);
	};

	it('runs the workflow for the scan alone, if so wanted; a click by itself still runs it', async () => {
		const options = { ignoreScanClicks: true };
		const workflow = await workflowOn(['link.clicked', 'qr.scanned'], world.credential, options);
		await world.rest.publish(workflow.id);
		await scan();
		await click();
		const ran = await ranAfter(workflow, 3);
		expect(ran).toHaveLength(2);
		expect(ran).toEqual(
			expect.arrayContaining([
				['link.clicked', 1],
				['qr.scanned', expect.any(Number)],
			]),
		);
	});

	it('runs it twice otherwise', async () => {
		const workflow = await workflowOn(['link.clicked', 'qr.scanned']);
		await world.rest.publish(workflow.id);
		await scan();
		const events = (await ranAfter(workflow, 2)).map(([event]) => event);
		expect(events.sort()).toEqual(['link.clicked', 'qr.scanned']);
	});
});

describe('a service that refuses', () => {
	it('shows the user why publishing did not work, and the next time it does', async () => {
		const workflow = await workflowOn(['link.clicked']);
		const body = { error: 1, message: 'Webhooks are not part of your plan' };
		const action = { type: 'status', status: 403, body };
		await world.fault({ method: 'POST', path: '/api/webhooks/subscribe', action });
		const { status, triggers } = await world.rest.publish(workflow.id);
		expect(status).toBe('failed');
		expect(triggers[0].errorMessage).toContain('Webhooks are not part of your plan');
		await world.clearFaults();
		await world.rest.unpublish(workflow.id);
		expect(await world.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
		expect(await shown()).toHaveLength(1);
	});

	itIfPublishedInSteps('is asked again within the same publication', async () => {
		const workflow = await workflowOn(['link.clicked']);
		const action = { type: 'status', status: 403, afterHandling: true };
		await world.fault({ method: 'POST', path: '/api/webhooks/subscribe', times: 2, action });
		expect(await world.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
		expect(await shown()).toHaveLength(1);
	});

	itIfPublishedInSteps('is asked again when a deletion did not work', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const action = { type: 'status', status: 403 };
		await world.fault({ method: 'DELETE', path: '/api/webhooks/*', times: 2, action });
		await world.rest.unpublish(workflow.id);
		await until('the deletion', async () => (await shown()).length === 0);
	});

	itIfPublishedInSteps('gets the deletion with the next publication when none worked', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const [before] = await world.subscriptions();
		await world.fault({
			method: 'DELETE',
			path: '/api/webhooks/*',
			action: { type: 'status', status: 403 },
		});
		await world.rest.unpublish(workflow.id);
		expect(await world.subscriptions()).toEqual([before]);
		await world.clearFaults();
		await republish(workflow, ({ nodes }) => {
			nodes[0].parameters.events = ['qr.scanned'];
		});
		expect(await shown()).toEqual([
			{ url: productionUrl(world, workflow), events: ['qr.scanned'], active: true },
		]);
	});

	it('cannot reach an n8n on localhost, which names N8N_WEBHOOK_URL', async () => {
		// An address of this machine that does not look like one.
		const apiUrl = world.service.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
		const elsewhere = await world.saveCredential('Elsewhere', { apiUrl, legacyApiUrl: '' });
		const workflow = await workflowOn(['link.clicked'], elsewhere);
		const { status, triggers } = await world.rest.publish(workflow.id);
		expect(status).toBe('failed');
		expect(triggers[0].errorMessage).toMatch(/can't reach n8n at .*localhost.*N8N_WEBHOOK_URL/);
	});
});

describe('"listen for test event"', () => {
	it('has a subscription of its own until the first event', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.publish(workflow.id);
		const url = productionUrl(world, workflow);
		const testUrl = url.replace('/webhook/', '/webhook-test/');
		await world.rest.listen(workflow.id, 'Trigger');
		expect((await shown()).map((one) => one.url)).toEqual([url, testUrl]);
		await click();
		await getExecutions(workflow, 2);
		await until('its end', async () => (await shown()).length === 1);
		expect(await shown()).toMatchObject([{ url }]);
	});

	it('ends it when the user stops listening', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.listen(workflow.id, 'Trigger');
		expect(await shown()).toHaveLength(1);
		await world.rest.stopListening(workflow.id);
		await until('its end', async () => (await shown()).length === 0);
	});

	it('logs a removal that did not work, and n8n stays alive', async () => {
		const workflow = await workflowOn(['link.clicked']);
		await world.rest.listen(workflow.id, 'Trigger');
		const [{ id }] = await world.subscriptions();
		await world.fault({
			method: 'DELETE',
			path: '/api/webhooks/*',
			action: { type: 'status', status: 403 },
		});
		await world.rest.stopListening(workflow.id);
		await until('the log line', () => world.log().includes('test webhook was not removed'));
		await world.clearFaults();
		await world.rest.listen(workflow.id, 'Trigger');
		const after = await world.subscriptions();
		expect(after).toHaveLength(1);
		expect(after[0].id).not.toBe(id);
		await world.rest.stopListening(workflow.id);
		await until('its end', async () => (await shown()).length === 0);
	});
});

describe('a subscription that Link Platform has switched off', () => {
	it('is restored by the guard workflow, which hears its heartbeat, and the next click runs the workflow', async () => {
		const { rest, credential, url } = world;
		const workflow = await rest.createWorkflow(readExample('click-alert', credential, url));
		const guard = await rest.createWorkflow(readExample('webhook-guard', credential, url));
		made.push(workflow, guard);
		await rest.publish(workflow.id);
		const [{ id, url: subscribed }] = await world.subscriptions();

		const quiet = await rest.run(guard.id, 'Every Hour');
		expect(getOutputs(quiet, 'Ensure Webhook Is Active')[0][0].json).toMatchObject({
			ok: true,
			changed: false,
			delivered: true,
		});
		expect(getOutputs(quiet, 'Describe What Happened')).toEqual([]);

		await world.control(`webhooks/${id}/deactivate`, {});
		await click();
		const repair = await rest.run(guard.id, 'Every Hour');
		expect(repair.status).toBe('success');
		expect(getOutputs(repair, 'Tell Somebody')[0]).toHaveLength(1);
		expect(getOutputs(repair, 'Describe What Happened')[0][0].json).toMatchObject({
			what: expect.stringMatching(/^It was missing/),
		});
		expect(getOutputs(repair, 'Get Clicks')[0].length).toBeGreaterThan(0);
		const active = (await shown()).filter((one) => one.active);
		expect(active).toEqual([{ url: subscribed, events: ['link.clicked'], active: true }]);

		await click();
		expect(await getExecutions(workflow, 1)).toHaveLength(1);
		// The trigger does not know the new subscription's id, and yet ends it.
		await rest.unpublish(workflow.id);
		expect(await shown()).toEqual([]);
	});
});

describe('the purchase example', () => {
	it('runs when a product is bought', async () => {
		const { rest, credential, url } = world;
		const workflow = await rest.createWorkflow(readExample('purchase-alert', credential, url));
		made.push(workflow);
		await rest.publish(workflow.id);
		await world.control('events', { event: 'product.purchased', data: { productId: 7 } });
		const [execution] = await getExecutions(workflow, 1);
		expect(getOutputs(execution, 'What Came In')[0][0].json).toMatchObject({
			event: 'product.purchased',
			data: { productId: 7 },
		});
	});
});
