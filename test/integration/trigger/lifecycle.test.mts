/** Tests publishing and unpublishing: which webhooks Link Platform has afterwards, and how failures are handled. */
import { eventTypes as offered } from '../../../packages/sandbox/events.mts';
import type { Publication } from '../../../packages/n8n-harness/index.mts';
import { until } from '../../../tools/until.mts';
import { sent, requested, written } from '../../support/sent.mts';
import { deliverSigned, derivedSecret, useTriggerWorld } from '../../support/trigger.mts';
import { withStatus } from '../../support/faults.mts';

const world = useTriggerWorld();

const subscribe = async (url: string) => {
	const subscription = { url, events: ['link.clicked'], secret: 'somebody-elses' };
	await world.call('/api/webhooks/subscribe', subscription);
};
const noDeletion = { method: 'DELETE', action: withStatus(403) };
/** A public IP address that is reserved for documentation (RFC 5737), so it needs no DNS. */
const REMOTE = 'https://203.0.113.7';
const noSubscription = async () => (await world.webhooks()).length === 0;
const remembered = ({ staticData }: Publication) => staticData['node:Link Platform Trigger'];

test("publishing creates a webhook with the trigger's URL, its events and the derived secret", async () => {
	const publication = await world.publish({
		events: ['link.clicked', 'qr.scanned', 'link.clicked'],
	});
	const secret = derivedSecret(world.apiKey, publication.url);
	const [webhook, ...others] = await world.webhooks();
	expect(others).toEqual([]);
	expect(webhook).toMatchObject({
		url: publication.url,
		events: ['link.clicked', 'qr.scanned'],
		active: true,
		secret,
	});
	const posts = (await sent(world)).filter(({ request }) => request.startsWith('POST'));
	expect(posts.at(-1)).toEqual({
		request: 'POST /api/webhooks/subscribe',
		body: { url: publication.url, events: ['link.clicked', 'qr.scanned'], secret },
	});
	expect(publication.url).toMatch(/\/webhook\/[^/]+\/webhook$/);
	// Everyone who can read the workflow sees these values, so they must not include the secret.
	expect(remembered(publication)).toEqual({
		webhookId: String(webhook.id),
		webhookUrl: publication.url,
		secretMark: expect.stringMatching(/^[\da-f]{6}$/),
		checkedAt: expect.any(String),
		listedUrl: publication.url,
		formerUrls: [],
		refusedEvents: [],
		isPending: false,
		isTest: false,
	});
});

test('All Events subscribes to every event type that Link Platform lists', async () => {
	await world.change({ eventTypes: 'keyed', extraEvents: ['cart.left'] });
	await world.publish({ events: ['link.clicked', 'all'] });
	const [{ events }] = await world.webhooks();
	expect(events).toHaveLength(offered.length + 1);
	expect(events).toEqual(expect.arrayContaining(['newsletter.sent', 'cart.left']));
});

test.each([[['cart.left', 'link.clicked']], ['={{ "cart.left, link.clicked" }}']])(
	'additional events %j start the workflow, and so do the events chosen in Trigger On',
	async (otherEvents) => {
		await world.change({ extraEvents: ['cart.left'] });
		const publication = await world.publish({
			events: ['link.clicked'],
			options: { otherEvents },
		});
		const [{ events, secret }] = await world.webhooks();
		expect(events).toEqual(['link.clicked', 'cart.left']);
		const responses = ['cart.left', 'link.clicked', 'newsletter.sent'].map(async (event) => {
			const body = JSON.stringify({ event, timestamp: new Date().toISOString(), data: {} });
			return await (await deliverSigned(publication, body, { secret })).json();
		});
		expect(await Promise.all(responses)).toEqual([
			{ received: true },
			{ received: true },
			{ received: true, ignored: 'event' },
		]);
	},
);

test("All Events also subscribes to additional events that Link Platform doesn't list", async () => {
	await world.change({ extraEvents: ['cart.left'] });
	await world.respond('/api/webhooks/events', { events: ['link.clicked', 'qr.scanned'] });
	const options = { otherEvents: ['cart.left', 'qr.scanned'] };
	const publication = await world.publish({ events: ['all'], options });
	const [{ events }] = await world.webhooks();
	expect(events).toEqual(['link.clicked', 'qr.scanned', 'cart.left']);
	const before = await world.webhooks();
	await world.check(publication);
	expect(await world.webhooks()).toEqual(before);
});

test('publishing without an event fails before anything is subscribed', async () => {
	await expect(world.publish({ events: '={{ " , " }}' })).rejects.toThrow(
		/'Trigger On' is empty.*Choose at least one/,
	);
	expect(await written(world)).toEqual([]);
});

test.each(['record', 'topLevel', 'message'] as const)(
	"publishing stores the webhook ID from a subscribe response in the form '%s'",
	async (subscribeAnswer) => {
		await world.change({ subscribeAnswer });
		const publication = await world.publish();
		const [{ id }] = await world.webhooks();
		expect(remembered(publication)).toMatchObject({ webhookId: String(id) });
		await world.remove(publication);
	},
);

test("publishing again keeps a correct webhook that n8n couldn't delete before", async () => {
	const publication = await world.publish();
	const before = await world.webhooks();
	await world.sandbox.fault(noDeletion);
	await expect(publication.unpublish()).rejects.toThrow();
	await world.clearFaults();
	await world.forget();
	await publication.publishAgain();
	expect(await requested(world)).toEqual(['GET /api/webhooks']);
	expect(await world.webhooks()).toEqual(before);
});

test('an earlier webhook with other events is deleted only after the new webhook is created', async () => {
	await world.sandbox.fault({ ...noDeletion, times: 1 });
	const publication = await world.publish();
	const [{ id }] = await world.webhooks();
	await publication.republish({ events: ['qr.scanned'] });
	const remove = `DELETE /api/webhooks/subscribe/${id}`;
	expect(await written(world)).toEqual([
		'POST /api/webhooks/subscribe',
		remove,
		'POST /api/webhooks/subscribe',
		remove,
	]);
	expect(await world.webhooks()).toMatchObject([{ events: ['qr.scanned'] }]);
});

test.each([
	['creates another webhook', 'any' as const],
	['changes the earlier webhook', 'replaced' as const],
])(
	"publishing replaces leftover webhooks with the trigger's URL and keeps webhooks with other URLs, if Link Platform %s",
	async (_, webhooksPerUrl) => {
		await world.change({ webhooksPerUrl });
		const first = await world.publish({}, 'fixed');
		await first.unpublish();
		await subscribe(first.url);
		await subscribe(first.url);
		await subscribe('http://127.0.0.1:9/other');
		const again = await world.publish({}, 'fixed');
		const webhooks = await world.webhooks();
		expect(webhooks.map(({ url }) => url).sort()).toEqual(
			[again.url, 'http://127.0.0.1:9/other'].sort(),
		);
		expect(webhooks.find(({ url }) => url === again.url)!.secret).toBe(
			derivedSecret(world.apiKey, again.url),
		);
	},
);

test('unpublishing deletes the webhook and everything that the trigger stored about it', async () => {
	const publication = await world.publish();
	await world.remove(publication);
	expect(remembered(publication)).toEqual({});
});

test('unpublishing succeeds if the webhook is already gone', async () => {
	const publication = await world.publish();
	await world.reset();
	await publication.unpublish();
	expect(remembered(publication)).toEqual({});
});

test("unpublishing fails if the webhook can't be deleted, and keeps the webhook's ID for the next attempt", async () => {
	const publication = await world.publish();
	const before = remembered(publication);
	await world.sandbox.fault(noDeletion);
	await expect(publication.unpublish()).rejects.toThrow('Fault on demand: 403');
	expect(remembered(publication)).toEqual(before);
	await world.clearFaults();
	await world.remove(publication);
});

test('publishing fails and leaves no webhook behind if the response to the subscription is lost', async () => {
	const lost = { method: 'POST', path: '/api/webhooks/subscribe', times: 1 };
	await world.sandbox.fault({ ...lost, action: { type: 'reset', when: 'afterHandling' } });
	await expect(world.publish()).rejects.toThrow(/The connection to .* was lost/);
	expect(await world.webhooks()).toEqual([]);
	// n8n tries to publish the workflow again.
	await world.publish();
	expect(await world.webhooks()).toHaveLength(1);
});

test('publishing fails and names the event type that Link Platform rejects', async () => {
	await expect(world.publish({ events: ['no.such'] })).rejects.toThrow(/no event type "no\.such"/);
	expect(await world.webhooks()).toEqual([]);
});

test('publishing fails, names the events that Link Platform left out, and deletes the webhook', async () => {
	const record = { id: 77, events: ['link.clicked'] };
	await world.respond('/api/webhooks/subscribe', record, { method: 'POST' });
	const failed = world.publish({ events: ['link.clicked', 'tip.received'] });
	await expect(failed).rejects.toThrow(
		/didn't subscribe the webhook to tip\.received\. Remove these events/,
	);
	await expect(failed).rejects.not.toThrow(/N8N_WEBHOOK_URL/);
	expect(await requested(world)).toContain('DELETE /api/webhooks/subscribe/77');
});

test("publishing with a wrong API key fails with advice about the key, not about n8n's address", async () => {
	world.setCredential({ apiKey: 'wrong-key' });
	const failed = world.publish();
	await expect(failed).rejects.toThrow(/API key rejected.*Check 'API Key'/);
	await expect(failed).rejects.not.toThrow(/N8N_WEBHOOK_URL|wrong-key/);
});

test.each([403, 422])(
	"publishing refused because of the plan (status %i) tells the user to upgrade, not to change n8n's settings",
	async (status) => {
		const body = { error: 1, message: 'Webhook limit of your plan reached' };
		await world.sandbox.fault({ method: 'POST', action: { type: 'status', status, body } });
		const failed = world.publish();
		await expect(failed).rejects.toThrow(/^Webhook limit of your plan reached\. .*upgrade/i);
		await expect(failed).rejects.not.toThrow(/N8N_WEBHOOK_URL|fields of the node|scope/);
	},
);

test.each([
	[400, 'Too many webhooks'],
	[422, 'HTTPS only'],
	[200, 'No more webhooks'],
])(
	"publishing refused with status %i and '%s' tells the user to check the plan, the webhooks and n8n's URL",
	async (status, message) => {
		const body = { error: 1, message };
		await world.sandbox.fault({ method: 'POST', action: { type: 'status', status, body } });
		await expect(world.publish()).rejects.toThrow(
			new RegExp(
				`^${message}\\. Check your plan, .* webhooks in your Link Platform account, .*N8N_WEBHOOK_URL`,
			),
		);
	},
);

test('publishing fails without showing the API key or the signing secret if Link Platform echoes them', async () => {
	await world.sandbox.fault({ method: 'POST', action: { type: 'echo' } });
	const url = `${world.host.baseUrl}/webhook/echoed/webhook`;
	const failed = world.publish({}, 'echoed');
	await expect(failed).rejects.toThrow(url);
	await expect(failed).rejects.not.toThrow(derivedSecret(world.apiKey, url));
	await expect(failed).rejects.not.toThrow(world.apiKey);
});

test.each(['http://192.168.1.20:5678', 'http://n8n:5678'])(
	'publishing from the private address %s fails without a request, and suggests the polling trigger',
	async (address) => {
		world.host.baseUrl = address;
		world.setCredential({ apiUrl: REMOTE });
		await world.forget();
		await expect(world.publish()).rejects.toThrow(
			/^Link Platform can't reach n8n at .*use the Link Platform Polling Trigger$/,
		);
		await world.expectNoRequest();
	},
);

test('"Listen for test event" uses its own webhook URL and stops after the first delivery', async () => {
	const publication = await world.listen();
	const [webhook] = await world.webhooks();
	expect(webhook.url).toContain('/webhook-test/');
	expect(webhook.secret).toBe(derivedSecret(world.apiKey, publication.url));
	// n8n discards the data that a test stores, so the trigger must derive the secret without stored data.
	(publication as unknown as { staticData: object }).staticData = {};
	const before = world.host.executions.length;
	await world.visit('/launch');
	await until(
		'the test to have run',
		() => !publication.active && world.host.executions.length > before,
	);
	await world.host.waitForExecutions(before + 1);
	expect(world.host.executions.at(-1)).toMatchObject({
		mode: 'manual',
		items: [{ json: { event: 'link.clicked', alias: 'launch' } }],
	});
	await until('the subscription to be gone', noSubscription);
});

test('publishing with an unknown country fails, suggests country codes, and creates no webhook', async () => {
	const publishing = world.publish({ filters: { country: 'DE, Korea' } });
	await expect(publishing).rejects.toThrow(
		"'Country' contains an unknown country: Korea. Use the two-letter code of the country, e.g. KP (North Korea), KR (South Korea)",
	);
	expect(await noSubscription()).toBe(true);
});

describe('dropdown of additional events', () => {
	const options = (credentials?: { linkPlatformApi: Record<string, string> }) =>
		world.engine.loadOptions('getOtherEvents', { node: 'linkPlatformTrigger', credentials });

	test("the dropdown of additional events lists the events that Trigger On doesn't offer, with readable names", async () => {
		await world.change({ extraEvents: ['cart.left', 'cart.left', 'link.archivedForGood'] });
		expect(await options()).toEqual([
			{ name: 'Cart Left', value: 'cart.left' },
			{ name: 'Link Archived For Good', value: 'link.archivedForGood' },
		]);
	});

	test("the dropdown of additional events says why its entries can't be loaded", async () => {
		const credentials = { linkPlatformApi: { ...world.credential, apiKey: 'wrong-key' } };
		await expect(options(credentials)).rejects.toThrow(/API key/);
	});
});
