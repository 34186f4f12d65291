/** A world with a webhook server for tests of the trigger, and deliveries that the tests sign themselves. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Publication, TriggerHost } from '../../packages/n8n-harness/index.mts';
import { until } from '../../tools/until.mts';
import { openWorld, useOpened, type World } from './world.mts';

export type TriggerWorld = Awaited<ReturnType<typeof openTriggerWorld>>;

export async function openTriggerWorld(options?: Parameters<typeof openWorld>[0]) {
	const world = await openWorld(options);
	const host = await world.engine.startTriggerHost();
	const published: Publication[] = [];
	/** Registers a workflow that must be unpublished after the test. */
	const keep = (publication: Publication) => {
		published.push(publication);
		return publication;
	};
	const { baseUrl } = host;
	/** The number of executions before the current test. */
	let before = 0;
	const started = () => host.executions.slice(before);
	const restore = async () => {
		await world.clearFaults();
		Object.assign(host, { credentials: {}, baseUrl });
		for (const publication of published) if (publication.active) await publication.unpublish();
		published.length = 0;
		before = host.executions.length;
		await world.restore();
	};
	return {
		...world,
		host,
		...publishIn(host, keep),
		...checkIn(world),
		/** Returns the executions of the test. */
		started,
		expectNoExecution: () => expect(started()).toEqual([]),
		/** Waits until the test has `count` executions and they have ended, and returns them. */
		finished: async (count: number, limit?: number) => {
			await host.waitForExecutions(before + count, limit);
			return started();
		},
		/** Changes fields of the credential that published workflows use. */
		setCredential: (change: object) => {
			host.credentials = { linkPlatformApi: { ...world.credential, ...change } };
		},
		/** Returns the active webhooks. */
		active: async () => (await world.webhooks()).filter((webhook) => webhook.active),
		/** Unpublishes a workflow, and expects that this deletes every webhook. */
		remove: async (publication: Publication) => {
			await publication.unpublish();
			expect(await world.webhooks()).toEqual([]);
		},
		getSecret: ({ url }: Publication) => derivedSecret(world.apiKey, url),
		keep,
		restore,
		close: async () => {
			await restore();
			await host.close();
			await world.close();
		},
	};
}

/** Returns functions that open a workflow with the trigger, for clicks by default. */
function publishIn(host: TriggerHost, keep: (publication: Publication) => Publication) {
	const onClicks = (parameters: object) => ({ events: ['link.clicked'], ...parameters });
	return {
		/** Publishes a workflow. */
		publish: async (parameters: object = {}, webhookId?: string) =>
			keep(await host.publish({ parameters: onClicks(parameters), webhookId })),
		/** Creates a workflow that is not published yet. */
		create: (parameters: object = {}, webhookId?: string) =>
			keep(host.create({ parameters: onClicks(parameters), webhookId })),
		/** Does what "Listen for test event" does in the editor. */
		listen: async (parameters: object = {}) =>
			keep(await host.listenForTestEvent({ parameters: onClicks(parameters) })),
	};
}

/** Returns functions that wait for deliveries, and functions that make the trigger check its webhook. */
function checkIn(world: World) {
	return {
		/** Waits until Link Platform has delivered everything. */
		delivered: () =>
			until('all deliveries to be done', async () =>
				(await world.deliveries()).every(({ state }) => state === 'delivered'),
			),
		/** Runs the hourly check of a published trigger. */
		check: async (publication: Publication) => {
			publication.tick();
			await quiet(world);
		},
		/** Simulates a restart of n8n for a published workflow, and waits for the trigger's check. */
		restart: async (publication: Publication, activation?: 'init' | 'leadershipChange') => {
			await world.forget();
			await publication.restart(activation);
			await until('a request', async () => (await world.requests()).length > 0);
			await quiet(world);
		},
	};
}

/** Opens a world with a webhook server for all tests of a file. Nothing is published when a test begins. */
export const useTriggerWorld = (options?: Parameters<typeof openWorld>[0]) =>
	useOpened(() => openTriggerWorld(options));

/** Waits until Link Platform has received no request for a while. */
async function quiet({ sandbox }: { sandbox: { requests: () => Promise<unknown[]> } }) {
	let [seen, unchanged] = [-1, 0];
	while (unchanged < 10) {
		const { length } = await sandbox.requests();
		unchanged = length === seen ? unchanged + 1 : 0;
		seen = length;
		await pause(10);
	}
}

export const hmac = (secret: string, body: string | Buffer) =>
	createHmac('sha256', secret).update(body).digest('hex');

/** Computes the signing secret that the trigger derives from the API key and the URL. */
export const derivedSecret = (apiKey: string, url: string) => hmac(apiKey, `n8n-webhook:${url}`);

export interface SignedOptions {
	id?: string;
	secret: string;
	headers?: Record<string, string>;
}

let lastId = 0;

/** Delivers a body as Link Platform would, with a new delivery ID unless `id` is set. */
export async function deliverSigned(
	publication: Pick<Publication, 'deliver'>,
	body: string | Buffer,
	{ id = `delivery-${(lastId += 1)}`, secret, headers }: SignedOptions,
) {
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
