/** Keeps the host's list of executions, and the stored states of waiting executions. */
import type { WorkflowRun } from '../execution.mts';
import type { WorkflowJson } from '../index.mts';
import type { Host, WebhookExecution } from './types.mts';

/** Adds an execution to the host's list, and returns the execution. */
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

/** Stores the result of a run, which has either ended or is waiting. */
export function store(
	host: Host,
	execution: WebhookExecution,
	json: WorkflowJson,
	{ stored, ...run }: WorkflowRun,
): WebhookExecution {
	Object.assign(execution, run);
	// Keep the state even after the execution has ended, because n8n still checks its resume token.
	if (stored !== undefined) host.stored.set(execution.executionId, { execution, json, stored });
	host.changed.dispatchEvent(new Event('change'));
	return execution;
}

/** Tracks work that n8n starts without waiting for it, so that the host can wait for it before closing. */
export function keepRunning(host: Host, work: Promise<unknown>): void {
	const running: Promise<unknown> = work.finally(() => host.running.delete(running));
	host.running.add(running);
}
