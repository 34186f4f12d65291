/**
 * Tests the requests and reports of the hourly check of a published trigger, and of the check at n8n's start. The
 * decisions of these checks are tested in test/unit/plan.test.mts.
 */
import { EVENT_TYPES } from '../../../nodes/LinkPlatform/events/events.ts';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { until } from '../../../tools/until.mts';
import { getMessages, requested } from '../../support/sent.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';
import { withStatus } from '../../support/faults.mts';

const world = useTriggerWorld();

const LIST = 'GET /api/webhooks';
const SUBSCRIBE = 'POST /api/webhooks/subscribe';
const asked = () => requested(world);
const remembered = ({ staticData }: Publication) =>
	staticData['node:Link Platform Trigger'] as Record<string, string>;
const warnings = ({ log }: Publication) => getMessages(log.filter(({ level }) => level === 'warn'));
const toMinute = (time: string) => time.slice(0, 16).replace('T', ' ');
/** Returns the failed executions in n8n's list. */
const shown = () =>
	world
		.started()
		.filter(({ mode }) => mode === 'trigger')
		.map(({ status, error }) => {
			const { message, description } = error!;
			return { status, message, description };
		});
/** Sends a delivery signed with the secret of the only active webhook; returns the status. */
const deliver = async (publication: Publication) => {
	const [{ secret }] = await world.active();
	const body = JSON.stringify({ event: 'link.clicked', timestamp: new Date().toISOString() });
	return (await deliverSigned(publication, body, { secret })).status;
};
const expectActive = async (webhooks: unknown[]) => expect(await world.active()).toEqual(webhooks);
const down = { action: withStatus(503) };
const undeletable = { method: 'DELETE', action: withStatus(403) };
const noKey = { action: withStatus(401) };
const refused = {
	method: 'POST',
	path: '/api/webhooks/subscribe',
	action: { type: 'status', status: 403, body: { error: 1, message: 'Not in your plan' } },
};
/** Removes all faults, then runs the hourly check. */
const recheck = async (publication: Publication) => {
	await world.clearFaults();
	await world.check(publication);
};
const letGo = async (how: 'deactivate' | 'delete') => {
	const [{ id }] = await world.active();
	if (how === 'deactivate') await world.deactivate(id);
	else await world.call(`/api/webhooks/subscribe/${id}`, undefined, 'DELETE');
	await world.forget();
};

test('the hourly checks of different trigger nodes run at different minutes and seconds', async () => {
	const crons: string[] = [];
	for (let n = 10; n < 20; n += 1) {
		const id = `4f1c0000-0000-4000-8000-0000000000${n}`;
		const node = world.engine.node('linkPlatformTrigger', {
			id,
			parameters: { events: ['link.clicked'] },
			webhookId: id,
		});
		const publication = world.keep(await world.host.publish({ nodes: [node], connections: {} }));
		crons.push(...publication.crons);
	}
	for (const cron of crons) expect(cron).toMatch(/^[1-5]?\d [1-5]?\d \* \* \* \*$/);
	expect(crons).toHaveLength(10);
	expect(new Set(crons).size).toBeGreaterThan(7);
});

test('the hourly check sends one request and leaves a correct webhook alone', async () => {
	const publication = await world.publish();
	const before = await world.webhooks();
	await world.forget();
	await world.check(publication);
	expect(await asked()).toEqual([LIST]);
	expect(await world.webhooks()).toEqual(before);
	world.expectNoExecution();
	expect(publication.log).toEqual([]);
});

test('the hourly check renews a webhook that is no longer listed, even if Link Platform refuses to delete it', async () => {
	const publication = await world.publish();
	await letGo('delete');
	await world.sandbox.fault({ method: 'DELETE', action: withStatus(400) });
	await world.check(publication);
	expect(await asked()).toContain(SUBSCRIBE);
	expect(await world.active()).toHaveLength(1);
});

test.each(['deactivate', 'delete'] as const)(
	'the hourly check renews a lost webhook (%s), reports it once, and deliveries start the workflow again',
	async (how) => {
		const publication = await world.publish();
		const [before] = await world.active();
		const { checkedAt } = remembered(publication);
		await letGo(how);
		await world.check(publication);
		expect(await asked()).toEqual([
			LIST,
			`DELETE /api/webhooks/subscribe/${before.id}`,
			SUBSCRIBE,
			LIST,
		]);
		const { url, events, secret } = before;
		expect(await world.webhooks()).toMatchObject([{ url, events, secret, active: true }]);
		expect(shown()).toEqual([
			{
				status: 'error',
				message: `The webhook of this trigger was renewed. The webhook was missing, or Link Platform switched it off. Events since ${toMinute(checkedAt)} UTC may be missing`,
				description:
					'Missed events are not sent again. Analytics > Get Each Click lists clicks, QR Code > Get Many shows the number of scans, and Subscriber > Get Many lists subscribers',
			},
		]);
		await world.check(publication);
		expect(world.started()).toHaveLength(1);
		expect(await deliver(publication)).toBe(200);
		const [, execution] = await world.finished(2);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
	},
);

test('the hourly check replaces a switched-off webhook that blocks the URL without being listed, even after a restart', async () => {
	await world.change({ webhooksPerUrl: 'one', inactiveWebhooks: 'hidden' });
	const publication = await world.publish();
	await letGo('deactivate');
	await world.check(publication);
	await letGo('deactivate');
	await world.restart(publication);
	expect(await world.active()).toHaveLength(1);
	expect(await world.webhooks()).toHaveLength(1);
});

test('a renewal reports that events may be missing since the last successful check, not since publishing', async () => {
	const publication = await world.publish();
	const published = '2026-01-01T00:00:00.000Z';
	remembered(publication).checkedAt = published;
	await world.check(publication);
	await letGo('delete');
	await world.check(publication);
	const [{ message }] = shown();
	const [, minute] = /Events since (.*) UTC may be missing/.exec(message)!;
	expect(Date.parse(`${minute}Z`)).toBeGreaterThan(Date.parse(published));
});

test.each([
	['check that n8n has saved', false],
	['delivery, even one that starts no execution', true],
])(
	"a renewal at n8n's start reports that events may be missing since the last %s",
	async (_, isDelivered) => {
		const publication = await world.publish();
		remembered(publication).checkedAt = '2026-01-01T00:00:00.000Z';
		const [{ secret }] = await world.active();
		const ignored = JSON.stringify({ event: 'qr.scanned' });
		if (isDelivered) await deliverSigned(publication, ignored, { secret });
		await letGo('delete');
		await world.restart(publication);
		const { message } = shown()[0];
		expect(message.includes('Events since 2026-01-01 00:00 UTC may be missing')).toBe(!isDelivered);
		expect(message).toMatch(/Events since 20\d\d-.* UTC may be missing/);
	},
);

test('the hourly check for All Events silently subscribes to newly offered events', async () => {
	const publication = await world.publish({ events: ['all'] });
	await world.change({ extraEvents: ['cart.left'] });
	await world.forget();
	await world.check(publication);
	expect((await asked()).slice(0, 2)).toEqual(['GET /api/webhooks/events', LIST]);
	expect(await world.active()).toMatchObject([{ events: expect.arrayContaining(['cart.left']) }]);
	world.expectNoExecution();
});

test('no hourly check is scheduled while the editor listens for a test event', async () => {
	expect((await world.listen()).crons).toEqual([]);
});

const CHANGED =
	/renewed\. The API key or signing secret has changed\. Events since .* UTC may be missing$/;

test.each(['apiKey', 'webhookSecret'] as const)(
	'the hourly check renews the webhook after %s was changed in the credential',
	async (field) => {
		const publication = await world.publish();
		const value = field === 'apiKey' ? await world.newKey() : 'our own secret';
		world.setCredential({ [field]: value });
		expect(await deliver(publication)).toBe(401);
		await world.check(publication);
		expect(await deliver(publication)).toBe(200);
		const [{ message }] = shown();
		expect(message).toMatch(CHANGED);
		const before = await world.active();
		await world.check(publication);
		await expectActive(before);
	},
);

test('a signing secret changed while n8n was down causes only one renewal, even if n8n starts twice', async () => {
	const publication = await world.publish();
	world.setCredential({ webhookSecret: 'our own secret' });
	await world.restart(publication);
	expect(shown()[0].message).toMatch(CHANGED);
	expect(await world.active()).toMatchObject([{ secret: 'our own secret' }]);
	// n8n hasn't saved the data that the check stored. A second renewal would drop pending retries.
	const before = await world.active();
	await world.restart(publication);
	await expectActive(before);
	expect(world.started()).toHaveLength(1);
});

test("deliveries with an invalid signature don't make the hourly check renew the webhook", async () => {
	const publication = await world.publish();
	const before = await world.active();
	for (let n = 0; n < 5; n += 1) {
		const { status } = await deliverSigned(publication, '{}', { secret: 'wrong' });
		expect(status).toBe(401);
	}
	await world.check(publication);
	await expectActive(before);
	expect(shown()).toEqual([]);
});

test('the hourly check only logs an outage of Link Platform, and leaves the webhook unchanged', async () => {
	const publication = await world.publish();
	const before = await world.active();
	await world.sandbox.fault(down);
	publication.tick();
	await until('a warning', () => warnings(publication).length === 1);
	expect(warnings(publication)[0]).toMatch(
		/^Link Platform Trigger: the webhook couldn't be checked\. /,
	);
	await recheck(publication);
	expect(warnings(publication)).toHaveLength(1);
	await expectActive(before);
	world.expectNoExecution();
});

test('an outage that has lasted for a day is reported once, until a check succeeds', async () => {
	const publication = await world.publish();
	const real = Date.now;
	let hours = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
	/** Runs a check this many hours later, and waits until its result is logged or reported. */
	const checkAfter = async (more: number) => {
		hours += more;
		const count = () => warnings(publication).length + shown().length;
		const before = count();
		publication.tick();
		await until('a result', () => count() > before);
	};
	try {
		for (let outage = 0; outage < 2; outage += 1) {
			world.setCredential({ apiUrl: 'http://127.0.0.1:9', legacyApiUrl: '' });
			for (const more of [1, 23, 1]) await checkAfter(more);
			world.host.credentials = {};
			await world.check(publication);
		}
	} finally {
		clock.mockRestore();
	}
	const message = expect.stringMatching(/couldn't be checked or renewed\. Couldn't connect/);
	expect(getMessages(shown())).toEqual([message, message]);
});

test('a renewal whose response was lost is reported by the next check, with the time of the last check before it', async () => {
	const publication = await world.publish();
	const { checkedAt } = remembered(publication);
	await letGo('delete');
	const lost = { type: 'reset', when: 'afterHandling' };
	await world.sandbox.fault({ method: 'POST', times: 1, action: lost });
	publication.tick();
	await until('a warning', () => warnings(publication).length === 1);
	world.expectNoExecution();
	await world.check(publication);
	expect(shown()).toMatchObject([{ message: expect.stringContaining(toMinute(checkedAt)) }]);
	expect(await world.active()).toHaveLength(1);
});

test("a replaced webhook that can't be deleted is reported once, and a later check deletes it", async () => {
	const publication = await world.publish();
	const [earlier] = await world.active();
	world.setCredential({ webhookSecret: 'our own secret' });
	await world.sandbox.fault(undeletable);
	for (let n = 0; n < 3; n += 1) await world.check(publication);
	expect((await world.active()).map(({ secret }) => secret)).toEqual([
		earlier.secret,
		'our own secret',
	]);
	expect(shown()).toMatchObject([
		{ message: expect.stringMatching(/renewed\. The API key or signing secret has changed/) },
		{
			message: "The webhook of this trigger couldn't be checked or renewed. Fault on demand: 403",
			description: expect.stringMatching(
				/Events may be delivered twice\. n8n tries again every hour$/,
			),
		},
	]);
	await recheck(publication);
	expect(await world.active()).toMatchObject([{ secret: 'our own secret' }]);
});

test('a rejected API key is reported once, and again only after a check has succeeded in between', async () => {
	const publication = await world.publish();
	for (const faults of [[noKey, noKey], [], [noKey]]) {
		await world.clearFaults();
		await world.sandbox.fault(...faults.slice(0, 1));
		for (let n = 0; n < Math.max(1, faults.length); n += 1) await world.check(publication);
	}
	const could = expect.stringMatching(
		/^The webhook of this trigger couldn't be checked or renewed\. /,
	);
	expect(getMessages(shown())).toEqual([could, could]);
	expect(shown()[0].description).toMatch(/may be missing\. n8n tries again every hour$/);
});

test('a failed renewal is reported once, and the later successful renewal is reported once', async () => {
	const publication = await world.publish();
	const { checkedAt } = remembered(publication);
	await letGo('delete');
	await world.sandbox.fault(refused);
	await world.check(publication);
	await world.check(publication);
	await recheck(publication);
	expect(shown()).toMatchObject([
		{
			message: "The webhook of this trigger couldn't be checked or renewed. Not in your plan",
			description: expect.stringContaining(toMinute(checkedAt)),
		},
		{ message: expect.stringMatching(/was renewed\. The webhook was missing/) },
	]);
});

test('a deleted credential is reported only once by the hourly checks', async () => {
	const publication = await world.publish();
	world.host.credentials = { linkPlatformApi: undefined as never };
	await world.check(publication);
	await world.check(publication);
	world.host.credentials = {};
	expect(getMessages(shown())).toEqual([
		expect.stringMatching(/couldn't be checked or renewed\. .*credential/i),
	]);
});

test.each(['init', 'leadershipChange'] as const)(
	"n8n's start (%s) leaves a correct webhook unchanged",
	async (activation) => {
		const publication = await world.publish();
		const before = await world.active();
		await world.restart(publication, activation);
		expect(await asked()).toEqual([LIST]);
		await expectActive(before);
		world.expectNoExecution();
	},
);

test.each([
	['an outage of Link Platform', { action: { type: 'reset' } }, 'init'],
	['a rejection of the API key, as the new leader', noKey, 'leadershipChange'],
] as const)(
	'the trigger stays published and accepts deliveries if n8n starts during %s',
	async (_, fault, how) => {
		const publication = await world.publish();
		await world.sandbox.fault(fault);
		await world.restart(publication, how);
		expect(publication.active).toBe(true);
		expect(publication.crons).toHaveLength(1);
		expect(await deliver(publication)).toBe(200);
		await until('an execution of a delivery', () =>
			world.started().some(({ mode }) => mode === 'webhook'),
		);
	},
);

test("an empty result of the events expression at n8n's start is reported, and the trigger stays published", async () => {
	const publication = await world.publish();
	const { json } = publication as unknown as { json: { nodes: Array<{ parameters: object }> } };
	json.nodes[0].parameters = { events: '={{ [] }}' };
	await publication.restart();
	await until('an execution', () => world.started().length === 1);
	expect(shown()[0].message).toMatch(/couldn't be checked or renewed\. 'Trigger On' is empty/);
	expect(publication.active).toBe(true);
});

test('a start of n8n at a new address moves the webhook there and reports nothing', async () => {
	const publication = await world.publish({}, 'moved');
	const { baseUrl } = world.host;
	world.host.baseUrl = baseUrl.replace('127.0.0.1', 'localhost');
	await world.restart(publication);
	expect(await world.webhooks()).toMatchObject([
		{
			url: `${world.host.baseUrl}/webhook/moved/webhook`,
			secret: derivedSecret(world.apiKey, publication.url),
		},
	]);
	world.expectNoExecution();
	// Link Platform signed this delivery before the move, and retries it now.
	const body = JSON.stringify({ event: 'link.clicked' });
	const secret = derivedSecret(world.apiKey, publication.url.replace('localhost', '127.0.0.1'));
	expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
	await world.finished(1);
	// n8n hasn't saved the data that the check stored. The next start finds the old data, but must change nothing.
	await world.restart(publication);
	expect(await asked()).toEqual([LIST]);
	// Unlike the move, a later deactivation by Link Platform is reported, because events are missed.
	await letGo('deactivate');
	await world.restart(publication);
	expect(shown()).toHaveLength(1);
	// A deactivation is also reported after n8n has returned to its first address.
	world.host.baseUrl = baseUrl;
	await world.restart(publication);
	await letGo('deactivate');
	await world.restart(publication);
	expect(shown()).toHaveLength(2);
	await world.remove(publication);
});

test('webhooks left at two earlier addresses by refused deletions are removed by a later check', async () => {
	const publication = await world.publish({}, 'moved');
	const { baseUrl } = world.host;
	await world.sandbox.fault(undeletable);
	for (const host of ['localhost', '[::1]']) {
		world.host.baseUrl = baseUrl.replace('127.0.0.1', host);
		await world.restart(publication);
	}
	expect(await world.active()).toHaveLength(3);
	await recheck(publication);
	expect((await world.active()).map(({ url }) => url)).toEqual([publication.url]);
	expect(publication.url).toContain('[::1]');
});

test("an n8n address that Link Platform can't reach is reported when n8n starts, and the webhook is kept", async () => {
	const publication = await world.publish();
	const before = await world.active();
	world.setCredential({ apiUrl: 'https://links.invalid', legacyApiUrl: '' });
	await publication.restart();
	await until('an execution', () => world.started().length === 1);
	expect(shown()[0].message).toMatch(/couldn't be checked or renewed\. .* can't reach n8n at /);
	await expectActive(before);
});

describe('start of a copy of n8n at another address', () => {
	/** Starts a copy of n8n with its database; `asked` counts the copy's requests to the original n8n. */
	const startCopy = async (publication: Publication) => {
		const host = await world.engine.startTriggerHost();
		host.credentials = world.host.credentials;
		const { json, workflowId: id, staticData } = publication;
		const copy = host.create({ ...json, id, staticData });
		const before = world.host.deliveries.length;
		await copy.restart();
		await until('the subscription', async () =>
			(await world.active()).some(({ url }) => url.startsWith(host.baseUrl)),
		);
		await world.check(copy);
		const asked = world.host.deliveries.length - before;
		const close = async () => {
			await copy.unpublish();
			await host.close();
		};
		return { copy, asked, close };
	};

	test.each([
		['the same secret', {}],
		['another secret', { webhookSecret: 'our own secret' }],
	])(
		'a copy of n8n with %s keeps the webhook of the original n8n if the original still responds',
		async (_, change) => {
			const publication = await world.publish();
			const [original] = await world.active();
			world.setCredential(change);
			const { copy, asked, close } = await startCopy(publication);
			expect(asked).toBe(1);
			expect((await world.active()).map(({ url }) => url).sort()).toEqual(
				[publication.url, copy.url].sort(),
			);
			expect(warnings(copy)).toEqual([
				`Link Platform Trigger: another n8n instance now answers at ${world.host.baseUrl}, the old address of this instance, so the webhook for that address was kept.`,
			]);
			await close();
			await expectActive([original]);
		},
	);

	test('a copy of n8n removes the webhook of the original n8n if the original has unpublished the workflow', async () => {
		const publication = await world.publish();
		const { url, secret } = (await world.active())[0];
		await publication.unpublish();
		const body = { url, events: ['link.clicked'], secret };
		await world.call('/api/webhooks/subscribe', body);
		publication.staticData = { 'node:Link Platform Trigger': { webhookUrl: url } };
		const { copy, close } = await startCopy(publication);
		expect((await world.active()).map((one) => one.url)).toEqual([copy.url]);
		await close();
	});
});

describe('All Events, with a plan that lacks an event type', () => {
	const plan = EVENT_TYPES.map(({ value }) => value).filter((event) => event !== 'tip.received');
	const message =
		"Link Platform Trigger: 'Trigger On' is All Events, but Link Platform didn't subscribe the webhook to tip.received. Check whether your plan includes these events.";

	test('publishing All Events subscribes only to the events in the plan, and later checks leave that webhook alone', async () => {
		await world.change({ planEvents: plan });
		const publication = await world.publish({ events: ['all'] });
		const before = await world.active();
		expect(before.map(({ events }) => [...events].sort())).toEqual([[...plan].sort()]);
		await world.check(publication);
		await world.restart(publication);
		await expectActive(before);
		world.expectNoExecution();
		await letGo('delete');
		await world.check(publication);
		expect(warnings(publication)).toEqual([message]);
	});
});

test('a restart of n8n completes a failed publication that n8n considers published', async () => {
	const publication = await world.publish();
	await letGo('delete');
	const { url: webhookUrl } = publication;
	publication.staticData = { 'node:Link Platform Trigger': { webhookUrl, isPending: true } };
	await world.sandbox.fault(down);
	await world.restart(publication);
	expect(publication.active).toBe(true);
	await until('a warning', () => warnings(publication).length === 1);
	await recheck(publication);
	expect(await world.active()).toMatchObject([{ url: webhookUrl }]);
	world.expectNoExecution();
	await world.sandbox.fault(undeletable);
	await expect(publication.unpublish()).rejects.toThrow(/403/);
});

test.each([
	['lists the webhooks', { method: 'GET' }],
	['creates a webhook', { method: 'POST' }],
])('unpublishing while the hourly check %s leaves no webhook behind', async (_, where) => {
	const publication = await world.publish();
	await letGo('delete');
	await world.sandbox.fault({ ...where, times: 1, action: { type: 'delay', ms: 400 } });
	publication.tick();
	await until('the request', async () =>
		(await world.requests()).some(({ method }) => method === where.method),
	);
	await publication.unpublish();
	await until('a response to each request', async () =>
		(await world.requests()).every(({ status }) => status !== null),
	);
	await world.check(publication);
	expect(await world.webhooks()).toEqual([]);
	const count = (await asked()).filter((request) => request === SUBSCRIBE).length;
	expect(count).toBe(where.method === 'POST' ? 1 : 0);
});

test("unpublishing removes a webhook that is still at n8n's previous address", async () => {
	const publication = await world.publish({}, 'moved');
	await letGo('delete');
	await world.check(publication);
	const { baseUrl } = world.host;
	world.host.baseUrl = baseUrl.replace('127.0.0.1', 'localhost');
	await world.sandbox.fault(down);
	await world.restart(publication);
	await world.clearFaults();
	expect(await world.active()).toMatchObject([{ url: `${baseUrl}/webhook/moved/webhook` }]);
	await world.remove(publication);
});

test("unpublishing right after n8n's start cancels the pending check", async () => {
	const publication = await world.publish();
	await publication.restart();
	await publication.unpublish();
	await world.forget();
	await world.check(publication);
	expect(await asked()).toEqual([]);
});
