import type { IExecuteFunctions } from 'n8n-workflow';

/** True if an AI agent or MCP client calls the node: its output becomes text for a model, and files are lost. */
export function isTool(context: IExecuteFunctions): boolean {
	// n8n's agents run a tool like any other node: only its type shows it.
	return context.isToolExecution() || context.getNode().type.endsWith('Tool');
}
