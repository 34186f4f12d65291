/** The host's list of executions, and their stored states. */
import type { WorkflowRun } from '../execution.mts';
import type { WorkflowJson } from '../index.mts';
import type { Host, WebhookExecution } from './types.mts';

/** Adds an execution to the host's list. */
export function record(
	host: Host,
	known: Pick<WebhookExecution, 'workflowId' | 'mode' | 'executionId' | 'status' | 'error'>,
): WebhookExecution {
	const execution: WebhookExecution = {
		nodes: {},
		items: [],
		log: [],
		credentialReads: 0,
		...known,
	};
	host.executions.push(execution);
	host.changed.dispatchEvent(new Event('change'));
	return execution;
}

/** Stores the outcome of a run, which may be that it waits. */
export function store(
	host: Host,
	execution: WebhookExecution,
	json: WorkflowJson,
	{ stored, ...run }: WorkflowRun,
): WebhookExecution {
	Object.assign(execution, run);
	// Kept after its end, since the token is still checked then.
	if (stored !== undefined) host.stored.set(execution.executionId, { execution, json, stored });
	host.changed.dispatchEvent(new Event('change'));
	return execution;
}

/** n8n does not wait for what it has started; the host does, before it closes. */
export function keepRunning(host: Host, work: Promise<unknown>): void {
	const running: Promise<unknown> = work.finally(() => host.running.delete(running));
	host.running.add(running);
}
