/**
 * Tests that nobody overwrites what a trigger remembers: while the hourly check or a publication waits for a response,
 * n8n starts at another address, unpublishes, or receives a delivery. Afterward, everything agrees.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { IWebhookFunctions } from 'n8n-workflow';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { until } from '../../../tools/until.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const SUBSCRIBE = '/api/webhooks/subscribe';
const [LIST, POST, DELETE] = [
	{ method: 'GET', path: '/api/webhooks' },
	{ method: 'POST', path: SUBSCRIBE },
	{ method: 'DELETE', path: `${SUBSCRIBE}/:id` },
];
/** The heartbeat of a check, which goes to the trigger itself. */
const HEARTBEAT = {};
/** The requests of a check that replaces a webhook: those to Link Platform in order, then its heartbeat. */
const AWAITS: Array<[string, object]> = [
	['lists the webhooks', LIST],
	['deletes the webhook that is not listed', DELETE],
	['subscribes', POST],
	['looks for the new webhook', { ...LIST, after: 1 }],
	['deletes the earlier webhook', { ...DELETE, after: 1 }],
	['waits for the response to its heartbeat', HEARTBEAT],
];

/** Makes the next check replace the trigger's webhook: somebody has put another one in its place. */
async function disturb() {
	const [{ id, url }] = await world.webhooks();
	await world.call(`${SUBSCRIBE}/${id}`, undefined, 'DELETE');
	await world.call(SUBSCRIBE, { url, events: ['link.clicked'], secret: 'foreign' });
	await world.forget();
}

/** Makes one request slow, does the work that sends it, and returns as soon as Link Platform has received it. */
async function during(where: object, work: () => void) {
	if (where === HEARTBEAT) return await duringHeartbeat(work);
	await world.sandbox.fault({ ...where, times: 1, action: { type: 'delay', ms: 250 } });
	work();
	await until('the slow request', async () => {
		const { faults } = await world.control<{ faults: Array<{ hits: number }> }>('faults');
		return faults.at(-1)!.hits > 0;
	});
}

/** Settles when the trigger has responded to the slow heartbeat. */
let responded: Promise<unknown> = Promise.resolve();

/** Does work that sends a heartbeat, and returns once the trigger has received it, but not yet responded. */
async function duringHeartbeat(work: () => void) {
	const { engine } = world.host;
	const type = engine.nodeTypes.of(engine.node('linkPlatformTrigger'));
	const isReceived = new Promise<void>((resolve) => {
		type.webhook = async function (this: IWebhookFunctions) {
			delete type.webhook;
			resolve();
			responded = pause(250);
			await responded;
			return await type.webhook!.call(this);
		};
	});
	work();
	await isReceived;
}

const settled = () =>
	until('all responses', async () =>
		(await world.requests()).every(({ status }) => status !== null),
	);

/** Expects one webhook at the trigger's URL, whose deliveries the trigger accepts, also after another check. */
async function expectAgreement(publication: Publication) {
	await responded;
	await settled();
	await world.check(publication);
	const [{ url, secret }, ...others] = await world.webhooks();
	expect([url, others]).toEqual([publication.url, []]);
	const before = await world.webhooks();
	await world.check(publication);
	expect(await world.webhooks()).toEqual(before);
	const body = JSON.stringify({ event: 'link.clicked' });
	expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
	await world.remove(publication);
}

describe.each(AWAITS)('while the hourly check %s', (_, where) => {
	test('a start of n8n at another address moves the webhook there', async () => {
		const publication = await world.publish({}, 'moved');
		await disturb();
		world.host.baseUrl = world.host.baseUrl.replace('127.0.0.1', 'localhost');
		let start = () => {};
		publication.hooksAfter = new Promise<void>((resolve) => (start = resolve));
		const restarted = publication.restart();
		await until('the trigger', () => publication.crons.length > 0);
		await during(where, () => publication.tick());
		start();
		await restarted;
		await expectAgreement(publication);
	});

	test('unpublishing leaves nothing behind', async () => {
		const publication = await world.publish();
		await disturb();
		await during(where, () => publication.tick());
		await publication.unpublish();
		await settled();
		await until('no webhook', async () => (await world.webhooks()).length === 0);
	});

	test('a delivery with a new secret changes nothing that the check has found out', async () => {
		const publication = await world.publish();
		await disturb();
		await during(where, () => publication.tick());
		world.setCredential({ webhookSecret: 'new' });
		const body = JSON.stringify({ event: 'link.clicked', data: { linkId: 9 } });
		expect((await deliverSigned(publication, body, { secret: 'new' })).status).toBe(200);
		await expectAgreement(publication);
		expect(await world.webhooks()).toEqual([]);
	});
});

test.each(AWAITS.slice(0, 4).filter(([, where]) => where !== DELETE))(
	'a delivery that arrives while a publication %s changes nothing that the publication has found out',
	async (_, where) => {
		const publication = world.create();
		let published: Promise<void> = Promise.resolve();
		await world.forget();
		await during(where, () => {
			published = publication.activate('activate');
		});
		const secret = derivedSecret(world.apiKey, publication.url);
		const body = JSON.stringify({ event: 'link.clicked' });
		expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
		await published;
		await expectAgreement(publication);
	},
);

test("the first check after n8n's start waits for the webhook methods, however long they take", async () => {
	const publication = await world.publish({}, 'moved');
	world.host.baseUrl = world.host.baseUrl.replace('127.0.0.1', 'localhost');
	let start = () => {};
	publication.hooksAfter = new Promise<void>((resolve) => (start = resolve));
	await world.forget();
	const restarted = publication.restart();
	await until('the trigger', () => publication.crons.length > 0);
	// By the clock, the check would begin after 20 ms.
	await pause(200);
	await world.expectNoRequest();
	start();
	await restarted;
	await until('the move', async () =>
		(await world.webhooks()).every(({ url }) => url === publication.url),
	);
	await settled();
	world.expectNoExecution();
});

test("the ID that a heartbeat names is also the hourly check's own", async () => {
	const publication = await world.publish();
	const [{ id, url, events, secret }] = await world.webhooks();
	const other = (await world.call(SUBSCRIBE, { url, events, secret })).data.id as number;
	await world.call(`${SUBSCRIBE}/${id}`, undefined, 'DELETE');
	const heartbeat = { event: 'linkplatform.heartbeat', id: 'h', webhookId: String(other) };
	await deliverSigned(publication, JSON.stringify(heartbeat), { secret });
	await world.check(publication);
	expect((await world.webhooks()).map((webhook) => webhook.id)).toEqual([other]);
	world.expectNoExecution();
});
