/**
 * Takes the place of n8n's webhook routes. Publishes workflows (so their triggers subscribe), receives deliveries
 * over HTTP, and starts the engine with the items that the trigger's `webhook()` returns. Behaves like n8n 2.40, with
 * these limits: publishing is tried once, not five times; crons tick only on demand; the only response mode is
 * `onReceived`; XML bodies, CORS and paths with parameters aren't supported; multipart bodies are read but not parsed.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { Engine, RunWorkflowOptions, WorkflowJson } from '../index.mts';
import { UserError } from '../n8nWorkflow.mts';
import { checkNames } from '../options.mts';
import { sendJson } from './http.mts';
import { HostedWorkflow, registersWebhook } from './hostedWorkflow.mts';
import { PolledWorkflow } from './polledWorkflow.mts';
import { serve } from './serve.mts';
import { runStored, timeOut } from './waiting.mts';
import type { Host, TriggerHostOptions, TriggerWorkflow } from './types.mts';

/** A running host: its state, and the methods that tests call. */
export type TriggerHost = Awaited<ReturnType<typeof openTriggerHost>>;

/** Starts the host on a free port of 127.0.0.1, and resolves with its state and methods. */
export async function openTriggerHost(engine: Engine, options: TriggerHostOptions) {
	const host: Host = {
		engine,
		baseUrl: '',
		testEndpoint: options.testEndpoint ?? 'webhook-test',
		credentials: { ...options.credentials },
		executions: [],
		deliveries: [],
		routes: new Map(),
		stored: new Map(),
		running: new Set(),
		changed: new EventTarget(),
	};
	const server = await listen(host);

	const publish = async (source: WorkflowJson | TriggerWorkflow, test: boolean) => {
		const publication = new HostedWorkflow(host, toWorkflowJson(engine, source), test);
		await publication.activate(test ? 'manual' : 'activate');
		return publication;
	};

	return Object.assign(host, {
		/** Creates a workflow without publishing it, for tests in which publishing may fail. */
		create: (source: WorkflowJson | TriggerWorkflow) =>
			new HostedWorkflow(host, toWorkflowJson(engine, source), false),
		/** Publishes a workflow. Rejects if the trigger's `checkExists` or `create` fails. */
		publish: async (source: WorkflowJson | TriggerWorkflow) => await publish(source, false),
		/** Creates a workflow with a polling trigger, without publishing it. */
		createPolled: (source: WorkflowJson | TriggerWorkflow) =>
			new PolledWorkflow(host, toWorkflowJson(engine, source)),
		/**
		 * Runs a workflow as if started by hand. If a node makes the execution wait, the host receives the deliveries
		 * that resume it.
		 */
		run: async (json: WorkflowJson, options: RunWorkflowOptions = {}) =>
			await runStored(host, json, options),
		/** Resumes a waiting execution as if its time limit had passed, until it waits again or ends. */
		timeOut: async (executionId: string) => await timeOut(host, executionId),
		/**
		 * Does what "Listen for test event" does: opens a test URL, which is closed after the first call that starts an
		 * execution.
		 */
		listenForTestEvent: async (source: WorkflowJson | TriggerWorkflow) =>
			await publish(source, true),
		/**
		 * Resolves with all executions once `count` of them have finished. Waiting executions don't count as finished.
		 * Rejects after `timeoutMs` milliseconds.
		 */
		waitForExecutions: async (count: number, timeoutMs = 5000) =>
			await waitForExecutions(host, count, timeoutMs),
		/** Stops the server, then waits for running executions. Published workflows stay subscribed. */
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await Promise.allSettled(host.running);
		},
	});
}

/** Starts the server on a free port of 127.0.0.1, and sets the host's base URL. */
async function listen(host: Host) {
	const server = createServer((request, response) => {
		serve(host, request, response).catch((error: Error) => {
			if (!response.headersSent) sendJson(response, 500, { code: 0, message: error.message });
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	host.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return server;
}

async function waitForExecutions(host: Host, count: number, timeoutMs: number) {
	const isOpen = (status?: string) => status === 'running' || status === 'waiting';
	const finished = () => host.executions.filter(({ status }) => !isOpen(status)).length;
	const signal = AbortSignal.timeout(timeoutMs);
	while (finished() < count && !signal.aborted) {
		await once(host.changed, 'change', { signal }).catch(() => {});
	}
	if (finished() >= count) return host.executions;
	throw new Error(`${finished()} of ${count} executions finished within ${timeoutMs} ms`);
}

/**
 * Returns a copy of a workflow, or a workflow that consists of the described trigger and one node after it. Throws a
 * UserError if the package has no trigger with webhooks.
 */
function toWorkflowJson(engine: Engine, source: WorkflowJson | TriggerWorkflow): WorkflowJson {
	if ('nodes' in source) return structuredClone(source);
	checkNames('publish has no option', source);
	const { nodePackage, nodeTypes } = engine;
	const hasWebhooks = (name: string) =>
		registersWebhook(nodeTypes.getByNameAndVersion(`${nodePackage.name}.${name}`).description);
	const type = source.node ?? Object.keys(nodePackage.nodes).find(hasWebhooks);
	if (!type) throw new UserError(`The package ${nodePackage.name} has no trigger with webhooks`);
	const trigger = engine.node(type, {
		parameters: structuredClone(source.parameters) as INodeParameters,
		typeVersion: source.typeVersion,
		webhookId: source.webhookId ?? randomUUID(),
	});
	return {
		nodes: [trigger, engine.node('n8n-nodes-base.noOp', { name: 'After' })],
		connections: { [trigger.name]: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
	};
}
