/**
 * Tests a published trigger over hours, restarts and failures of Link Platform: the trigger reports only events that
 * may be lost.
 */
import type { IDataObject } from 'n8n-workflow';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import {
	type NodeSketch,
	chain,
	deliver,
	manualStart,
	productionUrl,
	triggered,
} from '../../tools/n8n/n8nWithSandbox.mts';
import { OUR_NODE, publishNew, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n({ ticks: true });
const made = useWorkflows(n8n);
async function publish(workflow = triggered(n8n.credential, ['link.clicked'])) {
	const stored = await publishNew(n8n, workflow);
	made.push(stored);
	return stored;
}

const active = async () => (await n8n.subscriptions()).filter((one) => one.active);
const drop = async () => {
	for (const { id } of await active()) await n8n.remove(id);
};
const status = async ({ id }: StoredWorkflow) => (await n8n.rest.publication(id)).status;
const executions = ({ id }: StoredWorkflow) => n8n.rest.executions(id, { withData: true });
const failed = async (workflow: StoredWorkflow) =>
	(await executions(workflow)).filter((execution) => execution.status === 'error');
const reportedOnce = async (workflow: StoredWorkflow) =>
	(
		await until('a failed execution', async () => {
			const found = await failed(workflow);
			return found.length === 1 && found;
		})
	)[0];
const listings = async () => (await n8n.requests()).filter(({ path }) => path === '/api/webhooks');
/** Runs the hourly check, and waits until Link Platform has responded to its request. */
const check = async () => {
	const before = (await listings()).length;
	expect(await n8n.tick()).toBeGreaterThan(0);
	await until('the check', async () => (await listings()).length > before);
};
const expectDeliveryToRun = async (workflow: StoredWorkflow) => {
	const before = (await executions(workflow)).length;
	const [{ secret }] = await active();
	expect((await deliver({ url: productionUrl(n8n, workflow), secret })).status).toBe(200);
	await until('its execution', async () => {
		const all = await executions(workflow);
		return all.length > before && all.at(-1)?.status === 'success';
	});
};

it('the hourly check renews a lost subscription, reports this, and starts the error workflow', async () => {
	const alarm: NodeSketch[] = [
		{ name: 'On Error', type: 'n8n-nodes-base.errorTrigger' },
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	];
	const alarmed = await n8n.rest.createWorkflow(chain('Alarm', alarm));
	made.push(alarmed);
	await n8n.rest.publish(alarmed.id).catch(() => undefined);
	const workflow = triggered(n8n.credential, ['link.clicked']);
	workflow.settings = { ...workflow.settings, errorWorkflow: alarmed.id };
	const watched = await publish(workflow);
	await drop();
	await check();
	const { data } = await reportedOnce(watched);
	expect(data?.resultData.error?.message).toMatch(/^The webhook of this trigger was renewed\. /);
	const alert = await until('the error workflow', async () => (await executions(alarmed)).at(-1));
	const [[{ json }]] = getOutputs(alert, 'On Error');
	expect(json.trigger).toMatchObject({
		error: {
			message: expect.stringMatching(/was renewed.* Events since \d{4}-.* may be missing$/),
			description: expect.stringMatching(/^Missed events are not sent again\. /),
		},
	});
	expect(await active()).toHaveLength(1);
	await expectDeliveryToRun(watched);
	await check();
	expect(await failed(watched)).toHaveLength(1);
	expect(await status(watched)).toBe('published');
});

it('the hourly check works if the API key in the credential is an expression', async () => {
	const apiKey = `={{ ${JSON.stringify(n8n.credentialData.apiKey)} }}`;
	const credential = await n8n.saveCredential('By expression', { apiKey });
	const workflow = await publish(triggered(credential, ['link.clicked']));
	await drop();
	await check();
	await reportedOnce(workflow);
	await expectDeliveryToRun(workflow);
});

describe('a restarted n8n', () => {
	const restart = async (meanwhile?: () => Promise<void>) => {
		await n8n.restart(meanwhile);
		const before = (await listings()).length;
		await until('its check', async () => (await listings()).length > before);
	};

	it('a restart of n8n at a new address moves the subscription to that address', async () => {
		const workflow = await publish();
		const address = n8n.url.replace('localhost', '127.0.0.1');
		const moved = productionUrl({ url: address }, workflow);
		await n8n.restart(undefined, { N8N_WEBHOOK_URL: `${address}/` });
		await until('the move', async () => (await active())[0]?.url === moved);
		expect(await active()).toHaveLength(1);
		expect(await failed(workflow)).toEqual([]);
		await restart();
	});
});

describe('a new API key', () => {
	const OUTDATED = 'created with a different API key or signing secret';

	/** Runs an operation with this credential, and returns its items. */
	async function ask(credential: { id: string; name: string }, parameters: IDataObject) {
		const credentials = { linkPlatformApi: credential };
		const node = { name: 'Node', type: OUR_NODE, parameters, credentials };
		const workflow = await n8n.rest.createWorkflow(chain('By hand', [manualStart, node]));
		made.push(workflow);
		return getOutputs(await n8n.rest.run(workflow.id, 'Start'), 'Node')[0].map(({ json }) => json);
	}

	it('Check Setup names the webhook whose events are refused after the API key changed, until the workflow is published again', async () => {
		const credential = await n8n.saveCredential('Changing');
		const workflow = await publish(triggered(credential, ['link.clicked']));
		const [former] = await active();
		await n8n.saveCredential('Changing', { apiKey: await n8n.newKey() });
		const checkWebhook = async () => {
			const setup = await ask(credential, { resource: 'account', operation: 'checkSetup' });
			const check = `Webhook ${new URL(former.url).pathname} (link.clicked)`;
			return setup.find((one) => one.check === check);
		};

		const sendTestEvent = {
			resource: 'webhook',
			operation: 'sendTestEvent',
			url: former.url,
			event: 'link.clicked',
		};
		// n8n's process still uses the previous key for half a minute.
		await until(
			'the test event to say that real events are refused',
			async () => JSON.stringify(await ask(credential, sendTestEvent)).includes(OUTDATED),
			90_000,
		);
		expect(await checkWebhook()).toMatchObject({
			ok: false,
			found: expect.stringContaining(OUTDATED),
			advice: "Unpublish the trigger's workflow and publish it again",
		});
		const before = (await executions(workflow)).length;
		await n8n.visit('/launch');
		const refusal = await until('the refusal of a click', async () =>
			(await n8n.deliveries()).find(({ attempts }) => attempts[0]?.status === 401),
		);
		expect(refusal.event).toBe('link.clicked');
		expect(await executions(workflow)).toHaveLength(before);

		await n8n.rest.unpublish(workflow.id);
		await n8n.rest.publish(workflow.id);
		const [current] = await active();
		expect(current.id).not.toBe(former.id);
		expect(await checkWebhook()).toMatchObject({
			ok: true,
			found: 'The trigger receives deliveries',
		});
		await n8n.visit('/launch');
		await n8n.rest.executionsWhenOver(workflow.id, before + 1);
	});
});
