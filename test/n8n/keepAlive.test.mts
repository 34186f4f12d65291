/** A published trigger over hours, restarts and failures of Link Platform: it reports only what may be lost. */
import { type Execution, type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import {
	type NodeSketch,
	chain,
	deliver,
	productionUrl,
	triggered,
} from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n, useWorkflows } from './useN8n.mts';

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
const executions = async ({ id }: StoredWorkflow) =>
	await n8n.rest.executions(id, { withData: true });
const failed = async (workflow: StoredWorkflow) =>
	(await executions(workflow)).filter((execution) => execution.status === 'error');
const reportedOnce = async (workflow: StoredWorkflow): Promise<Execution> =>
	(
		await until('a failed execution', async () => {
			const found = await failed(workflow);
			return found.length === 1 && found;
		})
	)[0];
const listings = async () => (await n8n.requests()).filter(({ path }) => path === '/api/webhooks');
/** Runs the hourly check, until Link Platform has responded. */
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

const down = { action: { type: 'reset' } };
const noKey = { action: { type: 'status', status: 401 } };
const refused = {
	method: 'POST',
	path: '/api/webhooks/subscribe',
	action: { type: 'status', status: 403, body: { error: 1, message: 'Not in your plan' } },
};

describe('the hourly check', () => {
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
				context: { missedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
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
});

describe('a restarted n8n', () => {
	const restart = async (meanwhile?: () => Promise<void>) => {
		await n8n.restart(meanwhile);
		const before = (await listings()).length;
		await until('its check', async () => (await listings()).length > before);
	};

	it.each([
		['is down', down, false],
		['rejects the API key', noKey, false],
		['refuses to renew a lost subscription', refused, true],
	])(
		'a restart of n8n keeps the workflow published and accepting deliveries while Link Platform %s',
		async (_, fault, isGone) => {
			const workflow = await publish();
			const [{ url, secret }] = await active();
			await restart(async () => {
				if (isGone) await drop();
				await n8n.fault(fault);
			});
			expect(await status(workflow)).toBe('published');
			expect((await deliver({ url, secret })).status).toBe(200);
			await until('its execution', async () =>
				(await executions(workflow)).some((execution) => execution.status === 'success'),
			);
			await n8n.clearFaults();
			await check();
			await until('the subscription', async () => (await active()).length === 1);
			expect(await status(workflow)).toBe('published');
		},
	);

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
