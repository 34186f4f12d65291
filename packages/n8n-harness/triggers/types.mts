import type { INodeExecutionData, IWebhookDescription, WorkflowExecuteMode } from 'n8n-workflow';
import type { CredentialData } from '../credentials.mts';
import type { WorkflowRun } from '../execution.mts';
import type { Engine, WorkflowJson } from '../index.mts';
import type { LogEntry } from '../log.mts';
import type { HostedWorkflow } from './hostedWorkflow.mts';

export interface TriggerHostOptions {
	credentials?: CredentialData;
	/** The path prefix of test URLs: n8n's N8N_ENDPOINT_WEBHOOK_TEST. */
	testEndpoint?: string;
}

/** A workflow that consists of the trigger and one node after it. */
export interface TriggerWorkflow {
	/** The trigger's name. Default: the package's first node with webhooks. */
	node?: string;
	parameters?: Record<string, unknown>;
	webhookId?: string;
	typeVersion?: number;
}

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
	statusCode: number;
	credentialReads: number;
	log: LogEntry[];
	executionId?: string;
}

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
	 * The credentials of all workflows. If they change, the next call uses the new ones, without publishing the
	 * workflows again.
	 */
	credentials: CredentialData;
	executions: WebhookExecution[];
	deliveries: Delivery[];
	routes: Map<string, Route>;
	stored: Map<string, StoredExecution>;
	running: Set<Promise<unknown>>;
	changed: EventTarget;
}
