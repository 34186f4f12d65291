import type { INodeExecutionData, IWebhookDescription, WorkflowExecuteMode } from 'n8n-workflow';
import type { CredentialData } from '../credentials.mts';
import type { WorkflowRun } from '../execution.mts';
import type { Engine, WorkflowJson } from '../index.mts';
import type { LogEntry } from '../log.mts';
import type { HostedWorkflow } from './hostedWorkflow.mts';

export interface TriggerHostOptions {
	credentials?: CredentialData;
	/** n8n's N8N_ENDPOINT_WEBHOOK_TEST. */
	testEndpoint?: string;
}

/** A workflow of just the trigger and a node after it. */
export interface TriggerWorkflow {
	/** Default: the package's first node that has webhooks. */
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

/** A call of a trigger's `webhook()`, whether or not it started an execution. */
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
	/** An object is sent as JSON; text and bytes as they are. */
	body?: string | Buffer | object;
}

/** A method and path that the host serves. */
export interface Route {
	publication: HostedWorkflow;
	nodeName: string;
	description: IWebhookDescription;
}

/** An execution that waits or has waited, as the database of n8n holds it. */
export interface StoredExecution {
	execution: WebhookExecution;
	json: WorkflowJson;
	/** The last result of `execute`. */
	stored: string;
}

/** State that the parts of the host share. */
export interface Host {
	engine: Engine;
	baseUrl: string;
	testEndpoint: string;
	/** A change takes effect at the next call, without a new publication. */
	credentials: CredentialData;
	executions: WebhookExecution[];
	deliveries: Delivery[];
	routes: Map<string, Route>;
	stored: Map<string, StoredExecution>;
	running: Set<Promise<unknown>>;
	changed: EventTarget;
}
