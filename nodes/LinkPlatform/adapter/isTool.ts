import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * True if an AI agent or MCP client calls the node as a tool. The node's output then becomes text for an AI model,
 * and files are lost.
 */
export function isTool(context: IExecuteFunctions): boolean {
	// n8n's agents execute a tool like any other node, so only its type shows that it is a tool.
	return context.isToolExecution() || context.getNode().type.endsWith('Tool');
}
