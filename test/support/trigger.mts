/** What tests of the trigger share: a world with a webhook server, and deliveries signed by hand. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Publication, TriggerHost } from '../../tools/n8n-engine/index.mts';
import { type World, openWorld } from './world.mts';

export interface Webhook {
	id: number;
	url: string;
	events: string[];
	active: boolean;
	secret: string;
}

export type TriggerWorld = World & { host: TriggerHost };

export async function openTriggerWorld(): Promise<TriggerWorld> {
	const world = await openWorld();
	const host = await world.engine.startTriggerHost();
	const close = async () => {
		await host.close();
		await world.close();
	};
	return { ...world, host, close };
}

/** The subscriptions at the service, with their secrets. */
export const webhooksOf = async ({ sandbox }: World): Promise<Webhook[]> =>
	((await sandbox.control('webhooks')) as { webhooks: Webhook[] }).webhooks;

export const hmac = (secret: string, body: string | Buffer) =>
	createHmac('sha256', secret).update(body).digest('hex');

/** The secret that the trigger derives, computed here once more. */
export const derivedSecret = (apiKey: string, url: string) => hmac(apiKey, `n8n-webhook:${url}`);

export interface SignedOptions {
	id?: string;
	secret: string;
	headers?: Record<string, string>;
}

let lastId = 0;

/** Delivers a body as the service would; every delivery has an id of its own unless one is given. */
export async function deliverSigned(
	publication: Publication,
	body: string | Buffer,
	{ id = `delivery-${(lastId += 1)}`, secret, headers }: SignedOptions,
): Promise<Response> {
	return await publication.deliver({
		headers: {
			'content-type': 'application/json',
			'x-service-signature': hmac(secret, body),
			'x-service-delivery': id,
			...headers,
		},
		body,
	});
}

/** Waits until something holds, for at most five seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	const deadline = Date.now() + 5_000;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(`Still not so after five seconds: ${String(holds)}`);
		await pause(10);
	}
}
