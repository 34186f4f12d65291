/** A published trigger maintains its subscription: what it repairs, reports and leaves alone. */
import type { Publication } from '../../../tools/n8n-engine/index.mts';
import { until } from '../../../tools/until.mts';
import { sent } from '../../support/sent.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();

const LIST = 'GET /api/webhooks';
const SUBSCRIBE = 'POST /api/webhooks/subscribe';
const asked = async () => (await sent(world)).map(({ request }) => request);
/** The active subscriptions. */
const active = async () => (await world.sandbox.webhooks()).filter((webhook) => webhook.active);
const remembered = ({ staticData }: Publication) =>
	staticData['node:Link Platform Trigger'] as Record<string, string>;
const warnings = ({ log }: Publication) =>
	log.filter(({ level }) => level === 'warn').map(({ message }) => message);
/** The failed executions in n8n's list. */
const shown = () =>
	world
		.started()
		.filter(({ mode }) => mode === 'trigger')
		.map(({ status, error }) => {
			const { message, description, context } = error!;
			return { status, message, description, since: context.missedSince };
		});
const setCredential = (change: object) => {
	world.host.credentials = { linkPlatformApi: { ...world.credential, ...change } };
};
/** A delivery signed with the secret of the only active subscription. */
const deliver = async (publication: Publication) => {
	const [{ secret }] = await active();
	const body = JSON.stringify({ event: 'link.clicked', timestamp: new Date().toISOString() });
	return (await deliverSigned(publication, body, { secret })).status;
};
const down = { action: { type: 'status', status: 503 } };
const noKey = { action: { type: 'status', status: 401 } };
const refused = {
	method: 'POST',
	path: '/api/webhooks/subscribe',
	action: { type: 'status', status: 403, body: { error: 1, message: 'Not in your plan' } },
};
const letGo = async (how: 'deactivate' | 'delete') => {
	const [{ id }] = await active();
	if (how === 'deactivate') await world.sandbox.deactivate(id);
	else await world.sandbox.call(`/api/webhooks/subscribe/${id}`, undefined, 'DELETE');
	await world.sandbox.forget();
};

describe('hourly check', () => {
	test('runs at a minute and second that depend on the node, so that checks spread out', async () => {
		const times = new Set<string>();
		for (let n = 0; n < 20; n += 1) {
			const node = world.engine.node('linkPlatformTrigger', {
				id: `4f1c0000-0000-4000-8000-0000000000${n + 10}`,
				parameters: { events: ['link.clicked'] },
				webhookId: `hook-${n}`,
			});
			const publication = world.keep(await world.host.publish({ nodes: [node], connections: {} }));
			const [cron, ...others] = publication.crons;
			expect(others).toEqual([]);
			const [, second, minute] = /^(\d+) (\d+) \* \* \* \*$/.exec(cron)!.map(Number);
			expect([second < 60, minute < 60]).toEqual([true, true]);
			times.add(cron);
		}
		expect(times.size).toBeGreaterThan(15);
	});

	test('leaves a correct subscription alone, with one request', async () => {
		const publication = await world.publish();
		const before = await world.sandbox.webhooks();
		await world.sandbox.forget();
		await world.check(publication);
		expect(await asked()).toEqual([LIST]);
		expect(await world.sandbox.webhooks()).toEqual(before);
		expect(world.started()).toEqual([]);
		expect(publication.log).toEqual([]);
	});

	test('also requests the event types if all are chosen', async () => {
		const publication = await world.publish({ events: ['all'] });
		await world.sandbox.forget();
		await world.check(publication);
		expect(await asked()).toEqual(['GET /api/webhooks/events', LIST]);
	});

	test.each(['deactivate', 'delete'] as const)(
		'renews a lost subscription (%s), reports it once, and deliveries run',
		async (how) => {
			const publication = await world.publish();
			const [before] = await active();
			const { checkedAt } = remembered(publication);
			await letGo(how);
			await world.check(publication);
			expect(await asked()).toEqual([
				LIST,
				`DELETE /api/webhooks/subscribe/${before.id}`,
				SUBSCRIBE,
			]);
			const { url, events, secret } = before;
			expect(await world.sandbox.webhooks()).toMatchObject([{ url, events, secret, active: true }]);
			const minute = checkedAt.slice(0, 16).replace('T', ' ');
			expect(shown()).toEqual([
				{
					status: 'error',
					message: `The webhook of this trigger was renewed. It was missing, or switched off by Link Platform. Events since ${minute} UTC may be missing`,
					description: 'Missed events are not sent again. Analytics > Get Each Click lists clicks',
					since: checkedAt,
				},
			]);
			await world.check(publication);
			expect(world.started()).toHaveLength(1);
			expect(await deliver(publication)).toBe(200);
			const [, execution] = await world.finished(2);
			expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		},
	);

	test('renews it again after a restart, where the one switched off is hidden and in the way', async () => {
		await world.sandbox.change({ webhooksPerUrl: 'one', inactiveWebhooks: 'hidden' });
		const publication = await world.publish();
		await letGo('deactivate');
		await world.check(publication);
		await letGo('deactivate');
		await world.restart(publication);
		expect(await active()).toHaveLength(1);
		expect(await world.sandbox.webhooks()).toHaveLength(1);
	});

	test('says what to do if a webhook that is not listed is in the way', async () => {
		await world.sandbox.change({ webhooksPerUrl: 'one', inactiveWebhooks: 'hidden' });
		const { url } = await world.publish();
		await letGo('deactivate');
		const { errorItems } = await world.run('webhook', 'ensureActive', {
			url,
			events: ['link.clicked'],
		});
		expect(errorItems[0].json).toMatchObject({
			error: 'This URL has a webhook already.',
			message:
				"It isn't listed, probably because it was switched off. Publish its workflow again, or delete it in your account",
		});
	});

	test('reports events as missing since the last successful check, not the publication', async () => {
		const publication = await world.publish();
		const published = remembered(publication).checkedAt;
		await world.check(publication);
		await letGo('delete');
		await world.check(publication);
		const [{ since }] = shown();
		expect(Date.parse(since as string)).toBeGreaterThan(Date.parse(published));
	});

	test.each([
		[['link.clicked'], 'Missed events are not sent again. Analytics > Get Each Click lists clicks'],
		[
			['qr.scanned'],
			'Missed events are not sent again. QR Code > Get Many has the number of scans',
		],
		[
			['subscriber.added'],
			'Missed events are not sent again. Subscriber > Get Many lists subscribers',
		],
		[['product.purchased'], "Missed events are not sent again. Other events can't be listed"],
		[
			['link.clicked', 'tip.received', 'qr.scanned'],
			"Missed events are not sent again. Analytics > Get Each Click lists clicks. QR Code > Get Many has the number of scans. Other events can't be listed",
		],
	])('of a trigger on %j says where to find what was missed', async (events, description) => {
		const publication = await world.publish({ events });
		await letGo('delete');
		await world.check(publication);
		expect(shown()).toMatchObject([{ description }]);
	});

	test('renews a subscription that lacks an event', async () => {
		const publication = await world.publish({ events: ['link.clicked', 'qr.scanned'] });
		const { url } = publication;
		await letGo('delete');
		const body = { url, events: ['qr.scanned'], secret: 'x' };
		await world.sandbox.call('/api/webhooks/subscribe', body);
		await world.check(publication);
		expect(await active()).toMatchObject([{ url, events: ['link.clicked', 'qr.scanned'] }]);
		expect(shown()[0].message).toMatch(/Missing events: link\.clicked\. Events since /);
	});

	test('adds a newly offered event if all are chosen, without reporting it', async () => {
		const publication = await world.publish({ events: ['all'] });
		await world.sandbox.change({ extraEvents: ['cart.left'] });
		await world.check(publication);
		expect(await active()).toMatchObject([{ events: expect.arrayContaining(['cart.left']) }]);
		expect(world.started()).toEqual([]);
	});

	test('leaves a subscription renewed by Ensure Active, whose ID the trigger does not know', async () => {
		const publication = await world.publish();
		const parameters = { url: publication.url, events: ['link.clicked'], alwaysRenew: true };
		await world.run('webhook', 'ensureActive', parameters);
		const before = await active();
		await world.check(publication);
		expect(await active()).toEqual(before);
		expect(world.started()).toEqual([]);
	});

	test('accepts a list without the events of each webhook', async () => {
		await world.sandbox.change({ subscribedEvents: 'hidden' });
		const publication = await world.publish();
		const before = await active();
		await world.check(publication);
		expect(await active()).toEqual(before);
	});

	test('renews a subscription that is listed as inactive', async () => {
		await world.sandbox.change({ inactiveWebhooks: 'listed' });
		const publication = await world.publish();
		await letGo('deactivate');
		await world.check(publication);
		expect(await world.sandbox.webhooks()).toMatchObject([{ active: true }]);
		expect(shown()[0].message).toMatch(/It was switched off by Link Platform\. Events since /);
	});

	test('replaces an inactive one if Link Platform allows one per URL', async () => {
		await world.sandbox.change({ webhooksPerUrl: 'one', webhookLimit: 1 });
		const publication = await world.publish();
		await letGo('deactivate');
		await world.check(publication);
		expect(await world.sandbox.webhooks()).toMatchObject([{ active: true }]);
	});

	test('maintains each of two triggers of a workflow', async () => {
		const nodes = ['One', 'Two'].map((name) =>
			world.engine.node('linkPlatformTrigger', {
				...{ name, id: name, webhookId: name },
				parameters: { events: ['link.clicked'] },
			}),
		);
		const publication = world.keep(await world.host.publish({ nodes, connections: {} }));
		const urls = (await active()).map(({ url }) => url).sort();
		expect(urls).toHaveLength(2);
		for (let n = 0; n < 2; n += 1) await letGo('delete');
		await world.check(publication);
		expect((await active()).map(({ url }) => url).sort()).toEqual(urls);
		expect(shown()).toHaveLength(2);
	});

	test('does not run while the editor listens for a test event', async () => {
		expect((await world.listen()).crons).toEqual([]);
	});
});

describe('changed key or secret', () => {
	const CHANGED =
		/renewed\. The API key or signing secret has changed\. Events since .* UTC may be missing$/;

	test.each(['apiKey', 'webhookSecret'] as const)('(%s) has the webhook renewed', async (field) => {
		const publication = await world.publish();
		const value = field === 'apiKey' ? await world.sandbox.newKey() : 'our own secret';
		setCredential({ [field]: value });
		expect(await deliver(publication)).toBe(401);
		await world.check(publication);
		expect(await deliver(publication)).toBe(200);
		const [{ message }] = shown();
		expect(message).toMatch(CHANGED);
		const before = await active();
		await world.check(publication);
		expect(await active()).toEqual(before);
	});

	test('is recognized by a mark that reveals nothing of the secret and differs by URL', async () => {
		setCredential({ webhookSecret: 'hunter2' });
		const publications = [await world.publish({}, 'first'), await world.publish({}, 'second')];
		const marks = publications.map((publication) => remembered(publication).secretMark);
		for (const mark of marks) expect(mark).toMatch(/^[\da-f]{6}$/);
		expect(marks[0]).not.toBe(marks[1]);
		const kept = JSON.stringify(publications.map(({ staticData }) => staticData));
		expect(kept).not.toContain('hunter2');
		expect(kept).not.toContain(world.sandbox.apiKey);
	});

	test('renews a webhook with a custom secret once if the key changes, since nobody knows which of them did', async () => {
		setCredential({ webhookSecret: 'our own secret' });
		const publication = await world.publish();
		const apiKey = await world.sandbox.newKey();
		setCredential({ webhookSecret: 'another', apiKey });
		expect(await deliver(publication)).toBe(401);
		await world.check(publication);
		expect(shown()[0].message).toMatch(CHANGED);
		expect(await active()).toMatchObject([{ secret: 'another' }]);
		const before = await active();
		await world.check(publication);
		expect(await active()).toEqual(before);
		expect(world.started()).toHaveLength(1);
	});

	test.each(['check', 'ensureActive'] as const)(
		'is noticed after a renewal by %s, also over a restart',
		async (by) => {
			const publication = await world.publish();
			await letGo('delete');
			if (by === 'check') await world.check(publication);
			else {
				const { url } = publication;
				await world.run('webhook', 'ensureActive', { url, events: ['link.clicked'] });
			}
			setCredential({ apiKey: await world.sandbox.newKey() });
			await world.restart(publication);
			expect(shown().at(-1)!.message).toMatch(CHANGED);
			expect(await deliver(publication)).toBe(200);
		},
	);

	test('is noticed when n8n publishes a trigger that it could not unpublish', async () => {
		const publication = await world.publish();
		await world.sandbox.fault({ action: { type: 'status', status: 403 } });
		await publication.unpublish().catch(() => undefined);
		await world.sandbox.clearFaults();
		setCredential({ apiKey: await world.sandbox.newKey() });
		await publication.publishAgain();
		expect(await active()).toHaveLength(1);
		expect(await deliver(publication)).toBe(200);
	});

	test.each([
		['that runs', {}, undefined],
		['that is filtered', { filters: { country: 'FR' } }, 'filter'],
	])('is remembered over a restart since a genuine delivery %s', async (_, parameters, ignored) => {
		const publication = await world.publish(parameters);
		const { secretMark } = remembered(publication);
		setCredential({ webhookSecret: 'our own secret' });
		const { url } = publication;
		const body = JSON.stringify({ event: 'link.clicked', data: { country: 'DE' } });
		const response = await deliverSigned(publication, body, { secret: 'our own secret' });
		expect(await response.json()).toEqual({ received: true, ...(ignored ? { ignored } : {}) });
		if (!ignored) await world.finished(1);
		const { secretMark: now, webhookUrl } = remembered(publication);
		expect([now === secretMark, webhookUrl]).toEqual([false, url]);
	});

	test('is remembered over a restart by the check that renews the webhook', async () => {
		const publication = await world.publish();
		const { secretMark } = remembered(publication);
		setCredential({ webhookSecret: 'our own secret' });
		await world.check(publication);
		await until('the mark', () => remembered(publication).secretMark !== secretMark);
	});

	test('while n8n was down is handled at its start, and not again at the next one', async () => {
		const publication = await world.publish();
		setCredential({ webhookSecret: 'our own secret' });
		await world.restart(publication);
		expect(shown()[0].message).toMatch(CHANGED);
		expect(await active()).toMatchObject([{ secret: 'our own secret' }]);
		// n8n has not saved what the check stored. A second renewal would drop pending retries.
		const before = await active();
		await world.restart(publication);
		expect(await active()).toEqual(before);
		expect(world.started()).toHaveLength(1);
	});
});

describe('deliveries with an invalid signature', () => {
	const REFUSED = /renewed\. The last 3 deliveries had an invalid signature\. Events since /;
	const forge = async (publication: Publication, count: number) => {
		for (let n = 0; n < count; n += 1) {
			const { status } = await deliverSigned(publication, '{}', { secret: 'wrong' });
			expect(status).toBe(401);
		}
	};

	test('are a reason to renew a webhook that looks fine, and are reported', async () => {
		const publication = await world.publish();
		const [before] = await active();
		await forge(publication, 3);
		await world.check(publication);
		expect(shown()).toMatchObject([{ message: expect.stringMatching(REFUSED) }]);
		expect(await active()).toMatchObject([{ url: before.url, secret: before.secret }]);
		expect((await active())[0].id).not.toBe(before.id);
	});

	test('that continue after a renewal do not cause another one until one is genuine', async () => {
		const publication = await world.publish();
		for (let n = 0; n < 3; n += 1) {
			await forge(publication, 3);
			await world.check(publication);
		}
		expect(shown()).toHaveLength(1);
		expect(await deliver(publication)).toBe(200);
		await forge(publication, 3);
		await world.check(publication);
		expect(shown()).toHaveLength(2);
	});

	test.each([
		['few of them', async (publication: Publication) => await forge(publication, 2)],
		[
			'a genuine one after them',
			async (publication: Publication) => {
				await forge(publication, 5);
				await deliver(publication);
			},
		],
	])('change nothing if there are %s', async (_, happen) => {
		const publication = await world.publish();
		const before = await active();
		await happen(publication);
		await world.check(publication);
		expect(await active()).toEqual(before);
	});
});

describe('a service that writes webhook URLs in its own way', () => {
	const host = () => world.host as { baseUrl: string };
	let baseUrl: string;
	beforeEach(async () => {
		({ baseUrl } = host());
		host().baseUrl = baseUrl.replace('127.0.0.1', 'LocalHost');
		await world.sandbox.change({ targets: 'normalized', subscribeAnswer: 'message' });
	});
	afterEach(() => {
		host().baseUrl = baseUrl;
	});

	test('has one subscription, which the check and Ensure Active know and unpublishing removes', async () => {
		const publication = await world.publish();
		expect(publication.url).toContain('LocalHost');
		const before = await active();
		const { data } = await world.sandbox.call('/api/webhooks');
		expect(data.webhooks).toMatchObject([{ url: expect.stringContaining('localhost') }]);
		await world.check(publication);
		await world.restart(publication);
		const { url } = publication;
		await world.run('webhook', 'ensureActive', { url, events: ['link.clicked'] });
		expect(await active()).toEqual(before);
		expect(world.started()).toEqual([]);
		expect(await deliver(publication)).toBe(200);
		await publication.unpublish();
		expect(await world.sandbox.webhooks()).toEqual([]);
	});

	test('has it replaced when the events change, and removed when a renewal is needed', async () => {
		const publication = await world.publish();
		await publication.republish({ events: ['qr.scanned'] });
		expect(await active()).toMatchObject([{ events: ['qr.scanned'] }]);
		setCredential({ webhookSecret: 'our own secret' });
		await world.check(publication);
		expect(await active()).toMatchObject([{ secret: 'our own secret' }]);
	});
});

describe('service in trouble', () => {
	test('is only logged while it lasts', async () => {
		const publication = await world.publish();
		const before = await active();
		await world.sandbox.fault(down);
		for (let count = 1; count <= 3; count += 1) {
			publication.tick();
			await until(`${count} warnings`, () => warnings(publication).length === count);
		}
		expect(warnings(publication)[0]).toMatch(
			/^Link Platform Trigger: the webhook couldn't be checked\. /,
		);
		await world.sandbox.clearFaults();
		await world.check(publication);
		expect(warnings(publication)).toHaveLength(3);
		expect(await active()).toEqual(before);
		expect(world.started()).toEqual([]);
	});

	test('with a lost response to the renewal is reported by the next check, with the earlier time', async () => {
		const publication = await world.publish();
		const { checkedAt } = remembered(publication);
		await letGo('delete');
		const lost = { type: 'reset', when: 'afterHandling' };
		await world.sandbox.fault({ method: 'POST', times: 1, action: lost });
		publication.tick();
		await until('a warning', () => warnings(publication).length === 1);
		expect(world.started()).toEqual([]);
		await world.check(publication);
		expect(shown()).toMatchObject([{ since: checkedAt }]);
		expect(await active()).toHaveLength(1);
	});

	test('that refuses to delete the earlier webhook has it removed by a later check', async () => {
		const publication = await world.publish();
		const [earlier] = await active();
		setCredential({ webhookSecret: 'our own secret' });
		await world.sandbox.fault({ method: 'DELETE', action: { type: 'status', status: 403 } });
		for (let n = 0; n < 3; n += 1) await world.check(publication);
		expect((await active()).map(({ secret }) => secret)).toEqual([
			earlier.secret,
			'our own secret',
		]);
		expect(shown()).toMatchObject([
			{ message: expect.stringMatching(/renewed\. The API key or signing secret has changed/) },
			{
				message: "An earlier webhook of this trigger couldn't be deleted. Fault on demand: 403",
				description: expect.stringMatching(
					/Events may be delivered twice\. n8n tries again every hour$/,
				),
			},
		]);
		await world.sandbox.clearFaults();
		await world.check(publication);
		expect(await active()).toMatchObject([{ secret: 'our own secret' }]);
	});

	test('whose host is not found is only logged, since the network may be at fault', async () => {
		const host = world.host as { baseUrl: string };
		const { baseUrl } = host;
		try {
			host.baseUrl = 'http://n8n.example.com';
			const publication = await world.publish();
			setCredential({ apiUrl: 'http://links.invalid', legacyApiUrl: '' });
			publication.tick();
			await until('a warning', () => warnings(publication).length === 1);
			expect(warnings(publication)[0]).toMatch(/couldn't be checked\. .*links\.invalid/);
			expect(world.started()).toEqual([]);
			setCredential({});
			await publication.unpublish();
		} finally {
			host.baseUrl = baseUrl;
		}
	});

	test('that rejects the key shows one failed execution until that changes', async () => {
		const publication = await world.publish();
		for (const faults of [[noKey, noKey], [], [noKey]]) {
			await world.sandbox.clearFaults();
			await world.sandbox.fault(...faults.slice(0, 1));
			for (let n = 0; n < Math.max(1, faults.length); n += 1) await world.check(publication);
		}
		const could = expect.stringMatching(/^The webhook of this trigger couldn't be checked\. /);
		expect(shown().map(({ message }) => message)).toEqual([could, could]);
		expect(shown()[0].description).toMatch(/may be missing\. n8n tries again every hour$/);
	});

	test('that refuses the renewal is shown once, and the later success too', async () => {
		const publication = await world.publish();
		const { checkedAt } = remembered(publication);
		await letGo('delete');
		await world.sandbox.fault(refused);
		await world.check(publication);
		await world.check(publication);
		await world.sandbox.clearFaults();
		await world.check(publication);
		expect(shown()).toMatchObject([
			{
				message: "The webhook of this trigger couldn't be renewed. Not in your plan",
				since: checkedAt,
			},
			{ message: expect.stringMatching(/was renewed\. It was missing/), since: checkedAt },
		]);
	});

	test('and a deleted credential is shown once', async () => {
		const publication = await world.publish();
		world.host.credentials = { linkPlatformApi: undefined as never };
		await world.check(publication);
		await world.check(publication);
		world.host.credentials = {};
		expect(shown().map(({ message }) => message)).toEqual([
			expect.stringMatching(/couldn't be checked\. The credential can't be read\. /),
		]);
	});
});

describe('start of n8n', () => {
	test.each(['init', 'leadershipChange'] as const)(
		'(%s) leaves a subscription unchanged',
		async (activation) => {
			const publication = await world.publish();
			const before = await active();
			await world.restart(publication, activation);
			expect(await asked()).toEqual([LIST]);
			expect(await active()).toEqual(before);
			expect(world.started()).toEqual([]);
		},
	);

	test.each(['deactivate', 'delete'] as const)(
		'renews a subscription lost meanwhile (%s)',
		async (how) => {
			const publication = await world.publish();
			await letGo(how);
			await world.restart(publication);
			expect(await active()).toMatchObject([{ url: publication.url }]);
			expect(shown()).toHaveLength(1);
		},
	);

	test.each<[string, object[], ('init' | 'leadershipChange')?]>([
		['is down', [{ action: { type: 'reset' } }]],
		['is out of order', [down]],
		['rejects the key', [noKey]],
		['rejects the key when another main takes over', [noKey], 'leadershipChange'],
	])(
		'succeeds if Link Platform %s: published, deliveries run',
		async (_, faults, activation: 'init' | 'leadershipChange' = 'init') => {
			const publication = await world.publish();
			await world.sandbox.fault(...faults);
			await world.restart(publication, activation);
			expect(publication.active).toBe(true);
			expect(publication.crons).toHaveLength(1);
			expect(await deliver(publication)).toBe(200);
			await until('an execution of a delivery', () =>
				world.started().some(({ mode }) => mode === 'webhook'),
			);
		},
	);

	test('succeeds if a lost subscription is refused, and the next check renews it', async () => {
		const publication = await world.publish();
		await letGo('delete');
		await world.sandbox.fault(refused);
		await world.restart(publication);
		expect(publication.active).toBe(true);
		expect(await active()).toEqual([]);
		await world.sandbox.clearFaults();
		await world.check(publication);
		expect(await active()).toHaveLength(1);
	});

	test('succeeds if an expression returns no event any more, and shows that', async () => {
		const publication = await world.publish();
		const { json } = publication as unknown as { json: { nodes: Array<{ parameters: object }> } };
		json.nodes[0].parameters = { events: '={{ [] }}' };
		await publication.restart();
		await until('an execution', () => world.started().length === 1);
		expect(shown()[0].message).toMatch(/couldn't be checked\. 'Trigger On' is empty/);
		expect(publication.active).toBe(true);
	});

	test('with another address moves the subscription there without reporting it', async () => {
		const publication = await world.publish({}, 'moved');
		const host = world.host as { baseUrl: string };
		const { baseUrl } = host;
		try {
			host.baseUrl = baseUrl.replace('127.0.0.1', 'localhost');
			await world.restart(publication);
			expect(await world.sandbox.webhooks()).toMatchObject([
				{
					url: `${host.baseUrl}/webhook/moved/webhook`,
					secret: derivedSecret(world.sandbox.apiKey, publication.url),
				},
			]);
			expect(world.started()).toEqual([]);
			// Sent before the move, and repeated now.
			const body = JSON.stringify({ event: 'link.clicked' });
			const secret = derivedSecret(
				world.sandbox.apiKey,
				publication.url.replace('localhost', '127.0.0.1'),
			);
			expect((await deliverSigned(publication, body, { secret })).status).toBe(200);
			await world.finished(1);
			// What was stored is not saved: the same again, and nothing to do.
			await world.restart(publication);
			expect(await asked()).toEqual([LIST]);
			await publication.unpublish();
			expect(await world.sandbox.webhooks()).toEqual([]);
		} finally {
			host.baseUrl = baseUrl;
		}
	});

	describe('of a copy with another address', () => {
		/** A copy of n8n with its database, and how often the original responded to it. */
		const startCopy = async (publication: Publication) => {
			const host = await world.engine.startTriggerHost();
			host.credentials = world.host.credentials;
			const { json, workflowId: id, staticData } = publication;
			const copy = host.create({ ...json, id, staticData });
			const before = world.host.deliveries.length;
			await copy.restart();
			await until('the subscription', async () =>
				(await active()).some(({ url }) => url.startsWith(host.baseUrl)),
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
		])('leaves the webhook of the original with %s, which still responds', async (_, change) => {
			const publication = await world.publish();
			const [original] = await active();
			setCredential(change);
			const { copy, asked, close } = await startCopy(publication);
			expect(asked).toBe(1);
			expect((await active()).map(({ url }) => url).sort()).toEqual(
				[publication.url, copy.url].sort(),
			);
			expect(warnings(copy)).toEqual([
				`Link Platform Trigger: another n8n responds at this n8n's former address, ${world.host.baseUrl}, so its webhook stays.`,
			]);
			await close();
			expect(await active()).toEqual([original]);
		});

		test('removes that of an original that has unpublished the workflow', async () => {
			const publication = await world.publish();
			const { url, secret } = (await active())[0];
			await publication.unpublish();
			const body = { url, events: ['link.clicked'], secret };
			await world.sandbox.call('/api/webhooks/subscribe', body);
			publication.staticData = { 'node:Link Platform Trigger': { webhookUrl: url } };
			const { copy, close } = await startCopy(publication);
			expect((await active()).map((one) => one.url)).toEqual([copy.url]);
			await close();
		});
	});

	test('with an address that Link Platform cannot reach keeps the subscription, and shows that', async () => {
		const publication = await world.publish();
		const before = await active();
		setCredential({ apiUrl: 'https://links.invalid', legacyApiUrl: '' });
		await publication.restart();
		await until('an execution', () => world.started().length === 1);
		expect(shown()[0].message).toMatch(/couldn't be checked\. .* can't reach n8n at /);
		expect(await active()).toEqual(before);
	});
});

test('a restart after a publication that failed, but that n8n counts as published, mends it', async () => {
	const publication = await world.publish();
	await letGo('delete');
	const { url: webhookUrl } = publication;
	publication.staticData = { 'node:Link Platform Trigger': { webhookUrl, isPending: true } };
	await world.sandbox.fault(down);
	await world.restart(publication);
	expect(publication.active).toBe(true);
	await until('a warning', () => warnings(publication).length === 1);
	await world.sandbox.clearFaults();
	await world.check(publication);
	expect(await active()).toMatchObject([{ url: webhookUrl }]);
	expect(world.started()).toEqual([]);
	await world.sandbox.fault({ method: 'DELETE', action: { type: 'status', status: 403 } });
	await expect(publication.unpublish()).rejects.toThrow(/403/);
});

describe('unpublishing', () => {
	test('after repairs and restarts leaves no subscription', async () => {
		const publication = await world.publish();
		for (let n = 0; n < 2; n += 1) {
			await letGo('delete');
			await world.check(publication);
			await world.restart(publication);
		}
		await publication.unpublish();
		expect(await world.sandbox.webhooks()).toEqual([]);
		expect(publication.crons).toEqual([]);
		expect(remembered(publication)).toEqual({});
	});

	test.each([
		['lists', { method: 'GET' }],
		['subscribes', { method: 'POST' }],
	])('during a check that %s leaves no subscription', async (_, where) => {
		const publication = await world.publish();
		await letGo('delete');
		await world.sandbox.fault({ ...where, times: 1, action: { type: 'delay', ms: 400 } });
		publication.tick();
		await until('the request', async () =>
			(await world.sandbox.requests()).some(({ method }) => method === where.method),
		);
		await publication.unpublish();
		await until('a response to each request', async () =>
			(await world.sandbox.requests()).every(({ status }) => status !== null),
		);
		await world.check(publication);
		expect(await world.sandbox.webhooks()).toEqual([]);
		const count = (await asked()).filter((request) => request === SUBSCRIBE).length;
		expect(count).toBe(where.method === 'POST' ? 1 : 0);
	});

	test('also removes a renewed subscription of a former address that could not be moved yet', async () => {
		const publication = await world.publish({}, 'moved');
		await letGo('delete');
		await world.check(publication);
		const host = world.host as { baseUrl: string };
		const { baseUrl } = host;
		try {
			host.baseUrl = baseUrl.replace('127.0.0.1', 'localhost');
			await world.sandbox.fault(down);
			await world.restart(publication);
			await world.sandbox.clearFaults();
			expect(await active()).toMatchObject([{ url: `${baseUrl}/webhook/moved/webhook` }]);
			await publication.unpublish();
			expect(await world.sandbox.webhooks()).toEqual([]);
		} finally {
			host.baseUrl = baseUrl;
		}
	});

	test('before the first check after a start cancels it', async () => {
		const publication = await world.publish();
		await publication.restart();
		await publication.unpublish();
		await world.sandbox.forget();
		await world.check(publication);
		expect(await asked()).toEqual([]);
	});
});

test('20 triggers that start under a limit of 10 requests per window are all checked', async () => {
	const publications: Publication[] = [];
	for (let n = 0; n < 20; n += 1) publications.push(await world.publish({}, `many-${n}`));
	const [{ id }] = await active();
	await world.sandbox.deactivate(id);
	const rateLimit = { limit: 10, windowSeconds: 2, endpoints: [] };
	await world.sandbox.change({ rateLimit });
	await world.sandbox.forget();
	await Promise.all(publications.map(async (publication) => await publication.restart()));
	const served = async (route: string) =>
		(await world.sandbox.requests()).filter(
			({ method, path, status }) => `${method} ${path}` === route && status === 200,
		).length;
	await until('all of them to have looked', async () => (await served(LIST)) === 20);
	await until('one to subscribe', async () => (await served(SUBSCRIBE)) === 1);
	await until('an execution', () => world.started().length === 1);
	expect((await active()).length).toBe(20);
	expect(publications.flatMap(warnings)).toEqual([]);
	const { routes } = await world.sandbox.totals();
	const refusals = Object.values(routes).map(({ statuses }) => statuses['429'] ?? 0);
	expect(Math.max(...refusals)).toBeLessThan(20);
	await world.sandbox.change({ rateLimit: { limit: null } });
});
