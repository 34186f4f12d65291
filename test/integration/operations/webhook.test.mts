import { EVENT_TYPES } from '../../../nodes/LinkPlatform/events/events.ts';
import { eventTypes as offered } from '../../../packages/sandbox/events.mts';
import { getJson, getPairs, requested, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://n8n.example.com/webhook/4f1c/webhook';

/** Reads all webhooks with their secrets, including inactive webhooks. */
const held = () => world.webhooks();

/** Creates a webhook; returns its ID. */
const subscribe = async (address: string, events = ['link.clicked'], secret = 'foreign-secret') => {
	const record = await world.first('webhook', 'create', {
		url: address,
		events,
		additionalFields: { secret },
	});
	await world.forget();
	return record.id as number;
};

test("webhook.create sends the URL, events and secret, and doesn't return that secret", async () => {
	const secret = 'my-own-secret';
	const events = ['link.clicked', 'qr.scanned'];
	const { items } = await world.run('webhook', 'create', {
		url,
		events,
		additionalFields: { secret },
	});
	expect(await sent(world)).toEqual([
		{ request: 'POST /api/webhooks/subscribe', body: { url, events, secret } },
	]);
	expect(getJson(items)).toEqual([{ id: 1 }]);
	expect(await held()).toMatchObject([{ secret }]);
});

test('webhook.create without a secret returns the secret that Link Platform generated', async () => {
	await world.change({ subscribeAnswer: 'record' });
	const record = await world.first('webhook', 'create', {
		url,
		events: '={{ "link.clicked, qr.scanned" }}',
	});
	expect((await sent(world))[0].body).toEqual({ url, events: ['link.clicked', 'qr.scanned'] });
	expect(record.secret).toBe((await held())[0].secret);
});

test('webhook.getAll masks every field whose name contains "secret"', async () => {
	const secrets = {
		secret: 's3cret-one',
		signingSecret: 's3cret-two',
		client_secret: 's3cret-three',
	};
	await world.respond('/api/webhooks', { webhooks: [{ id: 1, url, ...secrets }] });
	const { items } = await world.run('webhook', 'getAll', { returnAll: true });
	expect(getJson(items)).toMatchObject([{ id: 1, url, secret: '***', signingSecret: '***' }]);
	expect(JSON.stringify(items)).not.toContain('s3cret');
});

test('webhook.delete deletes a webhook, and only the item with an unknown ID fails', async () => {
	const id = await subscribe(url);
	const result = await world.run(
		'webhook',
		'delete',
		{ webhookId: byId('={{ $json.id }}') },
		{ items: [{ json: { id: 99 } }, { json: { id } }] },
	);
	expect((await requested(world)).sort()).toEqual([
		`DELETE /api/webhooks/subscribe/${id}`,
		'DELETE /api/webhooks/subscribe/99',
	]);
	expect([getJson(result.items), getPairs(result.items)]).toEqual([[{ deleted: true }], [1]]);
	expect(result.errorItems[0].json.message).toContain("Looked for 'Webhook' 99");
	expect(await held()).toEqual([]);
});

test.each(['objects', 'strings', 'keyed'] as const)(
	'webhook.getEventTypes returns one item per event type if the response contains them as %s',
	async (eventTypes) => {
		await world.change({ eventTypes });
		const { items } = await world.run('webhook', 'getEventTypes');
		expect(await sent(world)).toEqual([{ request: 'GET /api/webhooks/events' }]);
		expect(items).toHaveLength(offered.length);
		expect(items[0].json.name).toBe('link.created');
	},
);

test('the dropdown for a webhook can be searched, and the dropdown for events shows readable names', async () => {
	const id = await subscribe(url);
	const { results } = await world.engine.listSearch('searchWebhooks', { filter: '4f1c' });
	expect(results).toEqual([{ name: `${url} (${id})`, value: String(id) }]);
	const options = await world.engine.loadOptions('getEventTypes', { node: 'linkPlatform' });
	const names = options.map(({ name }) => name);
	expect(names.slice(0, 2)).toEqual(['Link Clicked', 'QR Code Scanned']);
	expect(names.slice(-3)).toEqual(['Newsletter Sent', 'Verification Approved', 'All Events']);
});

test('the dropdown for events shows the documented events if Link Platform rejects the API key', async () => {
	const linkPlatformApi = { ...world.credential, apiKey: 'wrong-key' };
	const options = await world.engine.loadOptions('getEventTypes', {
		node: 'linkPlatform',
		credentials: { linkPlatformApi },
	});
	// The list has one more option than there are event types: All Events.
	expect(options).toHaveLength(EVENT_TYPES.length + 1);
});
