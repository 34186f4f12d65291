import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeParameters,
	IWebhookData,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	WebhookSetupMethodNames,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData, createExecutionId } from '../execution.mts';
import type { WorkflowJson } from '../index.mts';
import {
	NodeHelpers,
	resolveWebhookDescriptionField,
	UserError,
	type Workflow,
} from '../n8nWorkflow.mts';
import type { DeliverOptions, Host, Publication, Route } from './types.mts';

/** A published workflow, or one that listens for a test event: its routes, hooks and static data. */
export class HostedWorkflow implements Publication {
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
		if (staticData.__dataChanged)
			this.staticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
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
				!disabled &&
				// Those of nodes that wait are registered nowhere.
				nodeTypes
					.getByNameAndVersion(type, typeVersion)
					.description.webhooks?.some(({ restartWebhook }) => !restartWebhook),
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
					getDescribedField(workflow, node, description, key, fallback);
				if (field('responseMode', 'onReceived') !== 'onReceived') {
					throw new UserError('This host answers only in the response mode "onReceived"');
				}
				const path = NodeHelpers.getNodeWebhookPath(
					this.workflowId,
					node,
					String(field('path', '')).replace(/^\/|\/$/g, ''),
					field('isFullPath', false) === true,
				);
				const prefix = this.test ? `/${this.host.testEndpoint}` : '/webhook';
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

	additionalData(executionId = createExecutionId()): IWorkflowExecuteAdditionalData {
		const { engine, credentials, baseUrl, testEndpoint } = this.host;
		const helper = engine.credentials(credentials);
		return createAdditionalData(helper, executionId, baseUrl, testEndpoint);
	}
}

/** A field of a webhook's description, which may be an expression. */
export function getDescribedField(
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
