import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { joinSentences, toFailure } from '../api/failure';

interface Options {
	itemIndex?: number;
	/**
	 * True if the message has to include the description, because only the message is passed on: to the model of an AI
	 * agent, or to the editor in a form and when a workflow is published.
	 */
	isMessageOnly?: boolean;
}

/** Converts a failure to n8n's error, with the item's index, the HTTP status, the message and the description. */
export function toNodeError(
	node: INode,
	thrown: unknown,
	{ itemIndex, isMessageOnly = false }: Options = {},
) {
	// An earlier call already converted this failure to n8n's error, with the item's index.
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const { message, description, details, kind, retryAt } = toFailure(thrown);
	const { requestId } = details;
	const httpCode = details.httpCode ?? details.code;
	// Pass a plain object. If it were an Axios error, n8n would replace the message and description with that error's
	// own.
	const body: JsonObject = requestId ? { requestId } : {};
	// Newer versions of n8n skip a trigger's polls until then.
	const cause = kind === 'waitLimit' ? 'rate-limited' : 'temporarily-unavailable';
	const failure = retryAt ? ({ cause, retryAfterMs: retryAt - Date.now() } as const) : undefined;
	const error =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, body, { message, description, httpCode, itemIndex, failure });
	// Set the message again, because n8n replaces it with a stock phrase. The phrase depends on the status, or on a
	// code such as ECONNRESET in the message.
	error.message = message;
	if (isMessageOnly && description) {
		// Neither a model nor a form has an expression to correct.
		const advice = description.replace(/, or (correct )?the expression that returns it/, '');
		error.message = joinSentences(message, advice);
		error.description = undefined;
	}
	return error;
}
