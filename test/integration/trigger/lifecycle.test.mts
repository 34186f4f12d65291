/** Publishing and unpublishing: what is subscribed at the service, and what happens when it fails. */
import type { Publication } from '../../../tools/n8n-engine/index.mts';
import { sent } from '../../support/sent.mts';
import {
	type TriggerWorld,
	deliverSigned,
	derivedSecret,
	openTriggerWorld,
	until,
	webhooksOf,
} from '../../support/trigger.mts';

let world: TriggerWorld;
let published: Publication[] = [];

beforeAll(async () => {
	world = await openTriggerWorld();
});
beforeEach(async () => await world.sandbox.reset());
afterEach(async () => {
	await world.sandbox.control('faults', { method: 'DELETE' });
	for (const publication of published) if (publication.active) await publication.unpublish();
	published = [];
});
afterAll(async () => await world.close());

const change = async (settings: object) =>
	await world.sandbox.control('settings', { method: 'PATCH', body: settings });
const fault = async (body: object) => await world.sandbox.control('faults', { body });
const publish = async (parameters: Record<string, unknown>, webhookId?: string) => {
	const publication = await world.host.publish({ parameters, webhookId });
	published.push(publication);
	return publication;
};
const subscribe = async (url: string) => {
	const headers = {
		authorization: `Bearer ${world.sandbox.apiKey}`,
		'content-type': 'application/json',
	};
	const body = JSON.stringify({ url, events: ['link.clicked'], secret: 'somebody-elses' });
	await fetch(`${world.sandbox.url}/api/webhooks/subscribe`, { method: 'POST', headers, body });
};
const remembered = ({ staticData }: Publication) => staticData['node:Link Platform Trigger'];

test('publishing subscribes the URL, the events and the derived secret', async () => {
	const publication = await publish({ events: ['link.clicked', 'qr.scanned', 'link.clicked'] });
	const secret = derivedSecret(world.sandbox.apiKey, publication.url);
	const [webhook, ...others] = await webhooksOf(world);
	expect(others).toEqual([]);
	expect(webhook).toMatchObject({
		url: publication.url,
		events: ['link.clicked', 'qr.scanned'],
		active: true,
		secret,
	});
	expect((await sent(world)).at(-1)).toEqual({
		request: 'POST /api/webhooks/subscribe',
		body: { url: publication.url, events: ['link.clicked', 'qr.scanned'], secret },
	});
	expect(publication.url).toMatch(/\/webhook\/[^/]+\/webhook$/);
	// What everybody who may read the workflow can see.
	expect(remembered(publication)).toEqual({
		webhookId: String(webhook.id),
		webhookUrl: publication.url,
	});
});

test("the credential's own secret comes first", async () => {
	world.host.credentials = {
		linkPlatformApi: { ...world.credential, webhookSecret: 'our own secret' },
	};
	try {
		const publication = await publish({ events: ['link.clicked'] });
		expect((await webhooksOf(world))[0].secret).toBe('our own secret');
		expect(JSON.stringify(publication.staticData)).not.toContain('our own secret');
	} finally {
		world.host.credentials = {};
	}
});

test.each(['objects', 'strings'])(
	'"all" subscribes every type that the service lists (%s)',
	async (eventTypes) => {
		await change({ eventTypes, extraEvents: ['cart.left'] });
		await publish({ events: ['link.clicked', 'all'] });
		const [{ events }] = await webhooksOf(world);
		expect(events).toHaveLength(16);
		expect(events).toEqual(
			expect.arrayContaining(['link.created', 'newsletter.sent', 'cart.left']),
		);
	},
);

test('where the service has no list of types, "all" means the documented fourteen', async () => {
	await fault({ path: '/api/webhooks/events', action: { type: 'status', status: 404 } });
	await publish({ events: ['all'] });
	expect((await webhooksOf(world))[0].events).toHaveLength(14);
});

test('an event type unknown today is subscribed as it is', async () => {
	await change({ extraEvents: ['cart.left'] });
	await publish({ events: ['cart.left'] });
	expect((await webhooksOf(world))[0].events).toEqual(['cart.left']);
});

test('a text with commas, as an expression may give it, is a list', async () => {
	const publication = await publish({ events: '={{ "link.clicked, qr.scanned" }}' });
	const [webhook] = await webhooksOf(world);
	expect(webhook.events).toEqual(['link.clicked', 'qr.scanned']);
	const { secret } = webhook;
	const answers = ['qr.scanned', 'link', 'link.created'].map(async (event) => {
		const body = JSON.stringify({ event, timestamp: new Date().toISOString(), data: {} });
		return await (await deliverSigned(publication, body, { secret })).json();
	});
	expect(await Promise.all(answers)).toEqual([
		{ received: true },
		{ received: true, ignored: 'event' },
		{ received: true, ignored: 'event' },
	]);
});

test.each(['={{ [] }}', '={{ " , " }}', '={{ undefined }}'])(
	'no event (%s) is refused before any call',
	async (events) => {
		await expect(publish({ events })).rejects.toThrow(
			/No event is chosen in 'Trigger On'.*Choose at least one/,
		);
		expect((await sent(world)).filter(({ request }) => request.startsWith('POST'))).toEqual([]);
		expect(await webhooksOf(world)).toEqual([]);
	},
);

test.each(['record', 'topLevel', 'message'])(
	'an answer that is a %s gives the id all the same',
	async (subscribeAnswer) => {
		await change({ subscribeAnswer });
		const publication = await publish({ events: ['link.clicked'] });
		const [{ id }] = await webhooksOf(world);
		expect(remembered(publication)).toMatchObject({ webhookId: String(id) });
		await publication.unpublish();
		expect(await webhooksOf(world)).toEqual([]);
	},
);

test('republished with other events, the old subscription goes', async () => {
	const publication = await publish({ events: ['link.clicked'] });
	const [before] = await webhooksOf(world);
	await publication.republish({ events: ['qr.scanned', 'bio.viewed'] });
	const [after, ...others] = await webhooksOf(world);
	expect(others).toEqual([]);
	expect(after.id).not.toBe(before.id);
	expect(after).toMatchObject({ url: publication.url, events: ['qr.scanned', 'bio.viewed'] });
});

test('a leftover with our URL is replaced; those of others stay', async () => {
	const first = await publish({ events: ['link.clicked'] }, 'fixed');
	await first.unpublish();
	await subscribe(first.url);
	await subscribe(first.url);
	await subscribe('http://127.0.0.1:9/other');
	const again = await publish({ events: ['link.clicked'] }, 'fixed');
	const webhooks = await webhooksOf(world);
	expect(webhooks.map(({ url }) => url).sort()).toEqual(
		[again.url, 'http://127.0.0.1:9/other'].sort(),
	);
	expect(webhooks.find(({ url }) => url === again.url)!.secret).toBe(
		derivedSecret(world.sandbox.apiKey, again.url),
	);
});

describe('when n8n starts again', () => {
	/** The published workflow as n8n's database has it. */
	const workflowOf = (publication: Publication) => ({
		id: publication.workflowId,
		nodes: [
			world.engine.node('linkPlatformTrigger', {
				parameters: { events: ['link.clicked'] },
				webhookId: 'fixed',
			}),
		],
		connections: {},
		staticData: publication.staticData,
	});
	const restart = async (publication: Publication) => {
		(world.host as unknown as { routes: Map<string, unknown> }).routes.clear();
		await world.sandbox.forget();
		const started = await world.host.publish(workflowOf(publication));
		published = [started];
		return started;
	};

	test('nothing is subscribed anew while the subscription is there', async () => {
		const before = await publish({ events: ['link.clicked'] }, 'fixed');
		const [{ id }] = await webhooksOf(world);
		await restart(before);
		expect((await sent(world)).map(({ request }) => request)).toEqual(['GET /api/webhooks']);
		expect((await webhooksOf(world)).map((webhook) => webhook.id)).toEqual([id]);
	});

	test.each(['deactivate', 'delete'])(
		'one that the service let go (%s) is made again',
		async (how) => {
			const before = await publish({ events: ['link.clicked'] }, 'fixed');
			const [{ id }] = await webhooksOf(world);
			if (how === 'deactivate')
				await world.sandbox.control(`webhooks/${id}/deactivate`, { method: 'POST' });
			else {
				const headers = { authorization: `Bearer ${world.sandbox.apiKey}` };
				const path = `${world.sandbox.url}/api/webhooks/subscribe/${id}`;
				await fetch(path, { method: 'DELETE', headers });
			}
			const started = await restart(before);
			const [webhook, ...others] = await webhooksOf(world);
			expect(others).toEqual([]);
			expect(webhook).toMatchObject({ url: started.url, active: true });
			expect(remembered(started)).toMatchObject({ webhookId: String(webhook.id) });
		},
	);
});

describe('unpublishing', () => {
	test('deletes the subscription and forgets it', async () => {
		const publication = await publish({ events: ['link.clicked'] });
		await publication.unpublish();
		expect(await webhooksOf(world)).toEqual([]);
		expect(remembered(publication)).toEqual({});
	});

	test('one that is gone already is fine', async () => {
		const publication = await publish({ events: ['link.clicked'] });
		await world.sandbox.reset();
		await publication.unpublish();
		expect(remembered(publication)).toEqual({});
	});

	test.each([500, 403])(
		'one that cannot be deleted (%i) is reported and remembered for the next try',
		async (status) => {
			const publication = await publish({ events: ['link.clicked'] });
			const before = remembered(publication);
			await fault({ method: 'DELETE', action: { type: 'status', status } });
			await expect(publication.unpublish()).rejects.toThrow(`Fault on demand: ${status}`);
			expect(remembered(publication)).toEqual(before);
			await world.sandbox.control('faults', { method: 'DELETE' });
			await publication.unpublish();
			expect(await webhooksOf(world)).toEqual([]);
		},
	);

	test('in test mode a removal that fails is only logged', async () => {
		const publication = await world.host.listenForTestEvent({
			parameters: { events: ['link.clicked'] },
		});
		await fault({ method: 'DELETE', action: { type: 'status', status: 403 } });
		await publication.unpublish();
		expect(await webhooksOf(world)).toHaveLength(1);
	});
});

describe('a publication that fails', () => {
	test('leaves nothing behind when the answer of the service got lost', async () => {
		const lost = { method: 'POST', path: '/api/webhooks/subscribe', times: 1 };
		await fault({ ...lost, action: { type: 'reset', when: 'afterHandling' } });
		await expect(publish({ events: ['link.clicked'] })).rejects.toThrow(/connection broke off/);
		expect(await webhooksOf(world)).toEqual([]);
		// n8n tries again.
		await publish({ events: ['link.clicked'] });
		expect(await webhooksOf(world)).toHaveLength(1);
	});

	test('leaves nothing behind when it was a change of events, either', async () => {
		const publication = await publish({ events: ['link.clicked'] });
		await fault({ method: 'DELETE', times: 1, action: { type: 'status', status: 403 } });
		const lost = { method: 'POST', path: '/api/webhooks/subscribe', times: 1 };
		await fault({ ...lost, action: { type: 'reset', when: 'afterHandling' } });
		await expect(publication.republish({ events: ['qr.scanned'] })).rejects.toThrow(/broke off/);
		expect(await webhooksOf(world)).toEqual([]);
	});

	test('an event type that the service does not take is named', async () => {
		await expect(publish({ events: ['no.such'] })).rejects.toThrow(/no event type "no\.such"/);
		expect(await webhooksOf(world)).toEqual([]);
	});

	test('events that the service left out are named, and the subscription is taken back', async () => {
		const path = '/api/webhooks/subscribe';
		const record = { error: 0, data: { id: 77, events: ['link.clicked'] } };
		await fault({
			method: 'POST',
			path,
			action: { type: 'wrongJson', body: JSON.stringify(record) },
		});
		await expect(publish({ events: ['link.clicked', 'tip.received'] })).rejects.toThrow(
			/did not subscribe to tip\.received/,
		);
		expect((await sent(world)).map(({ request }) => request)).toContain(
			'DELETE /api/webhooks/subscribe/77',
		);
	});

	test('a wrong key is told in the message, without advice on another matter', async () => {
		world.host.credentials = { linkPlatformApi: { ...world.credential, apiKey: 'wrong-key' } };
		const failed = publish({ events: ['link.clicked'] });
		await expect(failed).rejects.toThrow(/did not accept the API key.*Check 'API Key'/);
		await expect(failed).rejects.not.toThrow(/WEBHOOK_URL|wrong-key/);
		world.host.credentials = {};
	});

	test('a service that refuses the URL: the message says what to set in n8n', async () => {
		await fault({
			method: 'POST',
			action: { type: 'status', status: 422, body: { error: 1, message: 'HTTPS only' } },
		});
		await expect(publish({ events: ['link.clicked'] })).rejects.toThrow(/HTTPS only.*WEBHOOK_URL/);
	});

	test('a secret that the service echoes is masked', async () => {
		await fault({ method: 'POST', action: { type: 'echo' } });
		const url = `${world.host.baseUrl}/webhook/echoed/webhook`;
		const failed = publish({ events: ['link.clicked'] }, 'echoed');
		await expect(failed).rejects.toThrow(url);
		await expect(failed).rejects.not.toThrow(derivedSecret(world.sandbox.apiKey, url));
		await expect(failed).rejects.not.toThrow(world.sandbox.apiKey);
	});

	test('an n8n at localhost and a service elsewhere: it says what to set, and asks nothing', async () => {
		const credential = { ...world.credential, apiUrl: 'https://links.invalid', legacyApiUrl: '' };
		world.host.credentials = { linkPlatformApi: credential };
		await expect(publish({ events: ['link.clicked'] })).rejects.toThrow(
			/^The service cannot reach n8n at http:\/\/127\.0\.0\.1:\d+\. Set the environment variable WEBHOOK_URL/,
		);
		world.host.credentials = {};
	});
});

test('"Listen for test event" has a URL of its own, and ends with the first delivery', async () => {
	const publication = await world.host.listenForTestEvent({
		parameters: { events: ['link.clicked'] },
	});
	const [webhook] = await webhooksOf(world);
	expect(webhook.url).toContain('/webhook-test/');
	expect(webhook.secret).toBe(derivedSecret(world.sandbox.apiKey, publication.url));
	// n8n keeps nothing of what a test remembers: the secret must come from the URL alone.
	(publication as unknown as { staticData: object }).staticData = {};
	const before = world.host.executions.length;
	await fetch(`${world.sandbox.url}/launch`, { redirect: 'manual' });
	await until(() => !publication.active && world.host.executions.length > before);
	await world.host.waitForExecutions(before + 1);
	expect(world.host.executions.at(-1)).toMatchObject({
		mode: 'manual',
		items: [{ json: { event: 'link.clicked', data: { alias: 'launch' } } }],
	});
	await until(async () => (await webhooksOf(world)).length === 0);
});

describe('the list of events in the editor', () => {
	const options = async (credentials?: { linkPlatformApi: Record<string, string> }) =>
		await world.engine.loadOptions('getEventTypes', { node: 'linkPlatformTrigger', credentials });

	test('holds what the service offers, all by readable names', async () => {
		await change({ extraEvents: ['cart.left'] });
		const list = await options();
		expect(list[0]).toEqual({ name: 'All Events', value: 'all' });
		expect(list).toHaveLength(1 + 14 + 2);
		expect(list).toContainEqual({ name: 'Link Clicked', value: 'link.clicked' });
		expect(list).toContainEqual({ name: 'Cart Left', value: 'cart.left' });
	});

	test('falls back to the documented ones', async () => {
		const list = await options({ linkPlatformApi: { ...world.credential, apiKey: 'wrong-key' } });
		expect(list).toHaveLength(15);
	});
});
