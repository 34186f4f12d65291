import type { INodeExecutionData, IWebhookDescription, WorkflowExecuteMode } from 'n8n-workflow';
import type { CredentialData } from '../credentials.mts';
import type { WorkflowRun } from '../execution.mts';
import type { Engine, WorkflowJson } from '../index.mts';
import type { LogEntry } from '../log.mts';
import type { HostedWorkflow } from './hostedWorkflow.mts';

/** The options of `startTriggerHost`. */
export interface TriggerHostOptions {
	credentials?: CredentialData;
	/** The path prefix of test URLs, which n8n reads from N8N_ENDPOINT_WEBHOOK_TEST. Default: `webhook-test`. */
	testEndpoint?: string;
}

/** A workflow that consists of the trigger and one node after it. */
export interface TriggerWorkflow {
	/**
	 * The trigger's node type: its name within the package, or its full name. Default: the package's first trigger with
	 * webhooks.
	 */
	node?: string;
	parameters?: Record<string, unknown>;
	/** The ID in the webhook's path. Default: a random ID. */
	webhookId?: string;
	/** The version of the trigger's node type. Default: the latest version. */
	typeVersion?: number;
}

/** An execution in the host's list. The host updates it while it runs. */
export interface WebhookExecution extends Omit<WorkflowRun, 'status' | 'stored'> {
	workflowId: string;
	mode: WorkflowExecuteMode;
	status: WorkflowRun['status'] | 'running';
	/** Items that the trigger node passed to the next nodes. */
	items: INodeExecutionData[];
}

/** One call of a trigger's `webhook()`, whether or not it started an execution. */
export interface Delivery {
	workflowId: string;
	mode: 'webhook' | 'manual';
	/** The HTTP status of the response; 0 until the response has been sent. */
	statusCode: number;
	/** The number of times that `webhook()` read credentials. */
	credentialReads: number;
	log: LogEntry[];
	/** The ID of the execution that the delivery started, or of the failed execution if `webhook()` threw. */
	executionId?: string;
}

/** A request to a trigger's webhook URL. The default method is POST. */
export interface DeliverOptions {
	method?: string;
	headers?: Record<string, string>;
	/** The request body. An object is sent as JSON; strings and bytes are sent unchanged. */
	body?: string | Buffer | object;
}

/** The workflow and node that handle one HTTP method and path. */
export interface Route {
	publication: HostedWorkflow;
	nodeName: string;
	description: IWebhookDescription;
}

/** An execution that is waiting or has waited, as n8n's database stores it. */
export interface StoredExecution {
	execution: WebhookExecution;
	/** The workflow to which the execution belongs. */
	json: WorkflowJson;
	/** The stored state that the latest call of `execute` returned. */
	stored: string;
}

/** The state shared by all parts of the host. */
export interface Host {
	engine: Engine;
	baseUrl: string;
	testEndpoint: string;
	/**
	 * The credentials of all workflows, by credential type. If they change, the next call uses the new credentials,
	 * without publishing the workflows again.
	 */
	credentials: CredentialData;
	/** All executions, oldest first. */
	executions: WebhookExecution[];
	/** All calls of `webhook()` of published and test triggers, oldest first. */
	deliveries: Delivery[];
	/** The routes, by HTTP method and path, e.g. `POST /webhook/<path>`. */
	routes: Map<string, Route>;
	/** The executions that are waiting or have waited, by execution ID. */
	stored: Map<string, StoredExecution>;
	/** The executions and other work that `close` waits for. */
	running: Set<Promise<unknown>>;
	/** The target of a `change` event whenever an execution is added or updated. */
	changed: EventTarget;
}
