/** What tests of the trigger share: a world with a webhook server, and deliveries signed by hand. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Publication } from '../../packages/n8n-harness/index.mts';
import { until } from '../../tools/until.mts';
import { openWorld, useOpened } from './world.mts';

export type TriggerWorld = Awaited<ReturnType<typeof openTriggerWorld>>;

export async function openTriggerWorld(options?: Parameters<typeof openWorld>[0]) {
	const world = await openWorld(options);
	const host = await world.engine.startTriggerHost();
	const published: Publication[] = [];
	const keep = (publication: Publication) => {
		published.push(publication);
		return publication;
	};
	const { baseUrl } = host;
	/** Executions before `restore`. */
	let before = 0;
	const started = () => host.executions.slice(before);
	const restore = async () => {
		await world.sandbox.clearFaults();
		Object.assign(host, { credentials: {}, baseUrl });
		for (const publication of published) if (publication.active) await publication.unpublish();
		published.length = 0;
		before = host.executions.length;
		await world.restore();
	};
	return {
		...world,
		host,
		/** Publishes a workflow of the trigger, on clicks by default. */
		publish: async (parameters: object = {}, webhookId?: string) =>
			keep(
				await host.publish({ parameters: { events: ['link.clicked'], ...parameters }, webhookId }),
			),
		/** A workflow of the trigger that is not published yet. */
		create: (parameters: object = {}, webhookId?: string) =>
			keep(host.create({ parameters: { events: ['link.clicked'], ...parameters }, webhookId })),
		/** "Listen for test event". */
		listen: async (parameters: object = {}) =>
			keep(
				await host.listenForTestEvent({ parameters: { events: ['link.clicked'], ...parameters } }),
			),
		/** Waits until Link Platform has delivered everything. */
		delivered: async () =>
			await until('all deliveries to be done', async () =>
				(await world.sandbox.deliveries()).every(({ state }) => state === 'delivered'),
			),
		/** The executions of the test. */
		started,
		/** The same, once there are so many and they are over. */
		finished: async (count: number, limit?: number) => {
			await host.waitForExecutions(before + count, limit);
			return started();
		},
		/** Drops what the harness remembers of executions and deliveries. */
		forget: () => {
			Object.assign(host.executions, { length: 0 });
			Object.assign(host.deliveries, { length: 0 });
			before = 0;
		},
		/** Lets the hourly check of a published trigger happen, and waits until it is over. */
		check: async (publication: Publication) => {
			publication.tick();
			await quiet(world);
		},
		/** Restarts n8n, as far as a published workflow goes, and waits until its check is over. */
		restart: async (publication: Publication, activation?: 'init' | 'leadershipChange') => {
			await world.sandbox.forget();
			await publication.restart(activation);
			await until('a request', async () => (await world.sandbox.requests()).length > 0);
			await quiet(world);
		},
		getSecret: ({ url }: Publication) => derivedSecret(world.sandbox.apiKey, url),
		/** Has a publication taken back with all others. */
		keep,
		restore,
		close: async () => {
			await restore();
			await host.close();
			await world.close();
		},
	};
}

/** A world with a webhook server for all tests of a file, in which nothing is published before each of them. */
export const useTriggerWorld = (options?: Parameters<typeof openWorld>[0]): TriggerWorld =>
	useOpened(async () => await openTriggerWorld(options));

/** Waits until Link Platform has not been asked for a while. */
async function quiet({ sandbox }: { sandbox: { requests: () => Promise<unknown[]> } }) {
	let [seen, unchanged] = [-1, 0];
	while (unchanged < 5) {
		const { length } = await sandbox.requests();
		unchanged = length === seen ? unchanged + 1 : 0;
		seen = length;
		await pause(10);
	}
}

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

/** Delivers a body as Link Platform would; every delivery has an id of its own unless one is given. */
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
