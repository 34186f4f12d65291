/** A published trigger and its webhook over hours, restarts and failures of Link Platform: only deliveries that are lost are told of. */
import { type Execution, type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import {
	type N8nWorld,
	type NodeSketch,
	chain,
	deliver,
	openN8nWorld,
	productionUrl,
	triggered,
} from '../../tools/n8n/world.mts';

let world: N8nWorld;
beforeAll(async () => {
	world = await openN8nWorld({ ticks: true });
}, 300_000);
afterAll(async () => await world?.close());

let made: StoredWorkflow[] = [];
async function publish(workflow = triggered(world.credential, ['link.clicked'])) {
	const stored = await world.rest.createWorkflow(workflow);
	made.push(stored);
	expect(await world.rest.publish(stored.id)).toMatchObject({ status: 'published' });
	return stored;
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

const active = async () => (await world.subscriptions()).filter((one) => one.active);
const drop = async () => {
	for (const { id } of await active()) await world.remove(id);
};
const status = async ({ id }: StoredWorkflow) => (await world.rest.publication(id)).status;
const executions = async ({ id }: StoredWorkflow) =>
	await world.rest.executions(id, { withData: true });
const failed = async (workflow: StoredWorkflow) =>
	(await executions(workflow)).filter((execution) => execution.status === 'error');
const toldOnce = async (workflow: StoredWorkflow): Promise<Execution> =>
	(
		await until('a failed execution', async () => {
			const found = await failed(workflow);
			return found.length === 1 && found;
		})
	)[0];
const listings = async () =>
	(await world.requests()).filter(({ path }) => path === '/api/webhooks');
/** One check, which is over when Link Platform has answered. */
const check = async () => {
	const before = (await listings()).length;
	expect(await world.tick()).toBeGreaterThan(0);
	await until('the check', async () => (await listings()).length > before);
};
const runsADelivery = async (workflow: StoredWorkflow) => {
	const before = (await executions(workflow)).length;
	const [{ secret }] = await active();
	expect((await deliver({ url: productionUrl(world, workflow), secret })).status).toBe(200);
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
	it('subscribes again what was dropped, shows it, and runs the error workflow', async () => {
		const alarm: NodeSketch[] = [
			{ name: 'On Error', type: 'n8n-nodes-base.errorTrigger' },
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		];
		const alarmed = await world.rest.createWorkflow(chain('Alarm', alarm));
		made.push(alarmed);
		await world.rest.publish(alarmed.id).catch(() => undefined);
		const workflow = triggered(world.credential, ['link.clicked']);
		workflow.settings = { ...workflow.settings, errorWorkflow: alarmed.id };
		const watched = await publish(workflow);
		await drop();
		await check();
		const { data } = await toldOnce(watched);
		expect(data?.resultData.error?.message).toMatch(/^The webhook of this trigger was renewed\. /);
		const told = await until('the error workflow', async () => (await executions(alarmed)).at(-1));
		const [[{ json }]] = getOutputs(told, 'On Error');
		expect(json.trigger).toMatchObject({
			error: {
				message: expect.stringMatching(/was renewed/),
				description: expect.stringMatching(/^Events since \d{4}-.* may be missing\. /),
				context: { missedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
			},
		});
		expect(await active()).toHaveLength(1);
		await runsADelivery(watched);
		await check();
		expect(await failed(watched)).toHaveLength(1);
		expect(await status(watched)).toBe('published');
	});

	it('leaves everything as it is while Link Platform is down, three times', async () => {
		const workflow = await publish();
		const before = await active();
		await world.fault(down);
		for (let n = 0; n < 3; n += 1) await check();
		await until(
			'three lines',
			() => world.log().split("the webhook couldn't be checked").length === 4,
		);
		await world.clearFaults();
		await check();
		expect(await active()).toEqual(before);
		expect(await status(workflow)).toBe('published');
		expect(await failed(workflow)).toEqual([]);
		await runsADelivery(workflow);
	});

	it('that is under way when the workflow is unpublished leaves no subscription', async () => {
		for (const method of ['GET', 'POST']) {
			const workflow = await publish();
			await drop();
			await world.fault({ method, times: 1, action: { type: 'delay', ms: 1_500 } });
			await check();
			await world.rest.unpublish(workflow.id);
			await world.clearFaults();
			expect(await world.tick()).toBe(0);
			expect(await world.subscriptions()).toEqual([]);
		}
	});

	it('looks after both triggers of a workflow', async () => {
		const first = triggered(world.credential, ['link.clicked']);
		const second = triggered(world.credential, ['link.clicked']);
		const [other] = second.nodes;
		const workflow = await publish({
			...first,
			nodes: [...first.nodes, { ...other, name: 'Two' }],
		});
		const urls = (await active()).map(({ url }) => url).sort();
		expect(urls).toHaveLength(2);
		await drop();
		expect(await world.tick()).toBe(2);
		await until('both', async () => (await active()).length === 2);
		expect((await active()).map(({ url }) => url).sort()).toEqual(urls);
		await until('both failed executions', async () => (await failed(workflow)).length === 2);
	});

	it('works with an API key that is an expression', async () => {
		const apiKey = `={{ ${JSON.stringify(world.credentialData.apiKey)} }}`;
		const credential = await world.saveCredential('By expression', { apiKey });
		const workflow = await publish(triggered(credential, ['link.clicked']));
		await drop();
		await check();
		await toldOnce(workflow);
		await runsADelivery(workflow);
	});

	it('renews the webhook after the signing secret was changed', async () => {
		const credential = await world.saveCredential('Changing', { webhookSecret: 'before' });
		const workflow = await publish(triggered(credential, ['link.clicked']));
		await world.saveCredential('Changing', { webhookSecret: 'after' });
		await check();
		await toldOnce(workflow);
		expect(await active()).toMatchObject([{ secret: 'after' }]);
		await runsADelivery(workflow);
	});
});

describe('n8n, started', () => {
	const restart = async (meanwhile?: () => Promise<void>) => {
		await world.restart(meanwhile);
		const before = (await listings()).length;
		await until('its check', async () => (await listings()).length > before);
	};

	it('subscribes again what was dropped meanwhile', async () => {
		const workflow = await publish();
		await restart(drop);
		await until('the subscription', async () => (await active()).length === 1);
		await toldOnce(workflow);
		await runsADelivery(workflow);
	});

	it.each([
		['is down', down, false],
		['does not take the key', noKey, false],
		['refuses the subscription, which is gone', refused, true],
	])('while Link Platform %s stays published, and takes deliveries', async (_, fault, isGone) => {
		const workflow = await publish();
		const [{ url, secret }] = await active();
		await restart(async () => {
			if (isGone) await drop();
			await world.fault(fault);
		});
		expect(await status(workflow)).toBe('published');
		expect((await deliver({ url, secret })).status).toBe(200);
		await until('its execution', async () =>
			(await executions(workflow)).some((execution) => execution.status === 'success'),
		);
		await world.clearFaults();
		await check();
		await until('the subscription', async () => (await active()).length === 1);
		expect(await status(workflow)).toBe('published');
	});

	it('under another address moves the subscription there', async () => {
		const workflow = await publish();
		const address = world.url.replace('localhost', '127.0.0.1');
		const moved = productionUrl({ url: address }, workflow);
		await world.restart(undefined, { N8N_WEBHOOK_URL: `${address}/` });
		await until('the move', async () => (await active())[0]?.url === moved);
		expect(await active()).toHaveLength(1);
		expect(await failed(workflow)).toEqual([]);
		await restart();
	});

	it('after repairs ends the subscription when the workflow is unpublished', async () => {
		const workflow = await publish();
		await drop();
		await check();
		await toldOnce(workflow);
		await restart();
		await world.rest.unpublish(workflow.id);
		expect(await world.subscriptions()).toEqual([]);
	});
});

describe('the heartbeat of Ensure Active', () => {
	it('is confirmed while the workflow is published, and not thereafter', async () => {
		const workflow = await publish();
		const url = productionUrl(world, workflow);
		const check: NodeSketch = {
			name: 'Check',
			type: 'n8n-nodes-linkplatform.linkPlatform',
			parameters: {
				...{ resource: 'webhook', operation: 'ensureActive', url, events: ['link.clicked'] },
				checkDelivery: true,
			},
			credentials: { linkPlatformApi: world.credential },
		};
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
		const guard = await world.rest.createWorkflow(chain('Guard', [start, check]));
		made.push(guard);
		const result = async () =>
			getOutputs(await world.rest.run(guard.id, 'Start'), 'Check')[0][0].json;
		expect(await result()).toMatchObject({ ok: true, delivered: true });
		expect(await executions(workflow)).toEqual([]);
		await world.rest.unpublish(workflow.id);
		const unpublished = await result();
		expect(unpublished).toMatchObject({ ok: false, delivered: false });
		expect(unpublished.reason).toMatch(/n8n has no published workflow at this URL \(status 404\)/);
		await world.remove((await active())[0].id);
	});
});
