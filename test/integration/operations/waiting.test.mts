/** Tests Link > Wait for Click, QR Code > Wait for Scan and Webhook > Wait for Event, which share their code. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { eventTypes as offered } from '../../../packages/sandbox/events.mts';
import type { InputItem, RunWorkflowOptions } from '../../../packages/n8n-harness/index.mts';
import { sign } from '../../../packages/sandbox/deliveries.mts';
import { until } from '../../../tools/until.mts';
import { unlistedIn } from '../../support/listed.mts';
import { requested, getField, getJson } from '../../support/sent.mts';
import { derivedSecret, useTriggerWorld } from '../../support/trigger.mts';
import { byId } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';
import { table } from '../../support/table.mts';

/** A placeholder for n8n's own Wait node, so that earlier nodes can find it. No test executes it. */
const waitNode = {
	description: {
		name: 'wait',
		displayName: 'Wait',
		description: '',
		group: ['organization'],
		version: 1,
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: ['resume', 'incomingAuthentication'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: name === 'resume' ? '' : 'none',
		})),
	},
} as INodeType;
const world = useTriggerWorld({ extraNodeTypes: { 'n8n-nodes-base.wait': waitNode } });

const DAY = 24 * 60 * 60;
/** IDs of links in the sandbox: CLICKED has clicks, NEW has none. */
const CLICKED = 1;
const NEW = 2;
const ROW: InputItem = { json: { name: 'Ada', row: 7 } };

const click = { resource: 'link', operation: 'waitForClick', linkId: byId(NEW) };
const event = { resource: 'webhook', operation: 'waitForEvent', events: ['link.clicked'] };

interface WaitOptions extends RunWorkflowOptions {
	items?: InputItem[];
	/** Settings of n8n's Wait node, which is added after the node After. */
	later?: Partial<INode>;
	/** Settings of our waiting node. */
	settings?: Partial<INode>;
}

/** Runs a workflow whose node Wait is followed by After, until it waits or ends. */
async function wait(
	parameters: Record<string, unknown> = click,
	{ items = [ROW], settings = {}, later, ...options }: WaitOptions = {},
) {
	const { engine, host } = world;
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const type = 'n8n-nodes-base.noOp';
	return await host.run(
		{
			nodes: [
				engine.node('n8n-nodes-base.manualTrigger', { name: 'Input' }),
				engine.node(type, { name: 'Rows' }),
				engine.node('linkPlatform', {
					name: 'Wait',
					parameters: parameters as INodeParameters,
					...settings,
				}),
				engine.node(type, { name: 'After' }),
				...(later ? [engine.node('n8n-nodes-base.wait', { name: 'Approval', ...later })] : []),
			],
			connections: {
				Input: to('Rows'),
				Rows: to(settings.name ?? 'Wait'),
				[settings.name ?? 'Wait']: to('After'),
				...(later ? { After: to('Approval') } : {}),
			},
			settings: { timezone: 'Europe/Berlin' },
		},
		{ startNode: 'Input', input: items, ...options },
	);
}

type Execution = Awaited<ReturnType<typeof wait>>;

/** Returns the latest execution of the test as soon as it has ended. */
async function ended() {
	const last = () => world.started().at(-1)!;
	await until('the execution to end', () => !['running', 'waiting'].includes(last().status));
	return last();
}

const getItems = ({ nodes }: Execution, name = 'After') => nodes[name]?.at(-1)?.items ?? [];
const jsonAfter = (execution: Execution) => getJson(getItems(execution));

/** Returns the only webhook. */
const subscription = async () => (await world.webhooks())[0];
const noSubscription = async () => (await world.webhooks()).length === 0;

interface Sent {
	body?: unknown;
	secret?: string;
	url?: (url: URL) => void;
	headers?: Record<string, string>;
}

/** Delivers a click as Link Platform would; returns status and body of the response. */
async function deliver(
	{ url, secret }: { url: string; secret: string },
	data: object = { linkId: NEW },
	{ body, secret: other, url: change, headers }: Sent = {},
) {
	const timestamp = new Date().toISOString();
	const text =
		typeof body === 'string'
			? body
			: JSON.stringify({ event: 'link.clicked', timestamp, data, ...(body as object) });
	const target = new URL(url);
	change?.(target);
	const response = await fetch(target, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'x-service-signature': sign(text, other ?? secret),
			'x-service-delivery': 'delivery-1',
			...headers,
		},
		body: text,
	});
	return [response.status, JSON.parse(await response.text()) as IDataObject] as const;
}

const expectWaiting = () => expect(world.started()[0].status).toBe('waiting');
const expectSuccess = async () => expect((await ended()).status).toBe('success');
const received = [200, { received: true }] as const;
const ignored = (why: string) => [200, { received: true, ignored: why }] as const;

test('link.waitForClick creates a webhook for the execution, checks the clicks afterwards, and pauses', async () => {
	const execution = await wait();
	expect(execution.status).toBe('waiting');
	const { url, events, secret } = await subscription();
	expect(await requested(world)).toEqual([
		'POST /api/webhooks/subscribe',
		'GET /api/webhooks',
		`GET /api/url/${NEW}`,
		'GET /api/webhooks',
	]);
	expect(events).toEqual(['link.clicked']);
	expect(secret).toBe(derivedSecret(world.apiKey, url));
	const { origin, pathname, searchParams } = new URL(url);
	expect(origin + pathname).toBe(
		`${world.host.baseUrl}/webhook-waiting/${execution.executionId}/Wait`,
	);
	expect([...searchParams.keys()]).toEqual(['signature', 'wait', 'until']);
	const left = Number(searchParams.get('until')) - Date.now() / 1000;
	expect(Math.abs(left - 7 * DAY)).toBeLessThan(60);
});

test("link.waitForClick shows in the editor what it waits for, and until when (in the workflow's time zone)", async () => {
	const execution = await wait({ ...click, timeoutAmount: 1.5, timeoutUnit: 'hours' });
	const { waitingFor, until: end } = getItems(execution, 'Wait')[0].json as Record<string, string>;
	expect(waitingFor).toBe('link.clicked');
	const { metadata } = execution.nodes.Wait[0];
	const [, words] = String(metadata?.resumeUrl).split('#');
	const clock = new Date(end).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' });
	expect(decodeURIComponent(words)).toMatch(`Waiting for ${waitingFor} (guide) until `);
	expect(decodeURIComponent(words)).toMatch(
		new RegExp(` until \\d+ [A-Z]\\w\\w ${clock.slice(0, 5)} \\(Europe/Berlin\\)$`),
	);
	expect(execution.nodes.After).toBeUndefined();
	// Evaluate the tooltip as the editor does, with the URL that the node stored.
	const workflow = world.engine.workflow({
		nodes: [world.engine.node('linkPlatform')],
		connections: {},
	});
	const [node] = Object.values(workflow.nodes);
	const { waitingNodeTooltip } = workflow.nodeTypes.getByNameAndVersion(node.type).description;
	const shown = (resumeUrl: string) =>
		workflow.expression.getSimpleParameterValue(node, waitingNodeTooltip, 'internal', {
			$execution: { id: '1', mode: 'test', resumeUrl, resumeFormUrl: '' },
		});
	expect(shown(String(metadata?.resumeUrl))).toBe(decodeURIComponent(words));
	expect(shown('http://localhost:5678/webhook-waiting/1')).toBe('Waiting for an event');
});

test('a click resumes link.waitForClick, which returns its input item with the event and deletes its webhook', async () => {
	const { executionId } = await wait();
	await world.visit('/guide');
	const execution = await ended();
	expect(execution).toMatchObject({ executionId, status: 'success' });
	expect(getItems(execution)).toMatchObject([
		{
			json: {
				name: 'Ada',
				row: 7,
				timedOut: false,
				alreadyHappened: false,
				event: {
					event: 'link.clicked',
					deliveryId: expect.any(String),
					timestamp: expect.any(String),
					data: { linkId: NEW },
				},
			},
		},
	]);
	expect(getItems(execution, 'Wait')[0].pairedItem).toEqual({ item: 0 });
	expect(execution.nodes.Wait).toHaveLength(1);
	await until('the subscription to be gone', noSubscription);
});

test('link.waitForClick returns the input with `timedOut`: true if no click arrives in time', async () => {
	const { executionId } = await wait();
	const execution = await world.host.timeOut(executionId);
	expect(execution.status).toBe('success');
	expect(jsonAfter(execution)).toEqual([
		{ name: 'Ada', row: 7, timedOut: true, alreadyHappened: false, event: null },
	]);
});

test("link.waitForClick keeps the input's files after a click and after a timeout", async () => {
	const data = Buffer.from('a file');
	const items = [{ ...ROW, binary: { data: { data, fileName: 'a.txt', mimeType: 'text/plain' } } }];
	for (const end of ['click', 'time']) {
		const { executionId } = await wait(click, { items });
		if (end === 'click') await deliver(await subscription());
		else await world.host.timeOut(executionId);
		const execution = await ended();
		const { binary } = getItems(execution)[0];
		expect(binary).toMatchObject({ data: { fileName: 'a.txt' } });
		expect(await world.engine.readBinary(binary!.data)).toEqual(data);
		await world.restore();
	}
});

test('link.waitForClick continues immediately and leaves no webhook if the link was already clicked', async () => {
	const execution = await wait({ ...click, linkId: byId(CLICKED) });
	expect(execution.status).toBe('success');
	expect(jsonAfter(execution)).toEqual([
		{ name: 'Ada', row: 7, timedOut: false, alreadyHappened: true, event: null },
	]);
	expect(await noSubscription()).toBe(true);
});

test("link.waitForClick continues if the link was already clicked, even if the webhook can't be deleted", async () => {
	await world.sandbox.fault({ method: 'DELETE', action: withStatus(403) });
	const execution = await wait({ ...click, linkId: byId(CLICKED) });
	expect(jsonAfter(execution)).toMatchObject([{ alreadyHappened: true }]);
});

test('link.waitForClick with ifAlready set to "wait" pauses until the next click', async () => {
	const execution = await wait({ ...click, linkId: byId(CLICKED), ifAlready: 'wait' });
	expect(execution.status).toBe('waiting');
	expect(await deliver(await subscription(), { linkId: CLICKED })).toEqual(received);
});

test.each([
	['is missing', { id: CLICKED }],
	['is null', { id: CLICKED, clicks: null }],
	["isn't a number", { id: CLICKED, clicks: 'many' }],
])(
	"link.waitForClick fails and leaves no webhook if the link's number of clicks %s",
	async (_why, data) => {
		await world.respond(`/api/url/${CLICKED}`, data);
		const failure = await world.fail('link', 'waitForClick', { linkId: byId(CLICKED) });
		expect(failure.error).toBe("Link Platform didn't return the number of clicks");
		expect(await noSubscription()).toBe(true);
	},
);

test.each(['continue', 'wait'])(
	'link.waitForClick for an unknown link fails, names the link, and leaves no webhook (ifAlready: %s)',
	async (ifAlready) => {
		const failure = await world.fail('link', 'waitForClick', { linkId: byId(999), ifAlready });
		expect(failure.message).toContain("Looked for 'Link' 999");
		expect(await noSubscription()).toBe(true);
	},
);

test('link.waitForClick ignores deliveries about other links and events, and still resumes with the right click', async () => {
	await wait();
	const one = await subscription();
	for (let linkId = 100; linkId < 120; linkId += 1) {
		expect(await deliver(one, { linkId })).toEqual(ignored('filter'));
	}
	const other = { body: { event: 'qr.scanned' } };
	expect(await deliver(one, { linkId: NEW }, other)).toEqual(ignored('event'));
	expectWaiting();
	expect(await deliver(one)).toEqual(received);
	await expectSuccess();
});

test("link.waitForClick ignores clicks in the first minutes of the wait, as set in 'Ignore First'", async () => {
	await wait({ ...click, ignoreFirst: 10 });
	const one = await subscription();
	const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	for (const body of [{}, { timestamp: at(9) }, { timestamp: null }]) {
		expect(await deliver(one, { linkId: NEW }, { body })).toEqual(ignored('age'));
	}
	expect(await deliver(one, { linkId: NEW }, { body: { timestamp: at(11) } })).toEqual(received);
	expect(jsonAfter(await ended())).toEqual([expect.objectContaining({ timedOut: false })]);
});

test.each(['before', 'while', 'after'])(
	"link.waitForClick with 'Ignore First' keeps waiting if a mail scanner clicks %s the node subscribes",
	async (when) => {
		if (when === 'before') await world.visit('/guide');
		const isClicked = when === 'while';
		const visit = { action: { type: 'delay', ms: 200 }, times: 1 };
		if (isClicked) await world.fault(`/api/url/${NEW}`, visit.action, { method: 'GET' });
		const waiting = wait({ ...click, ignoreFirst: 1 });
		if (isClicked) {
			await until('the subscription', async () => !(await noSubscription()));
			await world.visit('/guide');
		}
		expect((await waiting).status).toBe('waiting');
		if (when === 'after') await world.visit('/guide');
		if (when !== 'before') {
			await until('the delivery', async () => (await world.deliveries())[0]?.attempts.length > 0);
		}
		expectWaiting();
		const later = new Date(Date.now() + 2 * 60_000).toISOString();
		const body = { timestamp: later };
		expect(await deliver(await subscription(), undefined, { body })).toEqual(received);
	},
);

test("link.waitForClick with 'Ignore First' fails for an unknown link", async () => {
	const failure = await world.fail('link', 'waitForClick', { linkId: byId(999), ignoreFirst: 5 });
	expect(failure.message).toContain("Looked for 'Link' 999");
	expect(await noSubscription()).toBe(true);
});

test('link.waitForClick leaves out the IP addresses of visitors on request', async () => {
	for (const dropIpAddresses of [false, true]) {
		await wait({ ...click, dropIpAddresses });
		await deliver(await subscription(), { linkId: NEW, ip: '192.0.2.10' });
		const [{ event: seen }] = jsonAfter(await ended()) as Array<{ event: { data: object } }>;
		expect(seen.data).toEqual({ linkId: NEW, ...(dropIpAddresses ? {} : { ip: '192.0.2.10' }) });
		await world.restore();
	}
});

test('link.waitForClick ignores a click made more than five minutes before the wait began', async () => {
	await wait();
	const one = await subscription();
	const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	expect(await deliver(one, { linkId: NEW }, { body: { timestamp: at(6) } })).toEqual(
		ignored('age'),
	);
	expect(await deliver(one, { linkId: NEW }, { body: { timestamp: at(4) } })).toEqual(received);
});

test.each([-5, -8, 2])(
	'link.waitForClick accepts a local timestamp without an offset from a server whose time zone is UTC plus %d hours',
	async (offset) => {
		await wait();
		const local = new Date(Date.now() + offset * 3_600_000).toISOString();
		const body = { timestamp: local.slice(0, 19) };
		expect(await deliver(await subscription(), undefined, { body })).toEqual(received);
	},
);

test.each([-20, 20])(
	"link.waitForClick corrects timestamps if Link Platform's clock is %d minutes ahead of n8n's",
	async (minutes) => {
		await world.change({ rateLimit: { clockSkewSeconds: minutes * 60 } });
		await wait();
		const one = await subscription();
		const at = (after: number) => new Date(Date.now() + (minutes + after) * 60_000).toISOString();
		expect(await deliver(one, undefined, { body: { timestamp: at(-6) } })).toEqual(ignored('age'));
		expect(await deliver(one, undefined, { body: { timestamp: at(1) } })).toEqual(received);
	},
);

test('webhook.waitForEvent confirms a heartbeat request and continues to wait', async () => {
	await wait({ ...event, events: ['all'] });
	const one = await subscription();
	const heartbeat = { event: 'linkplatform.heartbeat', id: 'h1' };
	expect(await deliver(one, {}, { body: heartbeat })).toEqual([
		200,
		{ received: true, heartbeat: 'h1' },
	]);
	expectWaiting();
});

test('link.waitForClick ignores a delivery meant for an earlier wait of the same node', async () => {
	await wait();
	const one = await subscription();
	const url = new URL(one.url);
	url.searchParams.set('wait', 'another');
	const secret = derivedSecret(world.apiKey, url.href);
	expect(await deliver({ url: url.href, secret })).toEqual(ignored('wait'));
	expectWaiting();
});

describe('forged deliveries', () => {
	const LATER = String(Math.round(Date.now() / 1000) + 30 * DAY);
	test.each<[string, Sent, number]>([
		['with another secret', { secret: 'guessed' }, 401],
		['without a signature', { headers: { 'x-service-signature': '' } }, 401],
		['with a different nonce', { url: ({ searchParams }) => searchParams.set('wait', 'x') }, 401],
		[
			'with a later end of the wait',
			{ url: ({ searchParams }) => searchParams.set('until', LATER) },
			401,
		],
		['without the nonce', { url: ({ searchParams }) => searchParams.delete('wait') }, 401],
		["without n8n's token", { url: ({ searchParams }) => searchParams.delete('signature') }, 401],
		['to the URL of another node', { url: (url) => void (url.pathname += 'x') }, 404],
		["that isn't an object", { body: '[]' }, 400],
		["that isn't JSON", { body: '{', headers: { 'content-type': 'text/plain' } }, 400],
	])(
		'link.waitForClick keeps waiting after a forged delivery %s',
		async (_name, forged, status) => {
			await wait();
			const one = await subscription();
			expect((await deliver(one, undefined, forged))[0]).toBe(status);
			expectWaiting();
			expect(await deliver(one)).toEqual(received);
		},
	);
});

test("link.waitForClick finds its own settings even if its node's name has quotes and other special characters", async () => {
	const name = 'It\'s "odd" }} \\ {{ Wait ü 🎉';
	await wait(click, { settings: { name } });
	expect(await deliver(await subscription(), { linkId: 5 })).toEqual(ignored('filter'));
	expect(await deliver(await subscription())).toEqual(received);
	await expectSuccess();
});

test('link.waitForClick keeps input fields named `error` and `message`, but overwrites input fields named like its outputs', async () => {
	const items = [{ json: { error: 'no', message: 'none', timedOut: 'x', event: 'y' } }];
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const { executionId } = await wait(click, { items, settings });
	expect(await world.webhooks()).toHaveLength(1);
	expect(jsonAfter(await world.host.timeOut(executionId))).toEqual([
		{ error: 'no', message: 'none', timedOut: true, alreadyHappened: false, event: null },
	]);
});

test('link.waitForClick fails every item if it gets more than one', async () => {
	const items = [{ json: { a: 1 } }, { json: { a: 2 } }, { json: { a: 3 } }];
	const { errorItems } = await world.run('link', 'waitForClick', click, { items });
	expect(getField(errorItems, 'error')).toEqual(
		Array(3).fill('This operation can wait for only one item at a time (got 3)'),
	);
	expect(getField(errorItems, 'a')).toEqual([1, 2, 3]);
	const stopped = await world.run('link', 'waitForClick', click, {
		items,
		onError: 'stopWorkflow',
	});
	expect(stopped.error?.message).toContain('one item at a time');
	await world.expectNoRequest();
});

test.each([
	'={{ $json.key }}',
	"={{ $('Rows').first().json.key }}",
	"={{ $json.key ?? 'another' }}",
])(
	'link.waitForClick rejects a credential whose expression reads the input item: %s',
	async (apiKey) => {
		const credentials = { linkPlatformApi: { ...world.credential, apiKey } };
		const items = [{ json: { key: world.credential.apiKey } }];
		const settings = { onError: 'continueErrorOutput' as const };
		const { nodes } = await wait(click, { items, settings, credentials });
		const failed = nodes.Wait[0].outputs[1];
		expect(failed[0].json).toMatchObject({
			error: expect.stringContaining("The credential's expressions need an input item"),
			message: expect.stringContaining('use a credential without these expressions'),
		});
		expect(unlistedIn(failed)).toEqual([]);
		await world.expectNoRequest();
	},
);

test("link.waitForClick can't be used as an AI tool", async () => {
	const tool = await world.engine.connectTool({ node: 'linkPlatform', parameters: click });
	const answer = await tool({}).catch((thrown: Error) => [{ error: thrown.message }]);
	expect(JSON.stringify(answer)).toContain("can't use this operation as a tool");
	await world.expectNoRequest();
});

test("link.waitForClick resumes if its credential has an expression that doesn't read the input item", async () => {
	const apiKey = `={{ '${world.credential.apiKey}' }}`;
	world.setCredential({ apiKey });
	await wait();
	await deliver(await subscription());
	expect(jsonAfter(await ended())).toMatchObject([{ name: 'Ada', timedOut: false }]);
});

test("link.waitForClick fails if n8n has a local address that a Link Platform on the internet can't reach", async () => {
	const linkPlatformApi = { ...world.credential, apiUrl: 'https://links.example.com' };
	const { nodes } = await wait(click, {
		credentials: { linkPlatformApi },
		settings: { onError: 'continueErrorOutput' },
	});
	const failed = nodes.Wait[0].outputs[1];
	expect(failed[0].json.error).toContain("can't reach n8n at http://127.0.0.1");
	expect(unlistedIn(failed)).toEqual([]);
});

test.each(table<[string, number, object]>`
	minutes | 120 | {"timeoutAmount": 2, "timeoutUnit": "minutes"}
	hours | 5400 | {"timeoutAmount": "={{ \"1.5\" }}", "timeoutUnit": "hours"}
	days | 31536000 | {"timeoutAmount": 365}
	days by default, for an empty expression | 604800 | {"timeoutAmount": "={{ \"\" }}"}
`)(
	"link.waitForClick ends after the time in 'Wait Up To', given in %s",
	async (_unit, seconds, parameters) => {
		await wait({ ...click, ...parameters });
		const end = new URL((await subscription()).url).searchParams.get('until');
		expect(Math.abs(Number(end) - Date.now() / 1000 - seconds)).toBeLessThan(60);
	},
);

describe('qrCode.waitForScan', () => {
	const scan = { resource: 'qrCode', operation: 'waitForScan', qrCodeId: byId(1) };

	test('qrCode.waitForScan ignores scans of other QR codes, and resumes when its own QR code is scanned', async () => {
		const { status, nodes } = await wait(scan);
		expect(status).toBe('waiting');
		expect(nodes.Wait[0].items[0].json.waitingFor).toBe('qr.scanned');
		const one = await subscription();
		const body = { event: 'qr.scanned' };
		expect(await deliver(one, { qrId: 2, linkId: 1 }, { body })).toEqual(ignored('filter'));
		expect(await deliver(one, { qrId: 1, linkId: 5 }, { body })).toEqual(received);
		expect(jsonAfter(await ended())).toMatchObject([
			{ timedOut: false, event: { event: 'qr.scanned', data: { qrId: 1 } } },
		]);
	});

	test('qrCode.waitForScan continues immediately if the QR code was already scanned', async () => {
		await world.respond('/api/qr/1', { id: 1, name: 'Poster', scans: 1 });
		expect(jsonAfter(await wait(scan))).toMatchObject([{ alreadyHappened: true }]);
	});
});

test('webhook.waitForEvent filters events as the trigger does', async () => {
	await wait({ ...event, filters: { alias: 'launch, sale', country: 'DE' } });
	const one = await subscription();
	expect(await deliver(one, { alias: 'sale', country: 'US' })).toEqual(ignored('filter'));
	expect(await deliver(one, { alias: 'sale', country: 'de' })).toEqual(received);
});

test('webhook.waitForEvent for all events resumes with any event, even an unknown event type', async () => {
	await wait({ ...event, events: ['all'] });
	const one = await subscription();
	expect(one.events).toHaveLength(offered.length);
	expect(await deliver(one, {}, { body: { event: 'link.danced', extra: 1 } })).toEqual(received);
	expect(jsonAfter(await ended())).toMatchObject([{ event: { event: 'link.danced', extra: 1 } }]);
});

const resumeUrl = (seconds: number, origin = world.host.baseUrl) =>
	`${origin}/webhook-waiting/1/a?signature=s&wait=w&until=${Math.round(Date.now() / 1000) + seconds}`;
const add = async (url: string) => {
	const body = { url, events: ['bio.updated'] };
	await world.call('/api/webhooks/subscribe', body);
};
const urls = async () => (await world.webhooks()).map(({ url }) => url);
/** Adds the webhook of a wait that has ended, and webhooks that must not be deleted; returns the URLs of the latter. */
const prepare = async () => {
	await add(resumeUrl(-60));
	const others = [
		resumeUrl(60),
		resumeUrl(-60, 'https://other-n8n.example.com'),
		resumeUrl(-60).replace('wait=w&', ''),
		resumeUrl(-60).replace(/until=.*/, 'until=soon'),
	];
	for (const url of others) await add(url);
	return others;
};
test.each([
	['the next node that waits', () => wait()],
	['publishing a trigger', () => world.publish()],
])('a leftover webhook of an ended wait is deleted by %s', async (_, subscribe) => {
	const others = await prepare();
	await subscribe();
	expect((await urls()).slice(0, -1)).toEqual(others);
});

test.each([
	['cannot be listed', { method: 'GET', path: '/api/webhooks', action: withStatus(503) }],
	['cannot be deleted', { method: 'DELETE', action: withStatus(403) }],
])(
	'link.waitForClick starts to wait even if leftover webhooks of ended waits %s',
	async (_why, fault) => {
		await prepare();
		await world.sandbox.change({ subscribeAnswer: 'record' });
		await world.sandbox.fault(fault);
		expect((await wait()).status).toBe('waiting');
	},
);

test('link.waitForClick starts to wait after a few seconds even if listing leftover webhooks hangs', async () => {
	await prepare();
	await world.change({ subscribeAnswer: 'record' });
	await world.fault('/api/webhooks', { type: 'delay', ms: 7_000 }, { method: 'GET' });
	const started = Date.now();
	expect((await wait()).status).toBe('waiting');
	expect(Date.now() - started).toBeLessThan(6_900);
	// Wait until Link Platform has responded.
	await pause(2_500);
});

test.each([['webhook'], ['form']])(
	'link.waitForClick shows a hint that its URL could also resume a later Wait node (%s)',
	async (resume) => {
		const { status, nodes } = await wait(click, { later: { parameters: { resume } } });
		expect(status).toBe('waiting');
		expect(nodes.Wait[0].hints).toMatchObject([
			{
				message: expect.stringContaining("use it to resume 'Approval' too"),
				type: 'warning',
			},
		]);
	},
);

test.each([
	['has authentication', { parameters: { resume: 'webhook', incomingAuthentication: 'jwtAuth' } }],
	['waits for a time', { parameters: { resume: 'timeInterval' } }],
	['is deactivated', { disabled: true, parameters: { resume: 'webhook' } }],
])('link.waitForClick shows no hint about a later Wait node that %s', async (_, later) => {
	const { status, nodes } = await wait(click, { later });
	expect(status).toBe('waiting');
	expect(nodes.Wait[0].hints).toEqual([]);
});

test("link.waitForClick resumes after a click even if its webhook can't be deleted", async () => {
	await wait();
	const one = await subscription();
	await world.sandbox.fault({ method: 'DELETE', action: withStatus(503) });
	expect(await deliver(one)).toEqual(received);
	await expectSuccess();
});
