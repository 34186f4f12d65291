/**
 * Stands in for n8n's webhook routes: publishes workflows (so that their triggers subscribe), takes
 * deliveries over HTTP, and starts the engine with what the trigger's `webhook()` returns. It follows
 * what n8n 2.40 was seen to do, with these limits: one attempt where n8n retries a failed
 * publication, only the response mode `onReceived`, no multipart and no XML bodies, no CORS.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, inflateSync } from 'node:zlib';
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWebhookDescription,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WebhookSetupMethodNames,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialData, SuppliedCredentials } from './credentials.mts';
import { additionalData, execute, newExecutionId, type WorkflowRun } from './execution.mts';
import type { Engine, WorkflowJson } from './index.mts';
import { type LogEntry, logInto } from './log.mts';
import {
	NodeHelpers,
	resolveWebhookDescriptionField,
	UserError,
	type Workflow,
} from './n8nWorkflow.mts';

export interface TriggerHostOptions {
	credentials?: CredentialData;
}

/** A workflow of just the trigger and a node after it. */
export interface TriggerWorkflow {
	/** Default: the package's first node that has webhooks. */
	node?: string;
	parameters?: Record<string, unknown>;
	webhookId?: string;
	typeVersion?: number;
}

export interface WebhookExecution extends Omit<WorkflowRun, 'status'> {
	workflowId: string;
	mode: WorkflowExecuteMode;
	status: WorkflowRun['status'] | 'running';
	/** What the trigger node gave to the nodes after it. */
	items: INodeExecutionData[];
}

/** One call of a trigger's `webhook()`, whether or not an execution followed. */
export interface Delivery {
	workflowId: string;
	mode: 'webhook' | 'manual';
	statusCode: number;
	credentialReads: number;
	log: LogEntry[];
	executionId?: string;
}

export interface DeliverOptions {
	method?: string;
	headers?: Record<string, string>;
	/** An object is sent as JSON; text and bytes as they are. */
	body?: string | Buffer | object;
}

export interface Publication {
	readonly workflowId: string;
	/** Where deliveries go; the URL that the trigger subscribed. */
	readonly url: string;
	/** False once it is unpublished, or once a test call was answered. */
	readonly active: boolean;
	/** The static data as n8n's database would hold it, all nodes together. */
	readonly staticData: IDataObject;
	/** Publishes a changed trigger: delete with the old parameters, then checkExists and create. */
	republish(parameters: Record<string, unknown>): Promise<void>;
	/** Calls `delete`; its failure is thrown here, but the route is gone all the same. */
	unpublish(): Promise<void>;
	/** Sends a request to the URL. */
	deliver(options?: DeliverOptions): Promise<Response>;
}

export interface TriggerHost {
	readonly baseUrl: string;
	/** The credentials' data; a change takes effect at the next call, without a new publication. */
	credentials: CredentialData;
	readonly executions: WebhookExecution[];
	readonly deliveries: Delivery[];
	/** Publishes: checkExists, and create unless that said true. Throws what the hooks throw. */
	publish(workflow: WorkflowJson | TriggerWorkflow): Promise<Publication>;
	/** "Listen for test event": a test URL, until the first call that starts an execution. */
	listenForTestEvent(workflow: WorkflowJson | TriggerWorkflow): Promise<Publication>;
	/** Resolves with all executions once so many have finished. */
	waitForExecutions(count: number, timeoutMs?: number): Promise<WebhookExecution[]>;
	/** Stops serving, after running executions have ended. Publications are left as they are. */
	close(): Promise<void>;
}

/** n8n's N8N_PAYLOAD_SIZE_MAX. */
const MAX_BODY = 16 * 1024 * 1024;

interface Route {
	publication: HostedWorkflow;
	nodeName: string;
	description: IWebhookDescription;
}

interface Host {
	engine: Engine;
	baseUrl: string;
	credentials: CredentialData;
	executions: WebhookExecution[];
	deliveries: Delivery[];
	routes: Map<string, Route>;
	running: Set<Promise<void>>;
	changed: EventTarget;
}

/** Opens the host on a free port of the loopback interface. */
export async function openTriggerHost(
	engine: Engine,
	options: TriggerHostOptions,
): Promise<TriggerHost> {
	const host: Host = {
		engine,
		baseUrl: '',
		credentials: { ...options.credentials },
		executions: [],
		deliveries: [],
		routes: new Map(),
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
		listenForTestEvent: async (source: WorkflowJson | TriggerWorkflow) =>
			await publish(source, true),
		async waitForExecutions(count: number, timeoutMs = 5000) {
			const finished = () => host.executions.filter(({ status }) => status !== 'running');
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

class HostedWorkflow implements Publication {
	readonly workflowId: string;
	readonly json: WorkflowJson;
	readonly host: Host;
	readonly test: boolean;
	staticData: IDataObject;
	#paths: string[] = [];

	constructor(host: Host, json: WorkflowJson, test: boolean) {
		this.host = host;
		this.json = json;
		this.test = test;
		this.workflowId = json.id ?? randomUUID();
		// A test run starts afresh, whatever the published workflow remembers.
		this.staticData = test ? {} : structuredClone(json.staticData ?? {});
	}

	get active(): boolean {
		return this.#paths.some((path) => this.host.routes.has(path));
	}

	get url(): string {
		const [path] = this.#paths;
		return `${this.host.baseUrl}${path.slice(path.indexOf(' ') + 1)}`;
	}

	/** A fresh Workflow with its own copy of the static data, as each request loads it. */
	load(): Workflow {
		const { engine, credentials } = this.host;
		const json = { ...this.json, staticData: this.staticData };
		return engine.workflow(json, credentials, this.workflowId);
	}

	save(workflow: Workflow): void {
		const staticData = workflow.staticData as IDataObject & { __dataChanged?: boolean };
		// The database column is JSON.
		if (staticData.__dataChanged) this.staticData = JSON.parse(JSON.stringify(staticData));
	}

	async activate(activation: WorkflowActivateMode): Promise<void> {
		const mode: WorkflowExecuteMode = this.test ? 'manual' : 'trigger';
		const routes = this.#webhooks();
		this.#paths = [...routes.keys()];
		if (this.#paths.length === 0) throw new UserError('The workflow has no trigger with webhooks');
		const taken = this.#paths.find((path) => this.host.routes.has(path));
		if (taken) throw new UserError(`Another published workflow already has the path "${taken}"`);
		for (const [path, route] of routes) this.host.routes.set(path, route);
		try {
			for (const route of routes.values()) {
				const exists = await this.#callHook('checkExists', route, mode, activation);
				if (!exists) await this.#callHook('create', route, mode, activation);
			}
		} catch (error) {
			// n8n cleans up after each failed attempt and reports the first failure, not this one's.
			await this.unpublish().catch(() => {});
			throw error;
		}
	}

	async republish(parameters: Record<string, unknown>): Promise<void> {
		const trigger = this.#triggers()[0];
		if (isDeepStrictEqual(trigger.parameters, parameters)) return;
		// As in n8n, a failing delete does not hold up the new version.
		await this.unpublish().catch(() => {});
		trigger.parameters = structuredClone(parameters) as INodeParameters;
		await this.activate('update');
	}

	async unpublish(): Promise<void> {
		const routes = this.#webhooks();
		for (const path of this.#paths) this.host.routes.delete(path);
		for (const route of routes.values()) {
			await this.#callHook('delete', route, 'internal', 'update');
		}
	}

	async deliver({ method = 'POST', headers, body }: DeliverOptions = {}): Promise<Response> {
		const raw = typeof body === 'string' || Buffer.isBuffer(body);
		return await fetch(this.url, {
			method,
			headers: { ...(body && !raw && { 'content-type': 'application/json' }), ...headers },
			...(body && { body: raw ? body : JSON.stringify(body) }),
		} as RequestInit);
	}

	webhookData(route: Route, data: IWorkflowExecuteAdditionalData, path: string): IWebhookData {
		return {
			httpMethod: 'POST',
			node: route.nodeName,
			path,
			webhookDescription: route.description,
			workflowId: this.workflowId,
			workflowExecuteAdditionalData: data,
			...(this.test && { isTest: true }),
		};
	}

	#triggers(): INode[] {
		const { nodeTypes } = this.host.engine;
		return this.json.nodes.filter(
			({ type, typeVersion, disabled }) =>
				!disabled && nodeTypes.getByNameAndVersion(type, typeVersion).description.webhooks,
		);
	}

	/** The routes of all triggers, by method and path. */
	#webhooks(): Map<string, Route> {
		const workflow = this.load();
		const routes = new Map<string, Route>();
		for (const { name } of this.#triggers()) {
			const node = workflow.getNode(name)!;
			const type = this.host.engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			for (const description of type.description.webhooks ?? []) {
				const field = (key: string, fallback: unknown) =>
					describedField(workflow, node, description, key, fallback);
				if (field('responseMode', 'onReceived') !== 'onReceived') {
					throw new UserError('This host answers only in the response mode "onReceived"');
				}
				const path = NodeHelpers.getNodeWebhookPath(
					this.workflowId,
					node,
					String(field('path', '')).replace(/^\/|\/$/g, ''),
					field('isFullPath', false) === true,
				);
				const prefix = this.test ? '/webhook-test' : '/webhook';
				routes.set(`${String(field('httpMethod', 'GET'))} ${prefix}/${path}`, {
					publication: this,
					nodeName: node.name,
					description,
				});
			}
		}
		return routes;
	}

	async #callHook(
		method: WebhookSetupMethodNames,
		route: Route,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<boolean> {
		const workflow = this.load();
		const node = workflow.getNode(route.nodeName)!;
		const type = this.host.engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const hook = type.webhookMethods?.[route.description.name]?.[method];
		if (!hook) return false;
		const data = this.additionalData();
		const webhookData = this.webhookData(route, data, this.#paths[0]);
		const context = new HookContext(workflow, node, data, mode, activation, webhookData);
		try {
			return await workflow.expression.withIsolate(async () => await hook.call(context));
		} finally {
			this.save(workflow);
		}
	}

	additionalData(executionId = newExecutionId()): IWorkflowExecuteAdditionalData {
		const { engine, credentials, baseUrl } = this.host;
		return additionalData(engine.credentials(credentials), executionId, baseUrl);
	}
}

async function serve(host: Host, incoming: IncomingMessage, outgoing: ServerResponse) {
	const url = new URL(incoming.url ?? '/', host.baseUrl);
	const path = `${incoming.method} ${url.pathname.replace(/\/$/, '')}`;
	const route = host.routes.get(path);
	if (!route) {
		const message = `The requested webhook "${path}" is not registered.`;
		return sendJson(outgoing, 404, { code: 404, message });
	}
	const { publication } = route;
	const mode = publication.test ? 'manual' : 'webhook';
	const workflow = publication.load();
	const node = workflow.getNode(route.nodeName)!;
	const request = webhookRequest(incoming, url);
	const response = webhookResponse(outgoing);
	const data = publication.additionalData();
	const credentials = data.credentialsHelper as SuppliedCredentials;

	const readAlways = node.typeVersion === 1;
	if (
		readAlways ||
		/^(application\/json|text\/plain|application\/x-www-form)/.test(request.contentType)
	) {
		try {
			await request.readRawBody();
		} catch {
			const message = 'There was a problem executing the workflow';
			return sendJson(outgoing, 500, { code: 0, message });
		}
		try {
			parseBody(request);
		} catch (error) {
			const message = 'Failed to parse request body';
			return sendJson(outgoing, 422, { code: 422, message, hint: (error as Error).message });
		}
	}

	const delivery: Delivery = {
		workflowId: publication.workflowId,
		mode,
		statusCode: 0,
		credentialReads: 0,
		log: [],
	};
	host.deliveries.push(delivery);
	outgoing.once('finish', () => {
		delivery.statusCode = outgoing.statusCode;
	});

	const context = new WebhookContext(
		workflow,
		node,
		{ ...data, httpRequest: request, httpResponse: response } as never,
		mode,
		publication.webhookData(route, data, path),
		[],
		null,
	);
	const type = host.engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	let result: IWebhookResponseData;
	try {
		result = await logInto(
			delivery.log,
			async () =>
				await workflow.expression.withIsolate(async () => await type.webhook!.call(context)),
		);
	} catch (error) {
		// n8n does not save static data then, and records a failed execution.
		delivery.executionId = data.executionId;
		record(host, publication, mode, data.executionId!, { status: 'error', error });
		const message = 'Workflow Webhook Error: Workflow could not be started!';
		return sendJson(outgoing, 500, { code: 0, message });
	} finally {
		delivery.credentialReads = credentials.reads;
	}

	const { workflowData, webhookResponse: answer, noWebhookResponse } = result;
	if (!workflowData || noWebhookResponse) publication.save(workflow);
	if (!workflowData) {
		if (!noWebhookResponse) send(outgoing, answer ?? { message: 'Webhook call received' });
		return;
	}

	delivery.executionId = data.executionId;
	const execution = record(host, publication, mode, data.executionId!, { status: 'running' });
	if (!noWebhookResponse) {
		const shown = describedField(
			workflow,
			node,
			route.description,
			'responseData',
			'firstEntryJson',
		);
		if (shown === 'noData') outgoing.end();
		// Anything else that is not empty is n8n's answer, word for word, even its own default.
		else send(outgoing, shown || (answer ?? { message: 'Workflow was started' }));
	}
	const running = run(publication, node.name, workflowData, execution).finally(() => {
		host.running.delete(running);
	});
	host.running.add(running);
	// A test listener ends with the first call that started something.
	if (publication.test) await publication.unpublish().catch(() => {});
}

/** Starts the engine at the trigger, whose own `execute()` (if it has one) gets the items first. */
async function run(
	publication: HostedWorkflow,
	nodeName: string,
	workflowData: INodeExecutionData[][],
	execution: WebhookExecution,
) {
	const workflow = publication.load();
	const data = publication.additionalData(execution.executionId);
	const finished = await execute(workflow, data, {
		mode: execution.mode,
		start: { node: workflow.getNode(nodeName)!, data: { main: workflowData }, source: null },
	});
	if (!publication.test) publication.save(workflow);
	Object.assign(execution, finished, { items: finished.nodes[nodeName]?.at(-1)?.items ?? [] });
	publication.host.changed.dispatchEvent(new Event('change'));
}

function record(
	host: Host,
	publication: HostedWorkflow,
	mode: WorkflowExecuteMode,
	executionId: string,
	outcome: Pick<WebhookExecution, 'status' | 'error'>,
): WebhookExecution {
	const execution: WebhookExecution = {
		workflowId: publication.workflowId,
		executionId,
		mode,
		nodes: {},
		items: [],
		log: [],
		credentialReads: 0,
		...outcome,
	};
	host.executions.push(execution);
	host.changed.dispatchEvent(new Event('change'));
	return execution;
}

/** The request as n8n hands it on: express' fields, and the body as the bytes that were signed. */
interface WebhookRequest extends Omit<IncomingMessage, 'rawBody'> {
	query: IDataObject;
	params: IDataObject;
	path: string;
	contentType: string;
	body?: unknown;
	rawBody?: Buffer;
	readRawBody: () => Promise<void>;
}

function webhookRequest(incoming: IncomingMessage, url: URL): WebhookRequest {
	const request: WebhookRequest = Object.assign(incoming, {
		query: Object.fromEntries(url.searchParams) as IDataObject,
		params: {} as IDataObject,
		path: url.pathname,
		contentType: (incoming.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase(),
		get: (name: string) => incoming.headers[name.toLowerCase()],
		header: (name: string) => incoming.headers[name.toLowerCase()],
		async readRawBody() {
			if (request.rawBody || request.contentType.startsWith('multipart/')) return;
			const chunks: Buffer[] = [];
			let size = 0;
			for await (const chunk of incoming as AsyncIterable<Buffer>) {
				size += chunk.length;
				if (size > MAX_BODY) throw new Error('request entity too large');
				chunks.push(chunk);
			}
			request.rawBody = unpack(Buffer.concat(chunks), incoming.headers['content-encoding']);
		},
	});
	return request;
}

function unpack(body: Buffer, encoding?: string): Buffer {
	if (encoding === 'gzip') return gunzipSync(body);
	if (encoding === 'deflate') return inflateSync(body);
	return body;
}

function parseBody(request: WebhookRequest): void {
	const { contentType, rawBody } = request;
	if (!rawBody?.length) return;
	const text = rawBody.toString();
	if (contentType === 'application/json') request.body = JSON.parse(text.replace(/^\uFEFF/, ''));
	if (contentType === 'text/plain') request.body = text;
	if (contentType === 'application/x-www-form-urlencoded') {
		request.body = Object.fromEntries(new URLSearchParams(text));
	}
}

/** The few methods of express' response that triggers use. */
function webhookResponse(outgoing: ServerResponse) {
	const response = Object.assign(outgoing, {
		status(code: number) {
			outgoing.statusCode = code;
			return response;
		},
		set(name: string, value: string) {
			outgoing.setHeader(name, value);
			return response;
		},
		json(body: unknown) {
			sendJson(outgoing, outgoing.statusCode, body);
			return response;
		},
		send(body?: unknown) {
			send(outgoing, body);
			return response;
		},
		sendStatus(code: number) {
			outgoing.statusCode = code;
			outgoing.end(String(code));
			return response;
		},
	});
	return response;
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
	outgoing.statusCode = status;
	outgoing.setHeader('content-type', 'application/json; charset=utf-8');
	outgoing.end(JSON.stringify(body));
}

function send(outgoing: ServerResponse, body: unknown): void {
	if (typeof body !== 'string' && !Buffer.isBuffer(body) && body !== undefined) {
		return sendJson(outgoing, outgoing.statusCode, body);
	}
	if (typeof body === 'string' && !outgoing.hasHeader('content-type')) {
		outgoing.setHeader('content-type', 'text/html; charset=utf-8');
	}
	outgoing.end(body);
}

function describedField(
	workflow: Workflow,
	node: INode,
	description: IWebhookDescription,
	key: string,
	fallback: unknown,
): unknown {
	const native = resolveWebhookDescriptionField(node, description, key);
	if (native.resolved) return native.value;
	return workflow.expression.getSimpleParameterValue(
		node,
		description[key],
		'internal',
		{},
		undefined,
		fallback as string,
	);
}

function toWorkflowJson(engine: Engine, source: WorkflowJson | TriggerWorkflow): WorkflowJson {
	if ('nodes' in source) return structuredClone(source);
	const { nodePackage, nodeTypes } = engine;
	const hasWebhooks = (name: string) =>
		nodeTypes.getByNameAndVersion(`${nodePackage.name}.${name}`).description.webhooks !== undefined;
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
