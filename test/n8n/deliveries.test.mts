/** What a published trigger does with what is sent to it. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

import { sign } from '../../tools/sandbox/deliveries.mts';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import {
	type N8nWorld,
	type SentDelivery,
	chain,
	deliver,
	deliverAll,
	manualStart,
	openN8nWorld,
	triggered,
} from '../../tools/n8n/world.mts';

/** An n8n on a busy machine takes a quarter of a second for each delivery, whatever the trigger. */
const LONG = 300_000;

let world: N8nWorld;
let workflow: StoredWorkflow;
let subscription: { url: string; secret: string };

/** Publishes a workflow of its own for a test; the one before is taken back. */
async function publish(events: string[], parameters: Record<string, unknown> = {}) {
	if (workflow) await world.rest.unpublish(workflow.id);
	workflow = await world.rest.createWorkflow(triggered(world.credential, events, parameters));
	expect(await world.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
	[subscription] = await world.subscriptions();
}

beforeAll(async () => {
	world = await openN8nWorld();
}, 300_000);
afterAll(async () => await world?.close());

const send = async (delivery?: SentDelivery) => await deliver(subscription, delivery);

/** The executions of the published workflow, once there are as many as that and all are over. */
async function executions(count: number) {
	const found = await until(
		`${count} executions`,
		async () => {
			const all = await world.rest.executions(workflow.id, { withData: count < 50 });
			const areOver = all.every(({ status }) => !['new', 'running'].includes(status));
			return all.length >= count && areOver ? all : undefined;
		},
		LONG,
	);
	return found;
}

/** The deliveries that ran the workflow, one execution after the other. */
async function ran(count: number): Promise<unknown[]> {
	const items = (await executions(count)).flatMap((one) => getOutputs(one, 'End')[0] ?? []);
	return items.map(({ json }) => json.deliveryId);
}

describe('a forged delivery', () => {
	beforeAll(async () => await publish(['link.clicked']));

	const text = '{"event":"link.clicked","data":{"alias":"launch"}}';
	const wrong = sign(text, 'guessed');
	it.each<[string, SentDelivery]>([
		['without a signature', { headers: { 'x-service-signature': undefined } }],
		['with an empty signature', { headers: { 'x-service-signature': '' } }],
		['with another secret', { body: text, headers: { 'x-service-signature': wrong } }],
		['with half a signature', { headers: { 'x-service-signature': wrong.slice(0, 32) } }],
		['with another body', { body: text, headers: { 'x-service-signature': sign('{}', 'x') } }],
		['as a form', { headers: { 'x-service-signature': wrong, 'content-type': 'text/plain' } }],
	])('%s is answered with 401 and leaves no trace', async (_name, delivery) => {
		const { status } = await send(delivery);
		expect(status).toBe(401);
		expect(await world.rest.executions(workflow.id)).toEqual([]);
	});

	it('does not use up the id of the true one', async () => {
		const id = randomUUID();
		await send({ id, headers: { 'x-service-signature': wrong } });
		expect((await send({ id })).status).toBe(200);
		expect(await ran(1)).toEqual([id]);
	});
});

describe('a true delivery', () => {
	beforeEach(async () => await publish(['link.clicked']));

	it('is answered at once, and told that it was taken', async () => {
		const { status, text } = await send();
		expect([status, JSON.parse(text)]).toEqual([200, { received: true }]);
		await executions(1);
	});

	const data = { alias: 'größe 🎉', note: 'a\u2028b' };
	const spaced = JSON.stringify({ event: 'link.clicked', data }, null, '\t ');
	it.each<[string, () => SentDelivery]>([
		['with white space and characters of all kinds', () => ({ body: spaced })],
		['as plain text', () => ({ body: spaced, headers: { 'content-type': 'text/plain' } })],
		['as bytes', () => ({ body: spaced, headers: { 'content-type': 'application/octet-stream' } })],
		[
			'zipped, signed before',
			() => ({
				body: gzipSync(spaced),
				headers: {
					'content-encoding': 'gzip',
					'x-service-signature': sign(spaced, subscription.secret),
				},
			}),
		],
	])('%s runs the workflow', async (_name, delivery) => {
		expect((await send(delivery())).status).toBe(200);
		const [execution] = await executions(1);
		expect(getOutputs(execution, 'End')[0][0].json).toMatchObject({ event: 'link.clicked', data });
	});

	it('of some megabytes runs the workflow', async () => {
		expect((await send({ data: { alias: 'ü'.repeat(2 * 1024 ** 2) } })).status).toBe(200);
		const [execution] = await executions(1);
		const { data: whole } = getOutputs(execution, 'End')[0][0].json as { data: { alias: string } };
		expect(whole.alias).toHaveLength(2 * 1024 ** 2);
	});

	it('of more than n8n takes is turned away by n8n itself, and the next one runs', async () => {
		const tooLarge = await send({ data: { alias: 'x'.repeat(16 * 1024 ** 2) } });
		expect(tooLarge).toEqual({
			status: 500,
			text: expect.stringContaining('There was a problem executing the workflow'),
		});
		const id = randomUUID();
		await send({ id });
		expect(await ran(1)).toEqual([id]);
	});

	it('of another event runs nothing', async () => {
		expect((await send({ event: 'qr.created' })).status).toBe(200);
		const id = randomUUID();
		await send({ id });
		expect(await ran(1)).toEqual([id]);
	});
});

it('a filter drops deliveries before an execution starts', async () => {
	await publish(['link.clicked'], { filters: { alias: 'launch, sale' } });
	const [kept, dropped] = [randomUUID(), randomUUID()];
	expect((await send({ id: dropped, data: { alias: 'other' } })).status).toBe(200);
	expect((await send({ id: kept, data: { alias: 'Sale' } })).status).toBe(200);
	expect(await ran(1)).toEqual([kept]);
});

describe('a delivery that comes again', () => {
	it('runs once, of ten at the same moment', async () => {
		await publish(['link.clicked']);
		const id = randomUUID();
		const answers = await Promise.all(Array.from({ length: 10 }, async () => await send({ id })));
		expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
		const last = randomUUID();
		await send({ id: last });
		expect(await ran(2)).toEqual([id, last]);
	});

	it('runs once, also when n8n was started again in between', async () => {
		await publish(['link.clicked']);
		const id = randomUUID();
		await send({ id });
		expect(await ran(1)).toEqual([id]);
		await world.restart();
		await send({ id });
		const last = randomUUID();
		await send({ id: last });
		// The copy leaves an execution that ends at the trigger: only there can n8n be asked.
		expect(await ran(3)).toEqual([id, last]);
	});

	it('runs each time where that is wanted', async () => {
		await publish(['link.clicked'], { options: { skipDuplicates: false } });
		const id = randomUUID();
		await send({ id });
		await send({ id });
		expect(await ran(2)).toEqual([id, id]);
	});
});

it('the first deliveries of a trigger run, also when they come at the same moment', async () => {
	await publish(['link.clicked']);
	const ids = Array.from({ length: 12 }, () => randomUUID());
	await Promise.all(ids.map(async (id) => await send({ id })));
	expect((await ran(12)).sort()).toEqual(ids.sort());
});

it(
	'300 deliveries, 10 at a time, make 300 executions',
	async () => {
		await publish(['link.clicked']);
		const ids = Array.from({ length: 300 }, () => randomUUID());
		expect(await deliverAll(subscription, ids, 10)).toEqual(Array(300).fill(200));
		const all = await executions(300);
		expect(all).toHaveLength(300);
		const unsuccessful = all.filter(({ status }) => status !== 'success').map(({ id }) => id);
		const reasons = await Promise.all(unsuccessful.map(async (id) => await world.rest.ended(id)));
		expect(reasons.map(({ status, data }) => [status, data?.resultData.error])).toEqual([]);
		const withData = await world.rest.executions(workflow.id, { withData: true });
		const delivered = withData.flatMap((one) =>
			(getOutputs(one, 'End')[0] ?? []).map(({ json }) => json.deliveryId),
		);
		expect(delivered.sort()).toEqual(ids.sort());
	},
	LONG,
);

it('a workflow whose memory n8n has lost still tells true deliveries from forged ones', async () => {
	await publish(['link.clicked']);
	const database = new DatabaseSync(world.databaseFile);
	const memory = database.prepare('SELECT staticData FROM workflow_entity WHERE id = ?');
	expect(memory.get(workflow.id)?.staticData).toContain('webhookUrl');
	database.prepare('UPDATE workflow_entity SET staticData = NULL WHERE id = ?').run(workflow.id);
	database.close();
	await world.restart();
	const id = randomUUID();
	expect((await send({ headers: { 'x-service-signature': sign('{}', 'guessed') } })).status).toBe(
		401,
	);
	expect((await send({ id })).status).toBe(200);
	expect(await ran(1)).toEqual([id]);
	await world.rest.unpublish(workflow.id);
	expect(await world.subscriptions()).toEqual([]);
});

describe('a changed key', () => {
	/** Gives the credential another key, with which the trigger's deliveries are no longer signed. */
	async function changeKey() {
		const made = await world.ask<{ data: { key: string } }>('POST', '/api/account/apikeys/add', {
			name: 'new key',
		});
		await world.saveCredential('Sandbox', { apiKey: made.data.key });
		expect((await send()).status).toBe(401);
	}

	it('is told in the log, and publishing again helps', async () => {
		await publish(['link.clicked']);
		await changeKey();
		expect(world.log()).toMatch(/publish the workflow again, or run Webhook > Ensure Active/);
		await world.rest.unpublish(workflow.id);
		await world.rest.publish(workflow.id);
		[subscription] = await world.subscriptions();
		expect((await send()).status).toBe(200);
		await executions(1);
	});

	it('needs no new publication where Ensure Active renews the subscription', async () => {
		await publish(['link.clicked']);
		const { url } = subscription;
		await changeKey();
		const guard = await world.rest.createWorkflow(
			chain('Guard', [
				manualStart,
				{
					name: 'Ensure',
					type: 'n8n-nodes-linkplatform.linkPlatform',
					parameters: {
						resource: 'webhook',
						operation: 'ensureActive',
						url,
						events: ['link.clicked'],
						alwaysRenew: true,
						options: {},
					},
					credentials: { linkPlatformApi: world.credential },
				},
			]),
		);
		const repair = await world.rest.run(guard.id, 'Start');
		expect(getOutputs(repair, 'Ensure')[0][0].json).toMatchObject({ ok: true, changed: true });
		const renewed = await world.subscriptions();
		expect(renewed.map((one) => one.url)).toEqual([url]);
		[subscription] = renewed;
		const id = randomUUID();
		expect((await send({ id })).status).toBe(200);
		expect(await ran(1)).toEqual([id]);
	});
});
