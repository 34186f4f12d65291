import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type {
	ExecutionError,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { createAdditionalData, createExecutionId, execute } from '../execution.mts';
import type { WorkflowJson } from '../index.mts';
import { type LogEntry, logInto } from '../log.mts';
import type { Workflow } from '../n8nWorkflow.mts';
import { record, store } from './records.mts';
import type { Host } from './types.mts';

/**
 * A published workflow whose trigger polls. As in n8n 2.40, it polls once when it is published or n8n starts, and
 * then whenever the test lets it; context and static data stay in memory in between, and reach the database when
 * it is published and with each execution.
 */
export class PolledWorkflow {
	readonly workflowId = randomUUID();
	readonly json: WorkflowJson;
	/** The static data as n8n's database would hold it. */
	staticData: IDataObject = {};
	/** What was logged by polls. */
	readonly log: LogEntry[] = [];
	readonly #host: Host;
	#registered?: { workflow: Workflow; context: PollContext };

	constructor(host: Host, json: WorkflowJson) {
		this.#host = host;
		this.json = json;
	}

	/** Publishes it, or starts n8n with it. Throws what the first poll throws. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const registered = this.#prepare(activation);
		const items = await this.#call(registered);
		if (items !== null) registered.context.__emit(items);
		this.#registered = registered;
		this.#save(registered.workflow);
		await Promise.allSettled(this.#host.running);
	}

	/** What n8n 2.41 does instead if its durable scheduler polls: nothing stays in memory, and a poll has 36 s. */
	async pollDurably(): Promise<void> {
		this.#registered = this.#prepare('update', 36_000);
		await this.poll();
	}

	/** What n8n does at each of the poll times. */
	async poll(): Promise<void> {
		const registered = this.#registered!;
		try {
			const items = await this.#call(registered);
			// A result that comes after the workflow was published again is dropped.
			if (items !== null && this.#registered === registered) registered.context.__emit(items);
		} catch (thrown) {
			registered.context.__emitError(thrown as Error);
		}
		await Promise.allSettled(this.#host.running);
	}

	/** A restart of n8n: what only its memory had is gone. */
	async restart(activation: WorkflowActivateMode = 'init'): Promise<void> {
		await this.activate(activation);
	}

	/** Publishes it with other parameters. */
	async republish(parameters: Record<string, unknown>): Promise<void> {
		this.json.nodes[0].parameters = structuredClone(parameters) as INodeParameters;
		await this.activate('update');
	}

	#prepare(activation: WorkflowActivateMode, budget?: number) {
		const workflow = this.#load();
		const node = workflow.getNode(this.json.nodes[0].name)!;
		const context = new PollContext(
			workflow,
			node,
			this.#additionalData(createExecutionId()),
			'trigger',
			activation,
			(data) => this.#emit(workflow, node.name, data),
			(error) => this.#recordFailure(error),
			...([undefined, undefined, undefined, budget ? () => budget : undefined] as const),
		);
		return { workflow, context };
	}

	async #call({ workflow, context }: { workflow: Workflow; context: PollContext }) {
		const type = this.#host.engine.nodeTypes.of(this.json.nodes[0]);
		const poll = async () => await type.poll!.call(context);
		return await logInto(this.log, async () => await workflow.expression.withIsolate(poll));
	}

	#emit(workflow: Workflow, nodeName: string, data: INodeExecutionData[][]): void {
		this.#save(workflow);
		const { workflowId } = this;
		const known = { workflowId, executionId: createExecutionId(), mode: 'trigger' } as const;
		const execution = record(this.#host, { ...known, status: 'running' });
		const running = (async () => {
			const own = this.#load();
			const finished = await execute(own, this.#additionalData(execution.executionId), {
				mode: 'trigger',
				start: { node: own.getNode(nodeName)!, data: { main: data }, source: null },
			});
			this.#save(own);
			execution.items = finished.nodes[nodeName]?.at(-1)?.items ?? [];
			store(this.#host, execution, this.json, finished);
		})().finally(() => this.#host.running.delete(running));
		this.#host.running.add(running);
	}

	#recordFailure(thrown: Error): void {
		const { workflowId } = this;
		const error = thrown as ExecutionError;
		const known = { workflowId, executionId: createExecutionId(), mode: 'trigger' } as const;
		record(this.#host, { ...known, status: 'error', error });
	}

	#load(): Workflow {
		const { engine, credentials } = this.#host;
		const json = { ...this.json, staticData: this.staticData };
		return engine.workflow(json, credentials, this.workflowId);
	}

	#save({ staticData }: Workflow): void {
		const changed = staticData as IDataObject & { __dataChanged?: boolean };
		if (!changed.__dataChanged) return;
		// The database column is JSON.
		this.staticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		changed.__dataChanged = false;
	}

	#additionalData(executionId: string) {
		const { engine, baseUrl, testEndpoint } = this.#host;
		const helper = engine.liveCredentials(() => this.#host.credentials);
		return createAdditionalData(helper, executionId, baseUrl, testEndpoint);
	}
}
