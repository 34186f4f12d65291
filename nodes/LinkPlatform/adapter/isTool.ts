import type { IExecuteFunctions } from 'n8n-workflow';

/** True where an AI agent or MCP client calls the node: what it gives is text for a model, and files are lost. */
export function isTool(context: IExecuteFunctions): boolean {
	// n8n's agents run a tool as a usual node, which its type alone tells.
	return context.isToolExecution() || context.getNode().type.endsWith('Tool');
}
