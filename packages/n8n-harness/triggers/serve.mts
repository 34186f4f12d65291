/**
 * Serves deliveries: passes each to the trigger's `webhook()`, and starts the engine with the items that it returns.
 */
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

/** Serves a request to the host. */
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

interface Exchange {
	incoming: IncomingMessage;
	outgoing: ServerResponse;
	url: URL;
}

/** Passes a delivery to the trigger, and responds or starts an execution as its result says. */
async function deliver(host: Host, route: Route, path: string, exchange: Exchange): Promise<void> {
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
		// n8n does not save static data then, and records a failed execution.
		delivery.executionId = data.executionId;
		publication.recordFailure(thrown as Error, mode, data.executionId);
		const message = 'Workflow Webhook Error: Workflow could not be started!';
		return sendJson(outgoing, 500, { code: 0, message });
	} finally {
		delivery.credentialReads = credentials.reads;
	}

	await goOn(route, workflow, result, delivery, outgoing, data.executionId!);
}

/** Responds, and starts an execution if the trigger gave items. */
async function goOn(
	{ publication, nodeName, description }: Route,
	workflow: Workflow,
	result: IWebhookResponseData,
	delivery: Delivery,
	outgoing: ServerResponse,
	executionId: string,
): Promise<void> {
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
		// Anything else that is not empty is n8n's response, word for word, even its own default.
		else send(outgoing, shown || (answer ?? { message: 'Workflow was started' }));
	}
	const isSaved = !publication.test;
	publication.start(delivery.mode, nodeName, workflowData, { executionId, isSaved });
	// A test listener ends with the first call that started something.
	if (publication.test) await publication.unpublish().catch(() => {});
}
