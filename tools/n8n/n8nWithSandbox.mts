/** Starts a real n8n with the packed package, its own user folder and ports, and a sandbox. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { createClient } from '../../packages/sandbox/client.mts';
import { sign } from '../../packages/sandbox/deliveries.mts';
import { type Options as SandboxOptions, startSandbox } from '../../packages/sandbox/server.mts';
import { addCommunityPackage } from './communityPackage.mts';
import { LOGIN, createUserFolder } from './emptyN8n.mts';
import { placeExampleFiles } from './examples.mts';
import { installN8n } from './install.mts';
import { startN8n } from './instance.mts';
import { freePort } from '../process/ports.mts';
import { stopAll } from '../process/processGroup.mts';
import { N8nRest, type StoredWorkflow, type WorkflowJson, type WorkflowNode } from './rest.mts';

export type N8nWithSandbox = Awaited<ReturnType<typeof openN8nWithSandbox>>;

interface Options {
	/** True if `tick` should be able to trigger the hourly crons. */
	ticks?: boolean;
	/** Additional n8n settings, as environment variables. */
	env?: Record<string, string>;
	/**
	 * If set, n8n uses the URLs https://n8n.<domain> and https://links.<domain>. Requests to both stay on this machine.
	 */
	domain?: string;
}

/** Returns the realistic URLs that n8n shows in place of this machine's addresses. */
async function toSeeming(domain: string) {
	const site = { publicUrl: `https://links.${domain}`, port: await freePort() };
	return { n8nUrl: `https://n8n.${domain}`, site };
}

export async function openN8nWithSandbox({
	ticks = false,
	env: settings = {},
	domain,
}: Options = {}) {
	const command = await installN8n();
	const userFolder = await createUserFolder(command);
	placeExampleFiles(join(userFolder, 'files'));
	await addCommunityPackage(userFolder);
	const seeming = domain === undefined ? undefined : await toSeeming(domain);
	const start = (port?: number, env?: Record<string, string>) =>
		startN8n({
			command,
			userFolder,
			port,
			ticks,
			site: seeming?.site,
			env: { ...(seeming && { N8N_WEBHOOK_URL: seeming.n8nUrl }), ...settings, ...env },
		});
	let n8n = await start();
	const rest = new N8nRest(n8n.url);
	await rest.logIn(LOGIN);

	const beside = await openService(
		rest,
		seeming
			? { ...seeming.site, settings: { localOrigins: { [seeming.n8nUrl]: n8n.url } } }
			: undefined,
	);

	return {
		url: n8n.url,
		rest,
		databaseFile: join(userFolder, '.n8n/database.sqlite'),
		...beside,
		/** Returns the ID of n8n's parent process, which has no other child. */
		pid: () => n8n.process.pid,
		/** Returns everything that n8n has printed since its start. */
		log: () => n8n.process.output(),
		tick: () => n8n.tick(),
		/** Kills n8n immediately, as a crash or a power cut would. */
		kill: () => n8n.process.kill(),
		/** Restarts n8n. `meanwhile` runs while n8n is stopped. */
		restart: async (meanwhile = async () => {}, env?: Record<string, string>) => {
			const { port } = n8n;
			await n8n.process.stop();
			await meanwhile();
			n8n = await start(port, env);
			if (n8n.port !== port) throw new Error(`Port ${port} was taken during the restart`);
		},
		close: async () => {
			await stopAll();
			await beside.service.close();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
}

/** Starts a sandbox in this process, saves its credential in an n8n instance, and returns helpers for tests. */
export async function openService(rest: N8nRest, options?: SandboxOptions, name = 'Sandbox') {
	const service = await startSandbox(options);
	const client = createClient(service);
	const { credential: credentialData } = client;
	const saveCredential = async (label: string, data: object = {}) => {
		const id = await rest.saveCredential(label, 'linkPlatformApi', { ...credentialData, ...data });
		return { id, name: label };
	};
	const credential = await saveCredential(name);

	/** Calls Link Platform's API from outside n8n. */
	const ask = async <T,>(method: string, path: string, body?: object) =>
		(await client.ask<T>(`${method} ${path}`, body)).body;

	return {
		...client,
		credential,
		credentialData,
		saveCredential,
		service,
		ask,
		/** Returns Link Platform's webhook subscriptions, including those that it has deactivated. */
		subscriptions: client.webhooks,
		/** Deletes a webhook subscription without n8n noticing. */
		remove: (id: number) => ask('DELETE', `/api/webhooks/subscribe/${id}`),
	};
}

export type NodeSketch = Pick<WorkflowNode, 'name' | 'type'> & Partial<WorkflowNode>;

/** Returns a workflow whose nodes run one after the other. */
export function chain(name: string, sketches: NodeSketch[]): WorkflowJson {
	const nodes = sketches.map((sketch, index) => ({
		id: randomUUID(),
		typeVersion: 1,
		parameters: {},
		position: [index * 220, 0],
		...sketch,
	}));
	const connections = Object.fromEntries(
		nodes
			.slice(0, -1)
			.map((node, index) => [
				node.name,
				{ main: [[{ node: nodes[index + 1].name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

export const manualStart: NodeSketch = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** Returns a workflow that our webhook trigger starts. */
export function triggered(
	credential: { id: string; name: string },
	events: string[],
	parameters: Record<string, unknown> = {},
) {
	return startedBy(`On ${events.join(', ')}`, credential, {
		type: 'n8n-nodes-linkplatform.linkPlatformTrigger',
		typeVersion: 1.1,
		parameters: { events, ...parameters },
		webhookId: randomUUID(),
	});
}

/** Returns a workflow that our polling trigger starts. It polls hourly, because tests can trigger hourly crons. */
export function polled(
	credential: { id: string; name: string },
	parameters: Record<string, unknown>,
) {
	return startedBy('Polling', credential, {
		type: 'n8n-nodes-linkplatform.linkPlatformPollingTrigger',
		parameters: { pollTimes: { item: [{ mode: 'everyHour', minute: 0 }] }, ...parameters },
	});
}

/** Returns a workflow that one of our triggers starts. */
function startedBy(
	name: string,
	credential: { id: string; name: string },
	{ parameters, ...trigger }: Omit<NodeSketch, 'name'>,
) {
	return chain(name, [
		{
			name: 'Trigger',
			...trigger,
			parameters: { filters: {}, options: {}, ...parameters },
			credentials: { linkPlatformApi: credential },
		},
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	]);
}

/** Returns the production webhook URL of a workflow's first node. */
export function productionUrl(world: { url: string }, workflow: StoredWorkflow) {
	return `${world.url}/webhook/${workflow.nodes[0].webhookId}/webhook`;
}

export interface SentDelivery {
	id?: string;
	event?: string;
	data?: object;
	/** The request body to send instead of the event. */
	body?: string | Buffer;
	/** Headers to send instead of Link Platform's. The value undefined removes a header. */
	headers?: Record<string, string | undefined>;
}

/**
 * The timestamp of each delivery, by its ID. A repeated delivery must be identical to the first one, so it has the
 * same timestamp.
 */
const times = new Map<string, string>();

/** Sends a delivery to a workflow, as Link Platform does. It is signed unless the headers say otherwise. */
export async function deliver(
	{ url, secret }: { url: string; secret: string },
	{ id = randomUUID(), event = 'link.clicked', data = {}, body, headers = {} }: SentDelivery = {},
) {
	const timestamp = times.get(id) ?? new Date().toISOString();
	times.set(id, timestamp);
	const sent = (body ?? JSON.stringify({ event, timestamp, data })) as string;
	const all = {
		'content-type': 'application/json',
		'x-service-signature': sign(sent, secret),
		'x-service-event': event,
		'x-service-delivery': id,
		...headers,
	};
	const kept = Object.entries(all).filter(([, value]) => value !== undefined);
	const request = { headers: Object.fromEntries(kept) as Record<string, string>, body: sent };
	const response = await fetch(url, { method: 'POST', ...request });
	return { status: response.status, text: await response.text() };
}
