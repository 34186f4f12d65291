import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { joinSentences, toFailure } from '../api/failure';

/**
 * The failure as n8n shows it: the item's index, the status, and both sentences. For a tool both are the message:
 * an agent of n8n hands nothing else to its model.
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	{ itemIndex, isTool = false }: { itemIndex?: number; isTool?: boolean } = {},
) {
	// Made by an earlier call, and it knows its item.
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const { message, description, details, kind } = toFailure(thrown);
	const { requestId } = details;
	const httpCode = details.httpCode ?? details.code;
	// A plain object: from an axios failure n8n would take message and description itself.
	const body: JsonObject = requestId ? { requestId } : {};
	const error =
		kind === 'input'
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(node, body, { message, description, httpCode, itemIndex });
	// n8n has put stock phrases of its own over a text or status that holds a code such as ECONNRESET.
	error.message = message;
	if (isTool && description) {
		error.message = joinSentences(message, description);
		error.description = undefined;
	}
	return error;
}
