/** Runs one execution of a workflow with n8n-core, and returns the result. */
import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IExecuteData,
	INodeExecutionData,
	IPinData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { SuppliedCredentials } from './credentials.mts';
import { type LogEntry, logInto } from './log.mts';
import { createRunExecutionData, type Workflow } from './n8nWorkflow.mts';

/** One run of a node. A node can run several times in an execution. */
export interface NodeRun {
	status: ITaskData['executionStatus'];
	/** The items of the node's first main output. */
	items: INodeExecutionData[];
	/**
	 * The items of all main outputs. If 'On Error' is "Continue (using error output)", the last output holds the
	 * failed items.
	 */
	outputs: INodeExecutionData[][];
	error?: ExecutionError;
	/** Hints that the node added with `addExecutionHints`. */
	hints: NodeExecutionHint[];
	/** Metadata that the node stored for this run, such as the URL that resumes the execution. */
	metadata?: ITaskData['metadata'];
}

/** The result of one execution of a workflow. */
export interface WorkflowRun {
	executionId: string;
	/** The final status: `success`, `error`, `canceled` or `waiting`. */
	status: IRun['status'];
	error?: ExecutionError;
	/** The runs of each node, by the node's name. */
	nodes: Record<string, NodeRun[]>;
	/** Everything that n8n and the nodes logged during the execution. */
	log: LogEntry[];
	/** The number of times that nodes and their requests read credentials. */
	credentialReads: number;
	/** The state from which a waiting execution can be resumed, as JSON. Undefined if the execution isn't waiting. */
	stored?: string;
}

/** The options of `execute`. */
export interface ExecutionOptions {
	mode: WorkflowExecuteMode;
	/**
	 * Either the first node with its input, or the stored state to resume from. The connections determine the later
	 * nodes.
	 */
	start: IExecuteData | IRunExecutionData;
	/** Items to use as a node's output instead of running the node, by the node's name. */
	pinData?: IPinData;
	/** The signal that cancels the execution. */
	signal?: AbortSignal;
}

/**
 * Returns the "additional data" that n8n passes to every execution context. Its URLs start with `baseUrl`, whose
 * default is a placeholder that no server answers. Calls of sub-workflows and task runners fail.
 */
export function createAdditionalData(
	credentialsHelper: SuppliedCredentials,
	executionId: string | undefined,
	baseUrl = 'http://n8n.invalid',
	testEndpoint = 'webhook-test',
): IWorkflowExecuteAdditionalData {
	const unsupported = (what: string) => () =>
		Promise.reject(new Error(`The engine cannot ${what}`));
	return {
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		instanceBaseUrl: `${baseUrl}/`,
		restApiUrl: `${baseUrl}/rest`,
		webhookBaseUrl: `${baseUrl}/webhook`,
		webhookTestBaseUrl: `${baseUrl}/${testEndpoint}`,
		webhookWaitingBaseUrl: `${baseUrl}/webhook-waiting`,
		formBaseUrl: `${baseUrl}/form`,
		formTestBaseUrl: `${baseUrl}/form-test`,
		formWaitingBaseUrl: `${baseUrl}/form-waiting`,
		mcpBaseUrl: `${baseUrl}/mcp`,
		mcpTestBaseUrl: `${baseUrl}/mcp-test`,
		setExecutionStatus: () => {},
		logAiEvent: () => {},
		executeWorkflow: unsupported('run a sub-workflow'),
		getRunExecutionData: () => Promise.resolve(undefined),
		getRuntimeCredential: unsupported('supply runtime credentials'),
		startRunnerTask: unsupported('start a task runner'),
	};
}

/** Returns a random execution ID. */
export const createExecutionId = (): string => randomUUID();

/**
 * Runs the workflow until it ends or waits. Never throws: if a node fails, or n8n refuses to start the execution, the
 * result has the status `error` and contains the error.
 */
export async function execute(
	workflow: Workflow,
	data: IWorkflowExecuteAdditionalData,
	{ mode, start, pinData, signal }: ExecutionOptions,
): Promise<WorkflowRun> {
	const credentials = data.credentialsHelper as SuppliedCredentials;
	const executionId = data.executionId!;
	const readsBefore = credentials.reads;
	const log: LogEntry[] = [];
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: workflow.id,
		name: workflow.name ?? '',
	} as IWorkflowBase);

	const runData =
		'resultData' in start
			? start
			: createRunExecutionData({
					executionData: { nodeExecutionStack: [start] },
					resultData: { pinData },
				});
	let run: Pick<IRun, 'status'> & { data: Pick<IRun['data'], 'resultData'> };
	try {
		run = await logInto(log, async () => {
			const execution = new WorkflowExecute({ ...data, hooks }, mode, runData);
			const running = execution.processRunExecutionData(workflow);
			const cancel = () => running.cancel();
			if (signal?.aborted) cancel();
			signal?.addEventListener('abort', cancel, { once: true });
			// Even if the execution is canceled, wait until the running node has returned.
			return await running.finally(() => signal?.removeEventListener('abort', cancel));
		});
	} catch (thrown) {
		const error = thrown as ExecutionError;
		// n8n refused to start the execution, e.g. because a required parameter is missing.
		run = { status: 'error', data: { resultData: { runData: {}, error } } };
	}

	const { runData: tasks, error } = run.data.resultData;
	return {
		executionId,
		status: signal?.aborted ? 'canceled' : run.status,
		...(error && { error }),
		nodes: Object.fromEntries(
			Object.entries(tasks).map(([name, runs]) => [name, runs.map(toNodeRun)]),
		),
		log,
		credentialReads: credentials.reads - readsBefore,
		...(run.status === 'waiting' && { stored: JSON.stringify(run.data) }),
	};
}

/** Returns a node's run in the format of the harness. */
function toNodeRun(task: ITaskData): NodeRun {
	const { data, error, hints, metadata, executionStatus } = task;
	const outputs = (data?.main ?? []).map((items) => items ?? []);
	return {
		status: executionStatus,
		items: outputs[0] ?? [],
		outputs,
		...(error && { error }),
		hints: hints ?? [],
		...(metadata && { metadata }),
	};
}
