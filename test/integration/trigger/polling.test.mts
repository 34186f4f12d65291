/** Tests the polling trigger in n8n's engine, against the sandbox over HTTP. */
import type * as Publication from '../../../nodes/LinkPlatform/adapter/publication.ts';
import type { PolledWorkflow as Polled } from '../../../packages/n8n-harness/index.mts';
import { getBuiltModule } from '../../../tools/built.mts';
import { until } from '../../../tools/until.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { byId } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

const world = useTriggerWorld();
const node = 'linkPlatformPollingTrigger';

const create = (parameters: object) =>
	world.host.createPolled({ node, parameters: { event: 'link.clicked', ...parameters } });
async function publish(parameters: object = {}) {
	const workflow = create(parameters);
	await workflow.activate();
	return workflow;
}
const click = (alias: string) => world.visit(`/${alias}`);
/** Makes Link Platform return this many scans for QR code 1. */
const report = async (scans: number) => {
	await world.clearFaults();
	const code = { id: 1, name: 'Menu', scans };
	const toBody = (data: object) => JSON.stringify({ error: 0, data });
	const answer = (path: string, body: string) => world.fault(path, { type: 'wrongJson', body });
	await answer('/api/qr/1', toBody(code));
	await answer('/api/qrs', toBody({ qrs: [code], result: 1, maxpage: 1 }));
};
const getItems = () => world.started().flatMap(({ items }) => items.map(({ json }) => json));
const aliases = async () =>
	(await world.all('/api/urls', 'urls')).map(({ alias }) => String(alias));

test('the polling trigger starts no execution when published, and then counts each click once', async () => {
	const [first, second] = await aliases();
	const workflow = await publish();
	await workflow.poll();
	world.expectNoExecution();
	await click(first);
	await click(first);
	await click(second);
	await workflow.poll();
	expect(world.started()).toHaveLength(1);
	expect(getItems()).toMatchObject([
		{
			event: 'link.clicked',
			deliveryId: '',
			timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
			linkId: 1,
			alias: first,
			added: 2,
		},
		{ linkId: 2, alias: second, added: 1 },
	]);
	await workflow.poll();
	expect(world.started()).toHaveLength(1);
});

test('clicks made while n8n or Link Platform is down are returned once by a later poll', async () => {
	const [alias] = await aliases();
	const workflow = await publish();
	await click(alias);
	await workflow.poll();
	await click(alias);
	await click(alias);
	await workflow.restart();
	// n8n's start doesn't wait for a poll, so the two new clicks aren't returned yet.
	expect(getItems()).toHaveLength(1);
	await world.fault('/api/urls', withStatus(403));
	await workflow.poll();
	expect(world.started().map(({ status }) => status)).toEqual(['success', 'error']);
	await world.clearFaults();
	await click(alias);
	await workflow.poll();
	await workflow.poll();
	expect(getItems()).toMatchObject([{ added: 1 }, { added: 3 }]);
	await workflow.restart();
	await workflow.poll();
	expect(getItems()).toHaveLength(2);
});

test('the polling trigger forgets its state when a workflow is unpublished and published, but not when its parameters change', async () => {
	await report(6);
	const event = 'qr.scanned';
	const workflow = await publish({ event });
	await world.clearFaults();
	await world.fault('/api/qrs', withStatus(403));
	await expect(workflow.activate('activate')).rejects.toThrow('403');
	await world.clearFaults();
	await report(9);
	// After a failed publication, n8n publishes the workflow as an update.
	await workflow.activate('update');
	await workflow.poll();
	expect(getItems()).toEqual([]);
	await report(10);
	await workflow.republish({ event, filters: { qrCodeId: '1' } });
	expect(getItems()).toMatchObject([{ qrId: 1, scans: 10, added: 1 }]);
});

// The oldest n8n in the tests, 2.35, has no durable scheduler.
const ifDurable = process.env.SUITE === 'oldest' ? test.skip : test;
ifDurable(
	"a counter that fell for 15 minutes continues from its lowest, also in n8n's durable scheduler",
	async () => {
		await report(6);
		const workflow = await publish({ event: 'qr.scanned', filters: { qrCodeId: '1' } });
		for (const [scans, clockSkewSeconds] of [
			[0, 0],
			[2, 300],
			[3, 900],
		]) {
			expect(getItems()).toEqual([]);
			await world.change({ rateLimit: { clockSkewSeconds } });
			await report(scans);
			await workflow.pollDurably();
		}
		expect(getItems()).toMatchObject([{ qrId: 1, scans: 3, added: 3 }]);
		// One execution, without items, saves the first lower counter; the other returns the new scans.
		expect(world.started().map(({ status }) => status)).toEqual(['success', 'success']);
	},
);

test('a changed link filter loses no click on links that were already in the filter', async () => {
	const [alias] = await aliases();
	const workflow = create({ filters: { linkId: '1' } });
	await workflow.activate();
	await click(alias);
	workflow.json.nodes[0].parameters.filters = { linkId: '1, 2' };
	await workflow.pollDurably();
	expect(getItems()).toMatchObject([{ linkId: 1 }]);
});

test.each([
	['at the next poll', (workflow: Polled) => workflow.poll()],
	[
		'when it is published again',
		(workflow: Polled) => workflow.republish({ event: 'link.clicked' }),
	],
	['in the durable scheduler', (workflow: Polled) => workflow.pollDurably()],
])(
	"the polling trigger starts over if the credential's account changes, and reports it once, %s",
	async (_, poll) => {
		const [alias] = await aliases();
		const workflow = await publish();
		const apiUrl = String(world.credential.apiUrl).replace('127.0.0.1', 'localhost');
		world.setCredential({ apiUrl });
		await click(alias);
		await poll(workflow);
		await poll(workflow);
		expect(getItems()).toEqual([]);
		const messages = world.started().flatMap(({ error }) => error?.message ?? []);
		expect(messages).toEqual([
			'The trigger starts over, because the API key or the API URL has changed',
		]);
		await click(alias);
		await poll(workflow);
		expect(getItems()).toHaveLength(1);
	},
);

test('a renamed or copied node keeps or begins its own memory', async () => {
	const [alias] = await aliases();
	const workflow = await publish();
	await click(alias);
	const [node] = workflow.json.nodes;
	workflow.json.nodes[0] = { ...node, name: 'New Clicks' };
	await workflow.activate('update');
	expect(getItems()).toMatchObject([{ added: 1 }]);
	await click(alias);
	// A node that is added to the published workflow under the same name has another ID.
	workflow.json.nodes[0] = { ...node, id: 'another' };
	await workflow.activate('update');
	expect(getItems()).toHaveLength(1);
	await click(alias);
	await workflow.poll();
	expect(getItems()).toMatchObject([{ added: 1 }, { added: 1 }]);
});

test('publishing ends although the first reading takes longer, and the next poll takes that reading', async () => {
	const [alias] = await aliases();
	const { patience } = getBuiltModule<typeof Publication>('nodes/LinkPlatform/adapter/publication');
	await world.fill('links', 250);
	// The `Date` header is behind the dates of records, so that links made from now on are certainly newer.
	await world.change({ latencyMs: 250, rateLimit: { clockSkewSeconds: -60 } });
	await world.forget();
	const { publication: time } = patience;
	patience.publication = 400;
	const workflow = await publish().finally(() => (patience.publication = time));
	await click(alias);
	// Wait until the reading has ended: its last response is sent before that of a later request.
	await until('the last page', async () => (await world.counts())['GET /api/urls'] === 3);
	await world.ask('GET /api/account');
	await world.change({ latencyMs: 0 });
	await world.call('/api/url/add', { url: 'https://example.com/new', alias: 'brand-new' });
	for (const name of ['brand-new', 'brand-new']) await click(name);
	await workflow.poll();
	expect(getItems()).toMatchObject([
		{ alias, added: 1 },
		{ alias: 'brand-new', added: 2 },
	]);
	expect((await world.counts())['GET /api/urls']).toBe(6);
});

test('a record made after publishing is new, even if the first reading waits for one of another workflow', async () => {
	const { patience } = getBuiltModule<typeof Publication>('nodes/LinkPlatform/adapter/publication');
	const clicks = await publish();
	await world.fault('/api/urls', { type: 'delay', ms: 3_500 });
	const reading = clicks.poll();
	const { publication: time } = patience;
	patience.publication = 100;
	const workflow = await publish({ event: 'qr.created' }).finally(
		() => (patience.publication = time),
	);
	// Dates are in whole seconds, and only a later second is certainly later.
	const later = Date.now() + 2_000;
	await until('a later second', () => Date.now() > later);
	await world.call('/api/qr/add', { name: 'Poster', url: 'https://example.com/poster' });
	await reading;
	for (let n = 0; n < 2; n += 1) await workflow.poll();
	expect(getItems()).toMatchObject([{ event: 'qr.created', name: 'Poster' }]);
});

test('a counter that begins with a poll is saved, so that its next click counts in the durable scheduler', async () => {
	await world.change({ dates: 'space' });
	const workflow = await publish();
	await world.call('/api/url/add', { url: 'https://example.com/new', alias: 'brand-new' });
	for (let n = 0; n < 2; n += 1) {
		await workflow.pollDurably();
		await click('brand-new');
	}
	await workflow.pollDurably();
	expect(getItems()).toMatchObject([
		{ alias: 'brand-new', added: 1 },
		{ alias: 'brand-new', added: 1 },
	]);
});

test('a poll of the durable scheduler leaves a long reading to the next poll', async () => {
	const [alias] = await aliases();
	const workflow = await publish();
	await click(alias);
	await world.change({ latencyMs: 200 });
	await workflow.pollDurably(20);
	expect(getItems()).toEqual([]);
	await world.change({ latencyMs: 0 });
	await workflow.pollDurably();
	expect(getItems()).toMatchObject([{ added: 1 }]);
	// A changed account is reported once, even if the reading takes several polls.
	await world.fill('links', 250);
	world.setCredential({
		apiUrl: String(world.credential.apiUrl).replace('127.0.0.1', 'localhost'),
	});
	await world.change({ latencyMs: 100 });
	for (const budget of [150, 10, 36_000]) await workflow.pollDurably(budget);
	expect(world.started().filter(({ status }) => status === 'error')).toHaveLength(1);
});

test.each([
	['rate-limited', 429, { maxWait: 0 }],
	['temporarily-unavailable', 503, {}],
])('a failed poll tells n8n for how long Link Platform is %s', async (cause, status, pace) => {
	const workflow = await publish();
	world.setCredential(pace);
	await world.fault('/api/urls', { type: 'status', status, headers: { 'retry-after': '2' } });
	await workflow.poll();
	const [{ error }] = world.started() as Array<{ error?: object }>;
	expect(error).toMatchObject({ failure: { cause, retryAfterMs: expect.any(Number) } });
	const { retryAfterMs } = (error as { failure: { retryAfterMs: number } }).failure;
	expect(retryAfterMs).toBeLessThanOrEqual(2_000);
});

test('overlapping polls return each click only once, and report a failure only once', async () => {
	const [alias] = await aliases();
	const workflow = await publish();
	await world.change({ latencyMs: 50 });
	await click(alias);
	const pollAtOnce = async () =>
		await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
	await pollAtOnce();
	expect(getItems()).toHaveLength(1);
	await world.fault('/api/urls', withStatus(403));
	await pollAtOnce();
	expect(world.started().map(({ status }) => status)).toEqual(['success', 'error']);
});

test('publishing the polling trigger with a wrong API key fails and says what to do', async () => {
	world.setCredential({ apiKey: 'wrong' });
	await expect(publish()).rejects.toThrow(/^API key rejected.*Check 'API Key' in the credential/);
});

test.each([
	[{ event: 'product.purchased' }, "'Trigger On' doesn't offer the event product.purchased"],
	[{ event: 'subscriber.added', bioPageId: byId('') }, "'Bio Page' is empty"],
	[{ event: 'link.milestone', steps: '' }, 'whole numbers above 0 (got nothing)'],
	[{ event: 'link.milestone', steps: '100, many' }, 'whole numbers above 0 (got many)'],
	[{ event: 'link.milestone', steps: '1,000' }, 'whole numbers above 0 (got 000)'],
	[{ filters: { linkId: '1, 4711' } }, 'ID 4711: There is no link with id 4711'],
	[{ filters: { linkId: '../1' } }, 'not a valid ID'],
])('publishing the polling trigger with the invalid parameters %j fails', (parameters, message) =>
	expect(publish(parameters)).rejects.toThrow(message),
);

test('a link filter limits which links are polled, with one request for each', async () => {
	const [first, second] = await aliases();
	const workflow = await publish({ filters: { linkId: '1' } });
	await world.forget();
	await click(first);
	await click(second);
	await workflow.poll();
	expect(getItems()).toMatchObject([{ linkId: 1, added: 1 }]);
	const paths = (await world.requests()).map(({ path }) => path);
	expect(paths.filter((path) => path.startsWith('/api/'))).toEqual(['/api/url/1']);
});

test('the polling trigger returns each new link, QR code and subscriber once', async () => {
	const workflows = [
		await publish({ event: 'link.created', filters: { alias: 'spring-*' } }),
		await publish({ event: 'qr.created' }),
		await publish({ event: 'subscriber.added', bioPageId: byId('1') }),
	];
	for (const alias of ['spring-1', 'autumn-1']) {
		await world.call('/api/url/add', { url: 'https://example.com/new', alias });
	}
	await world.change({ qrTargets: 'shown' });
	await world.call('/api/qr/add', { name: 'Poster', url: 'https://example.com/poster' });
	await world.fill('subscribers', 1);
	for (const workflow of workflows) await workflow.poll();
	for (const workflow of workflows) await workflow.poll();
	expect(getItems()).toMatchObject([
		{ event: 'link.created', alias: 'spring-1', longurl: 'https://example.com/new' },
		{
			event: 'qr.created',
			name: 'Poster',
			linkedUrl: 'https://example.com/poster',
			url: expect.stringMatching(/^http/),
		},
		{ event: 'subscriber.added', bioId: 1, email: expect.stringContaining('@') },
	]);
});

describe('Fetch Test Event', () => {
	const fetchTest = async (parameters: object) => {
		const trigger = world.engine.node(node, { parameters: parameters as never });
		const json = { nodes: [trigger], connections: {} };
		const run = await world.engine.runWorkflow(json, { mode: 'manual', startNode: trigger.name });
		return run.nodes[trigger.name]?.[0] ?? run;
	};

	test.each([
		'link.clicked',
		'link.milestone',
		'qr.scanned',
		'link.created',
		'qr.created',
		'subscriber.added',
	])('Fetch Test Event returns the latest %s event', async (event) => {
		const [code] = await world.all('/api/qrs', 'qrs');
		await world.visit(new URL(String(code.url)).pathname);
		const run = await fetchTest({ event, bioPageId: byId('1'), steps: 1 });
		expect(run).toMatchObject({ items: [{ json: { event, deliveryId: '' } }] });
	});

	test('Fetch Test Event fails if the filters exclude every event, and says that filters apply', async () => {
		const run = await fetchTest({ event: 'link.clicked', filters: { alias: 'nobody-*' } });
		expect(run.error).toMatchObject({
			message: 'There is no event to fetch yet',
			description: expect.stringContaining("'Filters' apply to it"),
		});
	});
});
