/** Tests deliveries: a visitor's click starts one execution, and other deliveries must not start any. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import {
	createAdditionalData,
	execute,
	createExecutionId,
} from '../../../packages/n8n-harness/execution.mts';
import { SuppliedCredentials } from '../../../packages/n8n-harness/credentials.mts';
import { until } from '../../../tools/until.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';
import { getMessages } from '../../support/sent.mts';

const world = useTriggerWorld();
let publication: Publication;

async function publish(parameters: object = {}) {
	publication = await world.publish(parameters);
	return publication;
}
const visit = (path: string, headers?: Record<string, string>) => world.visit(path, headers);
const createBody = (data: unknown, more: object = {}) =>
	JSON.stringify({ event: 'link.clicked', timestamp: new Date().toISOString(), data, ...more });
/** Sends a correctly signed delivery, and returns the response. */
const deliver = async (body: string | Buffer, id?: string, headers?: Record<string, string>) => {
	const response = await deliverSigned(publication, body, {
		id,
		headers,
		secret: world.getSecret(publication),
	});
	return { status: response.status, ...((await response.json()) as object) };
};
const accepted = { status: 200, received: true };

test('a click starts one execution with the event and its data', async () => {
	await publish();
	await visit('/launch', {
		'x-country': 'DE',
		'x-city': 'Köln',
		'user-agent': 'Firefox/1 Linux',
	});
	const [execution] = await world.finished(1);
	const [delivery] = await world.deliveries();
	expect(execution).toMatchObject({ mode: 'webhook', status: 'success' });
	expect(execution.items).toEqual([
		{
			json: {
				event: 'link.clicked',
				deliveryId: delivery.id,
				timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
				linkId: 1,
				alias: 'launch',
				country: 'DE',
				city: 'Köln',
				browser: 'Firefox',
				platform: 'Linux',
				referrer: 'direct',
				ip: expect.any(String),
			},
			pairedItem: expect.anything(),
		},
	]);
	expect(execution.nodes.After[0].items[0].json).toEqual(execution.items[0].json);
	await world.delivered();
});

test('scanning a QR code starts one execution, although Link Platform sends a click event for the scan as well', async () => {
	await publish({ events: ['qr.scanned'] });
	await visit('/poster');
	const [execution] = await world.finished(1);
	expect(execution.items[0].json).toMatchObject({ event: 'qr.scanned', qrId: 1 });
	await world.delivered();
	expect(world.started()).toHaveLength(1);
});

test('a delivery is verified with the signing secret in the credential, if one is set', async () => {
	world.setCredential({ webhookSecret: 'our own secret' });
	await publish();
	expect((await world.webhooks())[0].secret).toBe('our own secret');
	await visit('/launch');
	await world.finished(1);
	expect((await deliver(createBody({}))).status).toBe(401);
	const response = await deliverSigned(publication, createBody({}), { secret: 'our own secret' });
	expect(response.status).toBe(200);
});

test('the trigger reads the credential once every 30 seconds, not for every delivery', async () => {
	await publish();
	const body = createBody({});
	const former = world.getSecret(publication);
	const statusesAndReads: number[][] = [];
	const send = async (id: string, secret: string) => {
		const { status } = await deliverSigned(publication, body, { id, secret });
		statusesAndReads.push([status, world.host.deliveries.at(-1)!.credentialReads]);
	};
	await send('a', former);
	await send('b', former);
	world.setCredential({ apiKey: 'another-key' });
	await send('c', former);
	await send('d', derivedSecret('another-key', publication.url));
	await send('e', former);
	expect(statusesAndReads).toEqual([
		[200, 1],
		[200, 0],
		[200, 0],
		// A signature with the new key is accepted at once. From then on, a signature with the former key is refused.
		[200, 1],
		[401, 1],
	]);
});

test('a burst of deliveries that are signed with a new API key reads the credential once', async () => {
	await publish();
	world.setCredential({ apiKey: 'another-key' });
	const secret = derivedSecret('another-key', publication.url);
	// n8n's database is slow here, so most deliveries arrive before the credential is read.
	const slow = jest
		.spyOn(SuppliedCredentials.prototype, 'getDecrypted')
		.mockImplementation(async function (this: SuppliedCredentials, ...parameters) {
			await sleep(300);
			slow.mockRestore();
			return await this.getDecrypted(...parameters);
		});
	const before = world.host.deliveries.length;
	const send = async (_: unknown, n: number) =>
		(await deliverSigned(publication, createBody({ n }), { id: String(n), secret })).status;
	expect(await Promise.all(Array.from({ length: 20 }, send))).toEqual(Array(20).fill(200));
	const reads = world.host.deliveries.slice(before).map(({ credentialReads }) => credentialReads);
	expect(reads.sort()).toEqual([...Array<number>(19).fill(0), 1]);
	await world.finished(20);
});

test('a signature with the previous API key is accepted for 30 seconds after the credential was read, then refused', async () => {
	await publish();
	const secret = world.getSecret(publication);
	const start = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
	const sendAfter = async (seconds: number) => {
		clock.mockReturnValue(start + seconds * 1000);
		const body = createBody({ seconds });
		return (await deliverSigned(publication, body, { id: String(seconds), secret })).status;
	};
	try {
		expect(await sendAfter(0)).toBe(200);
		world.setCredential({ apiKey: 'another-key' });
		// Deliveries during the 30 seconds don't extend the period.
		expect([await sendAfter(10), await sendAfter(20), await sendAfter(40)]).toEqual([
			200, 200, 401,
		]);
	} finally {
		clock.mockRestore();
	}
});

test("a delivery signed with the previous API key doesn't start the workflow, and the log says what to do", async () => {
	await publish();
	world.setCredential({ apiKey: 'another-key' });
	await visit('/launch');
	const attempts = async () => (await world.deliveries())[0].attempts;
	await until('an attempt', async () => (await attempts()).length === 1);
	expect((await attempts())[0].status).toBe(401);
	world.expectNoExecution();
	const [{ message }] = world.host.deliveries.at(-1)!.log;
	expect(message).toMatch(/invalid signature.*unpublish the workflow and publish it again/);
});

describe('forged delivery', () => {
	const body = createBody({ alias: 'launch' });

	// The trigger doesn't read the credential if the delivery has no signature.
	test.each([
		['without a signature', {}, 0],
		['with a made-up signature', { 'x-service-signature': 'a'.repeat(64) }, 1],
	])(
		"a delivery %s is answered with 401 and doesn't start the workflow",
		async (_, signature, reads) => {
			await publish();
			const headers = {
				'content-type': 'application/json',
				'x-service-delivery': 'd',
				...signature,
			};
			const response = await publication.deliver({ headers, body });
			expect(response.status).toBe(401);
			const message = expect.stringMatching(/^Delivery refused: /);
			expect(await response.json()).toEqual({ received: false, message });
			world.expectNoExecution();
			const { credentialReads, log } = world.host.deliveries.at(-1)!;
			expect(credentialReads).toBe(reads);
			expect(log).toEqual([
				{ level: 'warn', message: expect.stringContaining('refused with status 401') },
			]);
		},
	);

	test("a correctly signed delivery is answered with 503 if the credential can't be read, and runs when it is repeated", async () => {
		await publish();
		const secret = world.getSecret(publication);
		world.host.credentials = { linkPlatformApi: undefined as never };
		const response = await deliverSigned(publication, body, { secret });
		expect(response.status).toBe(503);
		world.expectNoExecution();
		world.host.credentials = {};
		expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
		await world.finished(1);
	});
});

test('only one of five simultaneous copies of a delivery starts the workflow', async () => {
	await publish();
	const body = createBody({ alias: 'launch' });
	const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(body, 'five')));
	expect(answers.filter((answer) => !('ignored' in answer))).toEqual([accepted]);
	expect(answers.filter((answer) => 'ignored' in answer)).toEqual(
		Array(4).fill({ ...accepted, ignored: 'duplicate' }),
	);
	await world.finished(1);
	expect(world.started()).toHaveLength(1);
});

test('two triggers in one workflow each return the same delivery', async () => {
	const nodes = ['One', 'Two'].map((name) =>
		world.engine.node('linkPlatformTrigger', {
			name,
			parameters: { events: ['link.clicked'] },
			webhookId: randomUUID(),
		}),
	);
	world.keep(await world.host.publish({ nodes, connections: {} }));
	const body = createBody({ alias: 'launch' });
	const webhooks = await world.active();
	for (const { url, secret } of webhooks) {
		const send = (request: object) => fetch(url, { method: 'POST', ...request });
		await deliverSigned({ deliver: send }, body, { id: 'same', secret });
	}
	const executions = await world.finished(2);
	expect(executions.map(({ items }) => items.length)).toEqual([1, 1]);
});

test('a second copy of a delivery also starts the workflow if Skip Duplicates is off', async () => {
	await publish({ options: { skipDuplicates: false } });
	for (const id of ['copy', 'copy']) expect(await deliver(createBody({}), id)).toEqual(accepted);
	for (const { items } of await world.finished(2)) expect(items).toHaveLength(1);
});

describe('duplicate of a delivery that another process has seen', () => {
	/** Executes the trigger as in a process that hasn't received the delivery; returns items and hints. */
	const executeWith = async (
		workflowId: string,
		key?: string,
		mode: 'webhook' | 'manual' | 'retry' = 'webhook',
	) => {
		const { engine } = world;
		const parameters = { events: ['link.clicked'] };
		const trigger = engine.node('linkPlatformTrigger', { parameters });
		const workflow = engine.workflow({ id: workflowId, nodes: [trigger], connections: {} });
		const keys = key === undefined ? [] : [key];
		const items = [{ json: { event: 'link.clicked' }, delivery: { keys } }];
		const data = createAdditionalData(engine.credentials(), createExecutionId());
		const start = {
			node: workflow.getNode(trigger.name)!,
			data: { main: [items] },
			source: null,
		};
		const run = await execute(workflow, data, { mode, start });
		const [{ items: outputs, hints }] = run.nodes[trigger.name];
		return { items: outputs, words: getMessages(hints) };
	};
	const output = {
		items: [{ json: { event: 'link.clicked' }, pairedItem: { item: 0 } }],
		words: [],
	};
	const nothing = {
		items: [],
		words: [expect.stringMatching(/^The workflow has already processed this event/)],
	};

	test('a repeated delivery returns no item, even if n8n was restarted in between', async () => {
		expect(await executeWith('restarted', 'k1')).toEqual(output);
		expect(await executeWith('restarted', 'k1')).toEqual(nothing);
		expect(await executeWith('restarted', 'k2')).toEqual(output);
		for (const none of [undefined, undefined]) {
			expect(await executeWith('restarted', none)).toEqual(output);
		}
	});

	test("n8n's Retry returns an execution's delivery again, and later copies still count as duplicates", async () => {
		expect(await executeWith('retried', 'k1')).toEqual(output);
		expect(await executeWith('retried', 'k1', 'retry')).toEqual(output);
		expect(await executeWith('retried', 'k2', 'retry')).toEqual(output);
		expect(await executeWith('retried', 'k2')).toEqual(nothing);
	});
});

test("an event that wasn't chosen is ignored, unless All Events is chosen", async () => {
	await publish();
	expect(await deliver(createBody({}, { event: 'qr.scanned' }))).toEqual({
		...accepted,
		ignored: 'event',
	});
	await publication.unpublish();
	await publish({ events: ['all'] });
	expect(await deliver(createBody({}, { event: 'not.known.today' }))).toEqual(accepted);
	expect((await world.finished(1))[0].items[0].json.event).toBe('not.known.today');
});

test('a delivery that states its event type only in an unsigned header is ignored', async () => {
	await publish({ events: ['product.purchased'] });
	const headers = { 'x-service-event': 'product.purchased' };
	const body = JSON.stringify({ data: { productId: 7 } });
	expect(await deliver(body, 'd', headers)).toEqual({ ...accepted, ignored: 'event' });
});

test("deliveries that the filters exclude don't start an execution", async () => {
	await publish({ filters: { alias: 'guide, launch', country: 'DE' } });
	await visit('/launch', { 'x-country': 'FR' });
	await visit('/try', { 'x-country': 'DE' });
	await visit('/guide', { 'x-country': 'DE' });
	const [execution] = await world.finished(1);
	expect(execution.items[0].json).toMatchObject({ alias: 'guide', country: 'DE' });
	await world.delivered();
	expect(await world.deliveries()).toHaveLength(3);
	expect(world.started()).toHaveLength(1);
});

test('IDs too long for a JavaScript number keep every digit, in the output and in filters', async () => {
	await publish({ filters: { linkId: '9007199254740993' } });
	const at = (linkId: string) =>
		`{"event":"link.clicked","id":12345678901234567891,"data":{"linkId":${linkId},"score":0.1234567890123456789}}`;
	expect(await deliver(at('9007199254740992'))).toEqual({ ...accepted, ignored: 'filter' });
	const withoutId = { 'x-service-delivery': '' };
	expect(await deliver(at('9007199254740993'), undefined, withoutId)).toEqual(accepted);
	const [{ items }] = await world.finished(1);
	expect(items[0].json).toMatchObject({
		deliveryId: '12345678901234567891',
		linkId: '9007199254740993',
		score: 0.12345678901234568,
	});
});

test('a signature for another trigger or credential is refused, even if that secret is cached', async () => {
	const first = await world.publish({}, 'first');
	publication = await world.publish({}, 'second');
	const secret = derivedSecret(world.apiKey, first.url);
	expect((await deliverSigned(first, createBody({ a: 1 }), { secret })).status).toBe(200);
	expect((await deliverSigned(publication, createBody({ a: 2 }), { secret })).status).toBe(401);
	const other = { ...world.credential, webhookSecret: 'of another credential' };
	world.host.credentials = { linkPlatformApi: other };
	const [node] = first.json.nodes;
	node.credentials = { linkPlatformApi: { id: 'other', name: 'Other' } };
	expect((await deliverSigned(first, createBody({ a: 3 }), { secret })).status).toBe(401);
	await world.finished(1);
});

describe('ignored deliveries', () => {
	const hintsOf = (execution: { nodes: Record<string, Array<{ hints: object[] }>> }) =>
		execution.nodes['Link Platform Trigger'][0].hints;

	test('only the next execution that no editor test started shows a hint with the number of ignored deliveries', async () => {
		const published = await publish({ filters: { country: 'DE' }, options: { maxAge: 1 } });
		for (const data of [{ country: 'FR' }, { country: 'US' }]) await deliver(createBody(data));
		await deliver(createBody({ country: 'DE' }, { timestamp: '2020-01-01T00:00:00Z' }));
		await deliver(createBody({}, { event: 'bio.viewed' }));
		const workflow = { ...published.json, id: published.workflowId };
		publication = world.keep(await world.host.listenForTestEvent(workflow));
		await deliver(createBody({ country: 'DE' }), 'first');
		publication = published;
		await deliver(createBody({ country: 'DE' }), 'first');
		await deliver(createBody({ country: 'DE' }), 'second');
		const [test, first, second] = await world.finished(3);
		const message = 'Deliveries ignored since the last run: 4 (filter: 2, age: 1, event: 1)';
		expect(hintsOf(first)).toEqual([{ message, type: 'info', location: 'outputPane' }]);
		expect([hintsOf(test), hintsOf(second)]).toEqual([[], []]);
		expect(Object.keys(first.items[0])).toEqual(['json', 'pairedItem']);
	});
});

test('two tests in the editor each return the same delivery', async () => {
	const parameters = { events: ['link.clicked'] };
	const node = world.engine.node('linkPlatformTrigger', { parameters, webhookId: randomUUID() });
	const workflow = { id: randomUUID(), nodes: [node], connections: {} };
	for (let test = 1; test <= 2; test += 1) {
		publication = world.keep(await world.host.listenForTestEvent(workflow));
		expect(await deliver(createBody({ n: 1 }), 'again')).toEqual(accepted);
		await world.finished(test);
	}
});
