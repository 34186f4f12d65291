import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import type { WorkflowJson } from '../index.mts';
import { logInto } from '../log.mts';
import type { Workflow } from '../n8nWorkflow.mts';
import { Published } from './published.mts';
import type { Host } from './types.mts';

/**
 * A published workflow whose trigger polls. As in n8n 2.40, it polls once when it is published or n8n starts, and
 * then whenever the test lets it; context and static data stay in memory in between, and reach the database when
 * it is published and with each execution.
 */
export class PolledWorkflow extends Published {
	#registered?: { workflow: Workflow; context: PollContext };

	constructor(host: Host, json: WorkflowJson) {
		super(host, json, randomUUID());
	}

	/** Publishes the workflow, or starts n8n with it. Throws the error of the first poll. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const registered = this.#prepare(activation);
		const items = await this.#call(registered);
		if (items !== null) registered.context.__emit(items);
		this.#registered = registered;
		this.save(registered.workflow);
		await Promise.allSettled(this.host.running);
	}

	/** What n8n 2.41 does instead if its durable scheduler polls: nothing stays in memory, and a poll has 36 s. */
	async pollDurably(): Promise<void> {
		this.#registered = this.#prepare('update', 36_000);
		await this.poll();
	}

	/** Polls, as n8n does at each of the poll times. */
	async poll(): Promise<void> {
		const registered = this.#registered!;
		try {
			const items = await this.#call(registered);
			// A result that comes after the workflow was published again is dropped.
			if (items !== null && this.#registered === registered) registered.context.__emit(items);
		} catch (thrown) {
			registered.context.__emitError(thrown as Error);
		}
		await Promise.allSettled(this.host.running);
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
		const workflow = this.load();
		const node = workflow.getNode(this.json.nodes[0].name)!;
		const context = new PollContext(
			workflow,
			node,
			this.additionalData(),
			'trigger',
			activation,
			(data) => this.#emit(workflow, node.name, data),
			(error) => this.recordFailure(error),
			undefined,
			undefined,
			undefined,
			budget ? () => budget : undefined,
		);
		return { workflow, context };
	}

	async #call({ workflow, context }: { workflow: Workflow; context: PollContext }) {
		const type = this.typeOf(this.json.nodes[0]);
		const poll = async () => await type.poll!.call(context);
		return await logInto(this.log, async () => await workflow.expression.withIsolate(poll));
	}

	#emit(workflow: Workflow, nodeName: string, data: INodeExecutionData[][]): void {
		this.save(workflow);
		this.start('trigger', nodeName, data);
	}
}
