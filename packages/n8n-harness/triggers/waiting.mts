/**
 * Stores waiting executions, as n8n's database does. As in n8n 2.40 (webhooks/waiting-webhooks.js, wait-tracker.js),
 * an execution is resumed by a delivery to its own URL or by its time limit. Not supported: forms, the signed links
 * of "send and wait", and parent executions of sub-workflows. There is no clock: tests call `timeOut` instead.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookDescription,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createAdditionalData, createExecutionId, execute } from '../execution.mts';
import type { RunWorkflowOptions, WorkflowJson } from '../index.mts';
import { logInto } from '../log.mts';
import { NodeHelpers, UserError, type Workflow } from '../n8nWorkflow.mts';
import { readBody, sendJson, toWebhookRequest, toWebhookResponse } from './http.mts';
import { getDescribedField } from './hostedWorkflow.mts';
import { keepRunning, record, store } from './records.mts';
import type { Host, StoredExecution, WebhookExecution } from './types.mts';

/**
 * Runs a workflow as if started by hand, until the execution ends or waits. Adds the execution to the host, and
 * resolves with it.
 */
export async function runStored(
	host: Host,
	json: WorkflowJson,
	options: RunWorkflowOptions,
): Promise<WebhookExecution> {
	const executionId = options.executionId ?? createExecutionId();
	const { mode = 'trigger', workflowId = json.id ?? 'workflow' } = options;
	const execution = record(host, { workflowId, mode, executionId, status: 'running' });
	const { baseUrl, credentials } = host;
	const given = { credentials, ...options, executionId, baseUrl };
	return store(host, execution, json, await host.engine.runWorkflow(json, given));
}

/**
 * Resumes a waiting execution as if its time limit had passed. As in n8n, the waiting node is then disabled, so it
 * passes on its stored input. Rejects with a UserError if the execution isn't waiting.
 */
export async function timeOut(host: Host, executionId: string): Promise<WebhookExecution> {
	const found = host.stored.get(executionId);
	if (found?.execution.status !== 'waiting') throw new UserError(`${executionId} does not wait`);
	found.execution.status = 'running';
	return await goOn(host, found, JSON.parse(found.stored) as IRunExecutionData);
}

/** Continues an execution from this state, and stores the result. */
async function goOn(host: Host, { execution, json }: StoredExecution, data: IRunExecutionData) {
	const { mode, executionId, workflowId } = execution;
	const workflow = host.engine.workflow(json, host.credentials, workflowId);
	const additional = createData(host, executionId);
	return store(host, execution, json, await execute(workflow, additional, { mode, start: data }));
}

/** Returns the additional data of an execution. */
function createData({ engine, credentials, baseUrl }: Host, executionId: string) {
	return createAdditionalData(engine.credentials(credentials), executionId, baseUrl);
}

/** Handles a call to a waiting execution's URL: `/webhook-waiting/<execution>/<path of the node's webhook>`. */
export async function serveWaiting(
	host: Host,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	url: URL,
): Promise<void> {
	const [, , executionId, suffix = ''] = url.pathname.split('/').map(decodeURIComponent);
	const found = host.stored.get(executionId);
	const known = host.executions.find((one) => one.executionId === executionId);
	if (!known) {
		const message = `The execution "${executionId}" does not exist.`;
		return sendJson(outgoing, 404, { code: 404, message });
	}
	const refuse = (reason: string) => {
		const message = `The execution "${executionId}" ${reason}.`;
		sendJson(outgoing, 409, { code: 409, message });
	};
	// Real n8n stores each execution when it starts. So it checks the resume token before it gives either of these
	// reasons.
	if (!found) {
		return refuse(known.status === 'running' ? 'is running already' : 'has finished already');
	}
	const { execution, json, stored } = found;
	const data = JSON.parse(stored) as IRunExecutionData;
	if (url.searchParams.get('signature') !== data.resumeToken) {
		return sendJson(outgoing, 401, { error: 'Invalid token' });
	}
	if (execution.status === 'running') return refuse('is running already');
	if (execution.error) return refuse('has finished with error');
	if (execution.status !== 'waiting') return refuse('has finished already');

	const name = data.resultData.lastNodeExecuted!;
	const workflow = host.engine.workflow(json, host.credentials, execution.workflowId);
	const node = workflow.getNode(name)!;
	const description = findWebhook(host, workflow, node, String(incoming.method), suffix);
	if (!description) {
		const message = `The workflow for execution "${executionId}" does not contain a waiting webhook with a matching path/method.`;
		return sendJson(outgoing, 404, { code: 404, message });
	}
	const [entry] = data.executionData!.nodeExecutionStack;
	entry.node.disabled = true;
	data.waitTill = undefined;
	data.resultData.runData[name].pop();

	const request = toWebhookRequest(incoming, url);
	const response = toWebhookResponse(outgoing);
	if (!(await readBody(request, response, node))) return;
	const additional = {
		...createData(host, executionId),
		httpRequest: request,
		httpResponse: response,
	} as unknown as IWorkflowExecuteAdditionalData;
	const result = await callWebhook(execution, workflow, node, additional, description, data);
	resume(host, found, data, result, outgoing);
}

/** Sends the response that the node's `webhook()` chose, and continues the execution if it returned items. */
function resume(
	host: Host,
	found: StoredExecution,
	data: IRunExecutionData,
	result: IWebhookResponseData,
	outgoing: ServerResponse,
) {
	const { execution } = found;
	const { workflowData, noWebhookResponse } = result;
	const answer = result.webhookResponse as unknown;
	if (!workflowData) {
		if (!noWebhookResponse) sendJson(outgoing, 200, answer ?? {});
		return;
	}
	// If several calls arrive at the same time, the first one resumes the execution. As in n8n, this late check
	// rejects the others.
	if (execution.status !== 'waiting') {
		if (!outgoing.headersSent) sendJson(outgoing, 500, { code: 0, message: 'Already resuming' });
		return;
	}
	const [entry] = data.executionData!.nodeExecutionStack;
	execution.status = 'running';
	entry.data.main = workflowData;
	entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	const failed = { code: 0, message: 'Workflow Webhook Error: Workflow could not be started!' };
	const { error } = data.resultData;
	if (!outgoing.headersSent) {
		sendJson(outgoing, error ? 500 : 200, error ? failed : { message: 'Workflow was started' });
	}
	keepRunning(host, goOn(host, found, data));
}

/** Returns the webhook of a waiting node for this HTTP method and path, or undefined. */
function findWebhook(host: Host, workflow: Workflow, node: INode, method: string, suffix: string) {
	return host.engine.nodeTypes.of(node).description.webhooks?.find((description) => {
		const field = (key: string) => getDescribedField(workflow, node, description, key, undefined);
		const path = NodeHelpers.getNodeWebhookPath(
			workflow.id,
			node,
			String(field('path')),
			field('isFullPath') === true,
			field('restartWebhook') === true,
		);
		return field('restartWebhook') === true && field('httpMethod') === method && path === suffix;
	});
}

/**
 * Calls the node's `webhook()`, and resolves with its result. If `webhook()` throws, resolves with one empty item. As
 * in n8n, all run data is then dropped, but the later nodes still run.
 */
async function callWebhook(
	execution: WebhookExecution,
	workflow: Workflow,
	node: INode,
	additional: IWorkflowExecuteAdditionalData,
	webhookDescription: IWebhookDescription,
	data: IRunExecutionData,
) {
	const webhookData = {
		httpMethod: 'POST' as const,
		node: node.name,
		path: node.id,
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additional,
	};
	const { mode } = execution;
	const context = new WebhookContext(workflow, node, additional, mode, webhookData, [], data);
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const call = async () => await type.webhook!.call(context);
	try {
		return await logInto(execution.log, async () => await workflow.expression.withIsolate(call));
	} catch (thrown) {
		const error = thrown as IRunExecutionData['resultData']['error'];
		data.resultData = { runData: {}, lastNodeExecuted: node.name, error };
		const items: INodeExecutionData[] = [{ json: {} }];
		return { workflowData: [items] };
	}
}
