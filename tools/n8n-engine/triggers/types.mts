import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialData } from '../credentials.mts';
import type { WorkflowRun } from '../execution.mts';
import type { Engine, RunWorkflowOptions, WorkflowJson } from '../index.mts';
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
	/** What the trigger node gave to the nodes after it. */
	items: INodeExecutionData[];
}

/** One call of a trigger's `webhook()`, whether or not an execution followed. */
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

export interface Publication {
	readonly workflowId: string;
	/** Where deliveries go; the URL that the trigger subscribed. */
	readonly url: string;
	/** False once it is unpublished, or once a test call was answered. */
	readonly active: boolean;
	/** The static data as n8n's database would hold it, all nodes together. */
	readonly staticData: IDataObject;
	/** Publishes a changed trigger: delete with the old parameters, then checkExists and create. */
	republish(parameters: Record<string, unknown>): Promise<void>;
	/** What was logged by `trigger()` and by what it started. */
	readonly log: LogEntry[];
	/** The expressions of the crons that its `trigger()` has registered. */
	readonly crons: string[];
	/** Lets all of them tick once. What a tick starts is not waited for, as n8n does not wait either. */
	tick(): void;
	/** A restart of n8n: closes what `trigger()` has opened, and publishes again with what the database holds. */
	restart(activation?: 'init' | 'leadershipChange'): Promise<void>;
	/** Calls `delete`; its failure is thrown here, but the route is gone all the same. */
	unpublish(): Promise<void>;
	/** Sends a request to the URL. */
	deliver(options?: DeliverOptions): Promise<Response>;
}

export interface TriggerHost {
	readonly baseUrl: string;
	/** The credentials' data; a change takes effect at the next call, without a new publication. */
	credentials: CredentialData;
	readonly executions: WebhookExecution[];
	readonly deliveries: Delivery[];
	/** Publishes: checkExists, and create unless that said true. Throws what the hooks throw. */
	publish(workflow: WorkflowJson | TriggerWorkflow): Promise<Publication>;
	/** Runs a workflow by hand; where a node has n8n wait, the host takes the deliveries for it. */
	run(workflow: WorkflowJson, options?: RunWorkflowOptions): Promise<WebhookExecution>;
	/** Ends the wait of an execution, as its time limit does. Resolves when it waits again or is over. */
	timeOut(executionId: string): Promise<WebhookExecution>;
	/** "Listen for test event": a test URL, until the first call that starts an execution. */
	listenForTestEvent(workflow: WorkflowJson | TriggerWorkflow): Promise<Publication>;
	/** Resolves with all executions once so many have finished; those that wait have not. */
	waitForExecutions(count: number, timeoutMs?: number): Promise<WebhookExecution[]>;
	/** Stops serving, after running executions have ended. Publications are left as they are. */
	close(): Promise<void>;
}

/** A method and path that the host answers. */
export interface Route {
	publication: HostedWorkflow;
	nodeName: string;
	description: IWebhookDescription;
}

/** An execution that waits or has waited, as the database of n8n holds it. */
export interface StoredExecution {
	execution: WebhookExecution;
	json: WorkflowJson;
	/** What `execute` gave last. */
	stored: string;
}

/** What the parts of the host share. */
export interface Host {
	engine: Engine;
	baseUrl: string;
	testEndpoint: string;
	credentials: CredentialData;
	executions: WebhookExecution[];
	deliveries: Delivery[];
	routes: Map<string, Route>;
	stored: Map<string, StoredExecution>;
	running: Set<Promise<void>>;
	changed: EventTarget;
}
