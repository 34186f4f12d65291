/** Receives deliveries: passes each one to the trigger's `webhook()`, and starts the engine with the returned items. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import type { IWebhookResponseData } from 'n8n-workflow';
import type { SuppliedCredentials } from '../credentials.mts';
import { logInto } from '../log.mts';
import type { Workflow } from '../n8nWorkflow.mts';
import { readBody, send, sendJson, toWebhookRequest, toWebhookResponse } from './http.mts';
import { getDescribedField } from './hostedWorkflow.mts';
import type { Delivery, Host, Route } from './types.mts';
import { serveWaiting } from './waiting.mts';

/**
 * Handles a request to the host: resumes a waiting execution, calls a trigger's `webhook()`, or responds with a 404.
 */
export async function serve(host: Host, incoming: IncomingMessage, outgoing: ServerResponse) {
	const url = new URL(incoming.url ?? '/', host.baseUrl);
	if (url.pathname.startsWith('/webhook-waiting/')) {
		return await serveWaiting(host, incoming, outgoing, url);
	}
	const path = `${incoming.method} ${url.pathname.replace(/\/$/, '')}`;
	const route = host.routes.get(path);
	if (!route) {
		const message = `The requested webhook "${path}" is not registered.`;
		return sendJson(outgoing, 404, { code: 404, message });
	}
	await deliver(host, route, path, { incoming, outgoing, url });
}

/** A request with its parsed URL and its response. */
interface Exchange {
	incoming: IncomingMessage;
	outgoing: ServerResponse;
	url: URL;
}

/** Passes a delivery to the trigger's `webhook()`, then responds or starts an execution according to the result. */
async function deliver(host: Host, route: Route, path: string, exchange: Exchange) {
	const { incoming, outgoing, url } = exchange;
	const { publication } = route;
	const mode = publication.test ? 'manual' : 'webhook';
	const workflow = publication.load();
	const node = workflow.getNode(route.nodeName)!;
	const request = toWebhookRequest(incoming, url);
	const response = toWebhookResponse(outgoing);
	const data = publication.additionalData();
	const credentials = data.credentialsHelper as SuppliedCredentials;

	if (!(await readBody(request, response, node))) return;

	const delivery: Delivery = {
		workflowId: publication.workflowId,
		mode,
		statusCode: 0,
		credentialReads: 0,
		log: [],
	};
	host.deliveries.push(delivery);
	outgoing.once('finish', () => {
		delivery.statusCode = outgoing.statusCode;
	});

	const context = new WebhookContext(
		workflow,
		node,
		{ ...data, httpRequest: request, httpResponse: response } as never,
		mode,
		publication.webhookData(route, data, path),
		[],
		null,
	);
	const type = host.engine.nodeTypes.of(node);
	let result: IWebhookResponseData;
	try {
		result = await logInto(
			delivery.log,
			async () =>
				await workflow.expression.withIsolate(async () => await type.webhook!.call(context)),
		);
	} catch (thrown) {
		// If `webhook()` throws, n8n doesn't save static data, and records a failed execution.
		delivery.executionId = data.executionId;
		publication.recordFailure(thrown as Error, mode, data.executionId);
		const message = 'Workflow Webhook Error: Workflow could not be started!';
		return sendJson(outgoing, 500, { code: 0, message });
	} finally {
		delivery.credentialReads = credentials.reads;
	}

	await goOn(route, workflow, result, delivery, outgoing, data.executionId!);
}

/** Sends the response, and starts an execution if the trigger returned items. */
async function goOn(
	{ publication, nodeName, description }: Route,
	workflow: Workflow,
	result: IWebhookResponseData,
	delivery: Delivery,
	outgoing: ServerResponse,
	executionId: string,
) {
	const { workflowData, noWebhookResponse } = result;
	const answer = result.webhookResponse as unknown;
	if (!workflowData || noWebhookResponse) publication.save(workflow);
	if (!workflowData) {
		if (!noWebhookResponse) send(outgoing, answer ?? { message: 'Webhook call received' });
		return;
	}

	delivery.executionId = executionId;
	if (!noWebhookResponse) {
		const node = workflow.getNode(nodeName)!;
		const shown = getDescribedField(workflow, node, description, 'responseData', 'firstEntryJson');
		if (shown === 'noData') outgoing.end();
		// n8n sends any other value of `responseData` literally as the response, even its own default value.
		else send(outgoing, shown || (answer ?? { message: 'Workflow was started' }));
	}
	const isSaved = !publication.test;
	publication.start(delivery.mode, nodeName, workflowData, { executionId, isSaved });
	// A test listener stops after the first call that started an execution.
	if (publication.test) await publication.unpublish().catch(() => {});
}
