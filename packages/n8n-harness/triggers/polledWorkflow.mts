import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import type { WorkflowJson } from '../index.mts';
import { logInto } from '../log.mts';
import type { Workflow } from '../n8nWorkflow.mts';
import { Published } from './published.mts';
import type { Host } from './types.mts';

/**
 * A published workflow with a polling trigger. As in n8n 2.40, it polls once when it is published or when n8n starts,
 * and then each time the test calls `poll`. Its context and static data stay in memory between polls. The static data
 * is saved to the database when the workflow is published, and with each execution.
 */
export class PolledWorkflow extends Published {
	#registered?: { workflow: Workflow; context: PollContext };

	constructor(host: Host, json: WorkflowJson) {
		super(host, json, randomUUID());
	}

	/** Publishes the workflow, or loads it at n8n's start. Throws if the first poll fails. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const registered = this.#prepare(activation);
		try {
			const items = await this.#call(registered);
			if (items !== null) registered.context.__emit(items);
			this.#registered = registered;
		} finally {
			// n8n also saves the static data if a trigger fails.
			this.save(registered.workflow);
		}
		await Promise.allSettled(this.host.running);
	}

	/**
	 * Polls as n8n 2.41 does with its durable scheduler: nothing stays in memory between polls, and a poll has `budget`
	 * ms to finish; n8n gives it 36 seconds.
	 */
	async pollDurably(budget = 36_000): Promise<void> {
		this.#registered = this.#prepare('update', budget);
		await this.poll();
	}

	/** Polls as n8n does at each scheduled poll time. Never rejects: if the poll fails, records a failed execution. */
	async poll(): Promise<void> {
		const registered = this.#registered!;
		try {
			const items = await this.#call(registered);
			// If the workflow was published again in the meantime, the result of the older poll is discarded.
			if (items !== null && this.#registered === registered) registered.context.__emit(items);
		} catch (thrown) {
			registered.context.__emitError(thrown as Error);
		}
		await Promise.allSettled(this.host.running);
	}

	/**
	 * Simulates a restart of n8n: discards everything that was only in memory, and polls once. Rejects if this poll
	 * fails.
	 */
	async restart(activation: WorkflowActivateMode = 'init'): Promise<void> {
		await this.activate(activation);
	}

	/** Publishes the workflow with new parameters. Rejects if the first poll fails. */
	async republish(parameters: Record<string, unknown>): Promise<void> {
		this.json.nodes[0].parameters = structuredClone(parameters) as INodeParameters;
		await this.activate('update');
	}

	/**
	 * Returns the loaded workflow and a context for polling. `budget` is the time for one poll in ms. Default: 5
	 * minutes, as in n8n.
	 */
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

	/** Calls the trigger's `poll()`. Resolves with the items, or with null if there are none. */
	async #call({ workflow, context }: { workflow: Workflow; context: PollContext }) {
		const type = this.typeOf(this.json.nodes[0]);
		const poll = async () => await type.poll!.call(context);
		return await logInto(this.log, async () => await workflow.expression.withIsolate(poll));
	}

	/** Saves the static data, and starts an execution with the items. */
	#emit(workflow: Workflow, nodeName: string, data: INodeExecutionData[][]) {
		this.save(workflow);
		this.start('trigger', nodeName, data);
	}
}
