import type {
	ExecutionError,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData, createExecutionId, execute } from '../execution.mts';
import type { WorkflowJson } from '../index.mts';
import type { LogEntry } from '../log.mts';
import type { Workflow } from '../n8nWorkflow.mts';
import { keepRunning, record, store } from './records.mts';
import type { Host, WebhookExecution } from './types.mts';

/** A published workflow: its static data as stored in n8n's database, and its executions. */
export class Published {
	readonly host: Host;
	readonly json: WorkflowJson;
	readonly workflowId: string;
	/** The static data as stored in n8n's database, for all nodes together. */
	staticData: IDataObject;
	/** Everything logged by the trigger, and by work that the trigger started. */
	readonly log: LogEntry[] = [];

	constructor(host: Host, json: WorkflowJson, workflowId: string, staticData: IDataObject = {}) {
		this.host = host;
		this.json = json;
		this.workflowId = workflowId;
		this.staticData = staticData;
	}

	/**
	 * Returns a new Workflow with its own copy of the static data, since n8n loads the workflow again for each request.
	 */
	load(): Workflow {
		const { engine, credentials } = this.host;
		const json = { ...this.json, staticData: this.staticData };
		return engine.workflow(json, credentials, this.workflowId);
	}

	/** Stores the workflow's static data if it has changed. */
	save(workflow: Workflow): void {
		const staticData = workflow.staticData as IDataObject & { __dataChanged?: boolean };
		if (!staticData.__dataChanged) return;
		// n8n stores static data as JSON, so apply the same conversion.
		this.staticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		staticData.__dataChanged = false;
	}

	/**
	 * Starts an execution at the trigger, and returns the execution while it is still running. If the trigger has an
	 * `execute()`, the items go through it first.
	 */
	start(
		mode: WorkflowExecuteMode,
		nodeName: string,
		main: INodeExecutionData[][],
		{ executionId = createExecutionId(), isSaved = true } = {},
	): WebhookExecution {
		const { host, workflowId } = this;
		const execution = record(host, { workflowId, executionId, mode, status: 'running' });
		const run = async () => {
			const workflow = this.load();
			const node = workflow.getNode(nodeName)!;
			const start = { node, data: { main }, source: null };
			const finished = await execute(workflow, this.additionalData(executionId), { mode, start });
			if (isSaved) this.save(workflow);
			execution.items = finished.nodes[nodeName]?.at(-1)?.items ?? [];
			store(host, execution, this.json, finished);
		};
		keepRunning(host, run());
		return execution;
	}

	/**
	 * Records a failed execution, as n8n's `saveFailedExecution` does. The workflow stays published. n8n would also
	 * run its error workflow.
	 */
	recordFailure(
		error: Error,
		mode: WorkflowExecuteMode = 'trigger',
		executionId = createExecutionId(),
	): void {
		const known = { workflowId: this.workflowId, executionId, mode } as const;
		record(this.host, { ...known, status: 'error', error: error as ExecutionError });
	}

	/**
	 * Returns the additional data of an execution, with credentials that always reflect the host's current
	 * `credentials`.
	 */
	additionalData(executionId = createExecutionId()): IWorkflowExecuteAdditionalData {
		const { engine, baseUrl, testEndpoint } = this.host;
		const helper = engine.liveCredentials(() => this.host.credentials);
		return createAdditionalData(helper, executionId, baseUrl, testEndpoint);
	}

	/** Returns the type of a node, in the version that the node uses. */
	typeOf(node: INode): INodeType {
		return this.host.engine.nodeTypes.of(node);
	}
}
