/** What receives deliveries: our trigger, and what n8n brings for that, its Webhook node. */
import { randomUUID } from 'node:crypto';

import type { Item, StoredWorkflow } from '../../n8n/rest.mts';
import {
	type DeliveryRequest,
	type N8nWorld,
	type SentDelivery,
	chain,
	productionUrl,
	toDeliveryRequest,
	triggered,
} from '../../n8n/world.mts';

/** As much of an n8n as it takes. */
export type Receiver = Pick<N8nWorld, 'url' | 'rest' | 'credential' | 'subscriptions'>;

export interface Target {
	name: string;
	workflow: StoredWorkflow;
	/** A forged one has another secret than the workflow. */
	toRequest(delivery: SentDelivery, isForged: boolean): DeliveryRequest;
	/** The delivery's id in what the workflow got. */
	getId: (json: Item['json']) => unknown;
}

const SECRET = 'a password in a header';

/** Publishes all three; the second one is what the others are compared with. */
export async function publishTargets(
	receiver: Receiver,
	filters: Record<string, string>,
): Promise<Target[]> {
	return [
		await publishTrigger(receiver, { filters }),
		await webhookNode(receiver, 1),
		await webhookNode(receiver, 2.1),
	];
}

/** Our trigger for clicks, with these parameters. */
export async function publishTrigger(
	receiver: Receiver,
	parameters: Record<string, unknown> = {},
): Promise<Target> {
	const workflow = await receiver.rest.createWorkflow(
		triggered(receiver.credential, ['link.clicked'], parameters),
	);
	await receiver.rest.publish(workflow.id);
	const own = productionUrl(receiver, workflow);
	const { url, secret } = (await receiver.subscriptions()).find((one) => one.url === own)!;
	return {
		name: 'Link Platform Trigger',
		workflow,
		toRequest: (delivery, isForged) =>
			toDeliveryRequest({ url, secret: isForged ? 'guessed' : secret }, delivery),
		getId: (json) => json.deliveryId,
	};
}

/** n8n's Webhook node with a password in a header, in the way of either of its generations. */
async function webhookNode({ rest, url }: Receiver, typeVersion: number): Promise<Target> {
	const data = { name: 'x-password', value: SECRET };
	const id = await rest.saveCredential('Password', 'httpHeaderAuth', data);
	const name = `Webhook node, version ${typeVersion}`;
	const path = randomUUID();
	const workflow = await rest.createWorkflow(
		chain(name, [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, authentication: 'headerAuth', options: {} },
				credentials: { httpHeaderAuth: { id, name: 'Password' } },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await rest.publish(workflow.id);
	const to = { url: `${url}/webhook/${path}`, secret: SECRET };
	return {
		name,
		workflow,
		toRequest: (delivery, isForged) => {
			const headers = { 'x-password': isForged ? 'guessed' : SECRET };
			return toDeliveryRequest(to, { ...delivery, headers });
		},
		getId: ({ headers }) => (headers as Record<string, string>)['x-service-delivery'],
	};
}
