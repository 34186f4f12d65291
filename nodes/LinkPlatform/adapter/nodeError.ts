import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { joinSentences, toFailure } from '../api/failure';

/**
 * Converts a failure to n8n's error, with the item's index, the HTTP status, the message and the description. For an AI
 * tool, the message includes the description, because an n8n agent passes only the message to its model.
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	{ itemIndex, isTool = false }: { itemIndex?: number; isTool?: boolean } = {},
) {
	// This is already n8n's error, which an earlier call created with the item's index.
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const { message, description, details, kind } = toFailure(thrown);
	const { requestId } = details;
	const httpCode = details.httpCode ?? details.code;
	// Pass a plain object, because n8n would replace message and description with those of an Axios error.
	const body: JsonObject = requestId ? { requestId } : {};
	const error =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, body, { message, description, httpCode, itemIndex });
	// Set the message again, because n8n replaces it with a stock phrase, depending on the status or a code such as
	// ECONNRESET in it.
	error.message = message;
	if (isTool && description) {
		error.message = joinSentences(message, description);
		error.description = undefined;
	}
	return error;
}
