/** Tests purchases that a gateway receives while n8n is down, and that n8n receives and verifies later. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { chain, toDeliveryRequest } from '../../tools/n8n/n8nWithSandbox.mts';
import { until } from '../../tools/until.mts';
import { startServer } from '../support/serve.mts';
import { OUR_NODE, useN8n } from './useN8n.mts';

const n8n = useN8n();

type Message = { body: string; headers: IncomingHttpHeaders };

/** Starts a server that passes the unchanged body and headers of each request to `keep`, as a cloud function would. */
async function startReceiver(keep: (message: Message) => Promise<void>) {
	const { url, close } = await startServer((request, response) => {
		text(request)
			.then((body) => keep({ body, headers: request.headers }))
			.then(
				() => response.end(),
				() => response.destroy(),
			);
	});
	return { url: `${url}/`, close };
}

const verify = (credential: { id: string; name: string }, parameters: object) => ({
	name: 'Verify',
	type: OUR_NODE,
	onError: 'continueErrorOutput',
	parameters: { resource: 'webhook', operation: 'verifyDelivery', ...parameters },
	credentials: { linkPlatformApi: credential },
});

/** Delivers three purchases to the receiver while n8n is down, one with a wrong secret. Returns the credential. */
async function deliverWhileDown(receiver: { url: string }) {
	const secret = 'kept in the credential';
	const subscription = { url: receiver.url, events: ['product.purchased'], secret };
	await n8n.ask('POST', '/api/webhooks/subscribe', subscription);
	const credential = await n8n.saveCredential('Queue', { webhookSecret: secret });
	await n8n.restart(async () => {
		for (const [index, one] of [secret, 'guessed', secret].entries()) {
			const { url, ...request } = toDeliveryRequest(
				{ url: receiver.url, secret: one },
				{ id: `purchase-${index}`, event: 'product.purchased', data: { productId: index } },
			);
			expect((await fetch(url, { method: 'POST', ...request })).status).toBe(200);
		}
	});
	return credential;
}

/** The output of Verify Delivery for the two correctly signed deliveries. */
const genuine = [0, 2].map((index) => ({
	event: 'product.purchased',
	deliveryId: `purchase-${index}`,
	timestamp: expect.any(String),
	data: { productId: index },
}));

it('Verify Delivery accepts deliveries that a gateway has forwarded to a Webhook node with retries', async () => {
	const forwarded: Array<Promise<void>> = [];
	const gateway = await startReceiver(async (message) => {
		await Promise.resolve(forwarded.push(forward(message)));
	});
	const path = randomUUID();
	/** Forwards a message like a gateway such as Hookdeck: with the same body and headers, and additional headers. */
	const forward = async ({ body, headers: given }: Message) => {
		const { host, connection, 'content-length': length, ...kept } = given as Record<string, string>;
		const headers = { ...kept, 'x-hookdeck-eventid': randomUUID(), 'x-forwarded-for': '192.0.2.1' };
		await until('n8n to take it', async () => {
			const sent = fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', body, headers });
			return await sent.then(
				// While n8n starts, it may respond to any request, so check that the workflow was started.
				async (response) => (await response.text()).includes('Workflow was started'),
				() => false,
			);
		});
	};
	const credential = await n8n.saveCredential('Gateway', {
		webhookSecret: 'kept in the credential',
	});
	const stored = await n8n.rest.createWorkflow(
		chain('Gateway', [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, options: { rawBody: true } },
			},
			verify(credential, { inputDataFieldName: 'data', headers: '={{ $json.headers }}' }),
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await n8n.rest.publish(stored.id);
	await deliverWhileDown(gateway);
	await gateway.close();
	await Promise.all(forwarded);
	const runs = await n8n.rest.executionsWhenOver(stored.id, 3);
	const verified = runs.flatMap((run) => getOutputs(run, 'Verify')[0].map(({ json }) => json));
	const byId = ({ deliveryId }: object & { deliveryId?: unknown }) => String(deliveryId);
	expect(verified.sort((a, b) => byId(a).localeCompare(byId(b)))).toEqual(genuine);
});
