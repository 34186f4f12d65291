import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HookContext, TriggerContext } from 'n8n-core';
import type {
	Cron,
	INode,
	INodeParameters,
	INodeTypeDescription,
	ITriggerResponse,
	IWebhookData,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	WebhookSetupMethodNames,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { WorkflowJson } from '../index.mts';
import { logInto } from '../log.mts';
import {
	NodeHelpers,
	resolveWebhookDescriptionField,
	UserError,
	type Workflow,
} from '../n8nWorkflow.mts';
import { checkNames } from '../options.mts';
import { Published } from './published.mts';
import type { DeliverOptions, Host, Route } from './types.mts';

/** A node whose `trigger()` has been called: the returned response, and the registered crons. */
interface RunningTrigger {
	response?: ITriggerResponse;
	/** The function of each cron, by cron expression. */
	crons: Map<string, (scheduled: Date) => void>;
}

/**
 * A workflow that is published or listening for a test event, with its routes, webhook methods, crons and static data.
 */
export class HostedWorkflow extends Published {
	/** True if the workflow is listening for a test event, false if it is published. */
	readonly test: boolean;
	/** If set, webhook methods are called only after it has settled, as in an n8n that starts slowly. */
	hooksAfter?: Promise<unknown>;
	/** The keys of the workflow's routes, e.g. `POST /webhook/<path>`. */
	#paths: string[] = [];
	/** The started triggers, by node name. */
	#running = new Map<string, RunningTrigger>();

	constructor(host: Host, json: WorkflowJson, test: boolean) {
		// A test run starts with empty static data, regardless of what the published workflow has stored.
		const staticData = test ? {} : structuredClone(json.staticData ?? {});
		super(host, json, json.id ?? randomUUID(), staticData);
		this.test = test;
	}

	/** True until the workflow is unpublished. In a test run, true until a test event has started an execution. */
	get active(): boolean {
		return this.#paths.some((path) => this.host.routes.has(path));
	}

	/** The URL of the workflow's first webhook, to which deliveries are sent. */
	get url(): string {
		const [path] = this.#paths;
		return `${this.host.baseUrl}${path.slice(path.indexOf(' ') + 1)}`;
	}

	/**
	 * Registers the workflow's routes, and calls `checkExists`, `create` and `trigger()` of its triggers. Rejects with
	 * the first error of these calls, or with a UserError if the workflow has no webhook or if its path is already in
	 * use.
	 */
	async activate(activation: WorkflowActivateMode): Promise<void> {
		const routes = this.#webhooks();
		this.#paths = [...routes.keys()];
		if (this.#paths.length === 0) throw new UserError('The workflow has no trigger with webhooks');
		const taken = this.#paths.find((path) => this.host.routes.has(path));
		if (taken) throw new UserError(`Another published workflow already has the path "${taken}"`);
		await this.#register(routes, activation);
	}

	/**
	 * Publishes an unchanged workflow again. As in n8n, this calls no webhook methods for triggers whose path is
	 * still registered.
	 */
	async publishAgain(activation: WorkflowActivateMode = 'update'): Promise<void> {
		const all = [...this.#webhooks()];
		this.#paths = all.map(([path]) => path);
		const missing = new Map(all.filter(([path]) => !this.host.routes.has(path)));
		if (missing.size > 0) await this.#register(missing, activation);
	}

	/** Registers routes, subscribes their triggers, and saves the static data. */
	async #register(routes: Map<string, Route>, activation: WorkflowActivateMode) {
		const mode: WorkflowExecuteMode = this.test ? 'manual' : 'trigger';
		for (const [path, route] of routes) this.host.routes.set(path, route);
		// All webhook methods and `trigger()` share one Workflow and one copy of its static data. Work that `trigger()`
		// started keeps using that copy.
		const workflow = this.load();
		const subscribe = async ([path, route]: [string, Route]) => {
			if (this.hooksAfter) await this.hooksAfter;
			try {
				const call = async (method: WebhookSetupMethodNames) =>
					await this.#callHook(workflow, method, route, mode, activation);
				if (!(await call('checkExists'))) await call('create');
			} catch (failure) {
				// After a failed attempt to publish, n8n calls `delete`. If `delete` succeeds, or if this is a test
				// run, n8n removes the path.
				const isClean = await this.#callHook(workflow, 'delete', route, 'internal', 'update').then(
					() => true,
					() => this.test,
				);
				if (isClean) this.host.routes.delete(path);
				throw failure;
			}
		};
		// n8n calls the webhook methods and `trigger()` at the same time. In a test run, n8n doesn't call the
		// `trigger()` of nodes with webhooks.
		const outcomes = await Promise.allSettled([
			...[...routes].map(subscribe),
			this.test ? undefined : this.#startTriggers(workflow, routes, mode, activation),
		]);
		this.save(workflow);
		const failed = outcomes.find(({ status }) => status === 'rejected');
		if (failed) throw (failed as PromiseRejectedResult).reason;
	}

	/**
	 * Publishes a trigger with changed parameters: calls `delete` with the old parameters, then `checkExists` and
	 * `create`. Does nothing if the parameters are the same.
	 */
	async republish(parameters: Record<string, unknown>): Promise<void> {
		const trigger = this.#triggers()[0];
		if (isDeepStrictEqual(trigger.parameters, parameters)) return;
		// As in n8n, an error in `delete` doesn't prevent the new version from being published.
		await this.unpublish().catch(() => {});
		trigger.parameters = structuredClone(parameters) as INodeParameters;
		await this.activate('update');
	}

	/**
	 * Calls `delete` and `closeFunction` of the triggers. Rejects if a call fails, but removes the routes even then.
	 */
	async unpublish(): Promise<void> {
		const routes = this.#webhooks();
		for (const path of this.#paths) this.host.routes.delete(path);
		const workflow = this.load();
		const unsubscribe = async () => {
			for (const route of routes.values()) {
				await this.#callHook(workflow, 'delete', route, 'internal', 'update');
			}
		};
		try {
			await Promise.all([this.#stopTriggers(), unsubscribe()]);
		} finally {
			this.save(workflow);
		}
	}

	/**
	 * Simulates a restart of n8n: calls the triggers' `closeFunction`, and publishes again with the static data from
	 * the database.
	 */
	async restart(activation: 'init' | 'leadershipChange' = 'init'): Promise<void> {
		await this.#stopTriggers();
		// On a restart, n8n calls webhook methods only of nodes that have `trigger()`.
		for (const [path, { nodeName }] of this.#webhooks()) {
			const type = this.host.engine.nodeTypes.of(this.load().getNode(nodeName)!);
			if (type.trigger) this.host.routes.delete(path);
		}
		await this.publishAgain(activation);
	}

	/** The cron expressions that the triggers have registered. */
	get crons(): string[] {
		return [...this.#running.values()].flatMap(({ crons }) => [...crons.keys()]);
	}

	/** Makes each registered cron tick once. Like n8n, doesn't wait for the work that a tick starts. */
	tick(): void {
		const ticks = [...this.#running.values()].flatMap(({ crons }) => [...crons.values()]);
		logInto(this.log, () => {
			for (const tick of ticks) tick(new Date());
		});
	}

	/** Sends a request to the workflow's webhook URL, and resolves with the response. */
	async deliver(options: DeliverOptions = {}): Promise<Response> {
		checkNames('deliver has no option', options);
		const { method = 'POST', headers, body } = options;
		const raw = typeof body === 'string' || Buffer.isBuffer(body);
		return await fetch(this.url, {
			method,
			headers: { ...(body && !raw && { 'content-type': 'application/json' }), ...headers },
			...(body && { body: raw ? body : JSON.stringify(body) }),
		} as RequestInit);
	}

	/** Returns the data about a webhook that n8n passes to contexts. */
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

	/** Returns the enabled nodes that register a webhook when they are published. */
	#triggers() {
		const { nodeTypes } = this.host.engine;
		return this.json.nodes.filter(
			(node) => !node.disabled && registersWebhook(nodeTypes.of(node).description),
		);
	}

	/**
	 * Returns the routes of all triggers, by HTTP method and path. Throws a UserError if a webhook has a response mode
	 * other than `onReceived`.
	 */
	#webhooks() {
		const workflow = this.load();
		const routes = new Map<string, Route>();
		for (const { name } of this.#triggers()) {
			const node = workflow.getNode(name)!;
			for (const description of this.typeOf(node).description.webhooks ?? []) {
				const field = (key: string, fallback: unknown) =>
					getDescribedField(workflow, node, description, key, fallback);
				if (field('responseMode', 'onReceived') !== 'onReceived') {
					throw new UserError('This host supports only the response mode "onReceived"');
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

	/**
	 * Calls a webhook method of a trigger, and resolves with its result. Resolves with false if the trigger doesn't
	 * have the method.
	 */
	async #callHook(
		workflow: Workflow,
		method: WebhookSetupMethodNames,
		route: Route,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	) {
		const node = workflow.getNode(route.nodeName)!;
		const hook = this.typeOf(node).webhookMethods?.[route.description.name]?.[method];
		if (!hook) return false;
		const data = this.additionalData();
		const webhookData = this.webhookData(route, data, this.#paths[0]);
		const context = new HookContext(workflow, node, data, mode, activation, webhookData);
		return await workflow.expression.withIsolate(async () => await hook.call(context));
	}

	/** Calls `trigger()` of the nodes that have both a route and `trigger()`. */
	async #startTriggers(
		workflow: Workflow,
		routes: Map<string, Route>,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	) {
		for (const name of new Set([...routes.values()].map(({ nodeName }) => nodeName))) {
			const node = workflow.getNode(name)!;
			const type = this.typeOf(node);
			if (!type.trigger) continue;
			// If publishing fails after a trigger has started, the trigger keeps running. The next attempt replaces
			// its response but keeps its crons.
			const running: RunningTrigger = this.#running.get(name) ?? { crons: new Map() };
			this.#running.set(name, running);
			const refuse = () => {
				throw new UserError('This host accepts no events from trigger()');
			};
			const context = new TriggerContext(
				workflow,
				node,
				this.additionalData(),
				mode,
				activation,
				refuse,
				refuse,
				(error) => this.recordFailure(error),
				{
					registerCron: ({ expression }: Cron, onTick: (scheduled: Date) => void) => {
						// n8n ignores a second cron with the same expression.
						if (!running.crons.has(expression)) running.crons.set(expression, onTick);
					},
				},
			);
			const start = async () => await type.trigger!.call(context);
			running.response = await logInto(
				this.log,
				async () => await workflow.expression.withIsolate(start),
			);
		}
	}

	/** Calls `closeFunction` of all running triggers. */
	async #stopTriggers() {
		const running = [...this.#running.values()];
		this.#running.clear();
		for (const { response } of running) await response?.closeFunction?.();
	}
}

/**
 * True if publishing the node registers a webhook. False for a node that waits for an event, because n8n never
 * registers the webhook that it declares.
 */
export const registersWebhook = ({ webhooks = [] }: INodeTypeDescription): boolean =>
	webhooks.some(({ restartWebhook }) => !restartWebhook);

/**
 * Returns a field of a webhook's description, with expressions resolved. Returns `fallback` if the description lacks
 * the field.
 */
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
