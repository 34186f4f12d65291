/**
 * Stands in for n8n's webhook routes: publishes workflows (so that their triggers subscribe), takes
 * deliveries over HTTP, and starts the engine with what the trigger's `webhook()` returns. It follows
 * what n8n 2.40 was seen to do, with these limits: one attempt where n8n retries a failed
 * publication, crons that tick when told to, only the response mode `onReceived`, no XML bodies, of a form
 * with several parts nothing but that its body is gone, no CORS.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import type { Engine, RunWorkflowOptions, WorkflowJson } from '../index.mts';
import { UserError } from '../n8nWorkflow.mts';
import { sendJson } from './http.mts';
import { HostedWorkflow } from './hostedWorkflow.mts';
import { serve } from './serve.mts';
import { runStored, timeOut } from './waiting.mts';
import type { Host, TriggerHost, TriggerHostOptions, TriggerWorkflow } from './types.mts';

/** Opens the host on a free port of the loopback address. */
export async function openTriggerHost(
	engine: Engine,
	options: TriggerHostOptions,
): Promise<TriggerHost> {
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
	const server = createServer((request, response) => {
		serve(host, request, response).catch((error: Error) => {
			if (!response.headersSent) sendJson(response, 500, { code: 0, message: error.message });
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	host.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	const publish = async (source: WorkflowJson | TriggerWorkflow, test: boolean) => {
		const publication = new HostedWorkflow(host, toWorkflowJson(engine, source), test);
		await publication.activate(test ? 'manual' : 'activate');
		return publication;
	};

	return Object.assign(host, {
		publish: async (source: WorkflowJson | TriggerWorkflow) => await publish(source, false),
		run: async (json: WorkflowJson, options: RunWorkflowOptions = {}) =>
			await runStored(host, json, options),
		timeOut: async (executionId: string) => await timeOut(host, executionId),
		listenForTestEvent: async (source: WorkflowJson | TriggerWorkflow) =>
			await publish(source, true),
		async waitForExecutions(count: number, timeoutMs = 5000) {
			const isOpen = (status?: string) => status === 'running' || status === 'waiting';
			const finished = () => host.executions.filter(({ status }) => !isOpen(status));
			const deadline = Date.now() + timeoutMs;
			while (finished().length < count) {
				const left = deadline - Date.now();
				if (left <= 0) {
					throw new Error(
						`${finished().length} of ${count} executions finished within ${timeoutMs} ms`,
					);
				}
				await nextChange(host.changed, left);
			}
			return host.executions;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await Promise.allSettled(host.running);
		},
	});
}

function toWorkflowJson(engine: Engine, source: WorkflowJson | TriggerWorkflow): WorkflowJson {
	if ('nodes' in source) return structuredClone(source);
	const { nodePackage, nodeTypes } = engine;
	const hasWebhooks = (name: string) =>
		nodeTypes
			.getByNameAndVersion(`${nodePackage.name}.${name}`)
			.description.webhooks?.some(({ restartWebhook }) => !restartWebhook);
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

async function nextChange(changed: EventTarget, timeoutMs: number): Promise<void> {
	await new Promise<void>((resolve) => {
		const timer = setTimeout(done, timeoutMs);
		function done() {
			clearTimeout(timer);
			changed.removeEventListener('change', done);
			resolve();
		}
		changed.addEventListener('change', done);
	});
}
