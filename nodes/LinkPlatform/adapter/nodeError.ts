import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { joinSentences, toFailure } from '../api/failure';

/**
 * Returns the failure as n8n's error: the item's index, the status, and both sentences. For a tool, the message contains
 * both, because an n8n agent passes nothing else to its model.
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	{ itemIndex, isTool = false }: { itemIndex?: number; isTool?: boolean } = {},
) {
	// An earlier call has made it, with its item.
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const { message, description, details, kind } = toFailure(thrown);
	const { requestId } = details;
	const httpCode = details.httpCode ?? details.code;
	// A plain object, since n8n would take message and description from an axios error.
	const body: JsonObject = requestId ? { requestId } : {};
	const error =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, body, { message, description, httpCode, itemIndex });
	// n8n replaces a message that contains a code such as ECONNRESET, or goes by the status, with a stock phrase.
	error.message = message;
	if (isTool && description) {
		error.message = joinSentences(message, description);
		error.description = undefined;
	}
	return error;
}
