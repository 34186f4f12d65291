/** Tests deliveries to a published trigger in a real n8n. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

import { sign } from '../../packages/sandbox/deliveries.mts';
import { type StoredWorkflow, getOutputs } from '../../tools/n8n/rest.mts';
import { type SentDelivery, deliver, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { WITHOUT_EDITOR, publishNew, useN8n, unlessSmoke } from './useN8n.mts';

const n8n = useN8n(WITHOUT_EDITOR);
let workflow: StoredWorkflow;
let subscription: { url: string; secret: string };

/** Publishes a workflow for a test, and unpublishes the workflow of the previous test. */
async function publish(events: string[], parameters: Record<string, unknown> = {}) {
	if (workflow) await n8n.rest.unpublish(workflow.id);
	workflow = await publishNew(n8n, triggered(n8n.credential, events, parameters));
	[subscription] = await n8n.subscriptions();
}

const send = (delivery?: SentDelivery) => deliver(subscription, delivery);

/** Waits until the published workflow has `count` executions and all have ended. Returns the executions. */
const executions = (count: number) => n8n.rest.executionsWhenOver(workflow.id, count);

/** Waits for `count` executions. Returns the IDs of the deliveries that reached the last node. */
async function ran(count: number) {
	const items = (await executions(count)).flatMap((one) => getOutputs(one, 'End')[0] ?? []);
	return items.map(({ json }) => json.deliveryId);
}

describe('a forged delivery', () => {
	beforeAll(() => publish(['link.clicked']));

	const text = '{"event":"link.clicked","data":{"alias":"launch"}}';
	const wrong = sign(text, 'guessed');
	it.each([
		['without a signature', { headers: { 'x-service-signature': undefined } }],
		['with another secret', { body: text, headers: { 'x-service-signature': wrong } }],
		['as a form', { headers: { 'x-service-signature': wrong, 'content-type': 'text/plain' } }],
	])(
		'a forged delivery %s is refused with 401 and starts no execution',
		async (_name, delivery) => {
			const { status } = await send(delivery);
			expect(status).toBe(401);
			expect(await n8n.rest.executions(workflow.id)).toEqual([]);
		},
	);
});

describe('a correctly signed delivery', () => {
	beforeEach(() => publish(['link.clicked']));

	const data = { alias: 'größe 🎉', note: 'a\u2028b' };
	const spaced = JSON.stringify({ event: 'link.clicked', data }, null, '\t ');
	const compressed = () => {
		const signature = sign(spaced, subscription.secret);
		const headers = { 'content-encoding': 'gzip', 'x-service-signature': signature };
		return { body: gzipSync(spaced), headers };
	};
	it.each([
		['with whitespace and unusual characters', () => ({ body: spaced })],
		['as plain text', () => ({ body: spaced, headers: { 'content-type': 'text/plain' } })],
		['as bytes', () => ({ body: spaced, headers: { 'content-type': 'application/octet-stream' } })],
		['compressed after it was signed', compressed],
	])('a signed delivery sent %s starts the workflow', async (_name, delivery) => {
		expect((await send(delivery())).status).toBe(200);
		const [execution] = await executions(1);
		expect(getOutputs(execution, 'End')[0][0].json).toMatchObject({
			event: 'link.clicked',
			...data,
		});
	});

	it('n8n itself refuses a delivery that is too large, and the next delivery still starts the workflow', async () => {
		const { status, text } = await send({ data: { alias: 'x'.repeat(16 * 1024 ** 2) } });
		expect(status).toBe(500);
		expect(text).toContain('There was a problem executing the workflow');
		const id = randomUUID();
		await send({ id });
		expect(await ran(1)).toEqual([id]);
	});
});

describe('a repeated delivery', () => {
	unlessSmoke(
		'a repeated delivery starts the workflow only once, even if n8n was restarted in between',
		async () => {
			await publish(['link.clicked']);
			const id = randomUUID();
			await send({ id });
			expect(await ran(1)).toEqual([id]);
			await n8n.restart();
			await send({ id });
			const last = randomUUID();
			await send({ id: last });
			// The repeated delivery also starts an execution, which ends at the trigger: only an execution can read
			// n8n's list of processed deliveries.
			expect(await ran(3)).toEqual([id, last]);
		},
	);
});

unlessSmoke(
	'a trigger whose workflow has lost its static data still refuses forged deliveries',
	async () => {
		await publish(['link.clicked']);
		const database = new DatabaseSync(n8n.databaseFile);
		const memory = database.prepare('SELECT staticData FROM workflow_entity WHERE id = ?');
		expect(memory.get(workflow.id)?.staticData).toContain('webhookUrl');
		database.prepare('UPDATE workflow_entity SET staticData = NULL WHERE id = ?').run(workflow.id);
		database.close();
		await n8n.restart();
		const id = randomUUID();
		const forged = await send({ headers: { 'x-service-signature': sign('{}', 'guessed') } });
		expect(forged.status).toBe(401);
		expect((await send({ id })).status).toBe(200);
		expect(await ran(1)).toEqual([id]);
		await n8n.rest.unpublish(workflow.id);
		expect(await n8n.subscriptions()).toEqual([]);
	},
);
