/** A client for MCP servers, with only the functions that the tests need. It uses n8n's own MCP library. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { getN8nFolder } from '../../tools/n8n/install.mts';
import { type N8nWithSandbox, type NodeSketch, chain } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew } from './useN8n.mts';

interface SdkClient {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string; description: string }> }>;
	callTool(call: { name: string; arguments: object }): Promise<{
		content: Array<{ text: string }>;
		isError?: boolean;
	}>;
}

const load = createRequire(join(getN8nFolder(), 'package.json'));
const SDK = '@modelcontextprotocol/sdk/client';
const { Client } = load(`${SDK}/index.js`) as { Client: new (info: object) => SdkClient };
const { StreamableHTTPClientTransport: Transport } = load(`${SDK}/streamableHttp.js`) as {
	StreamableHTTPClientTransport: new (url: URL) => object;
};

export type McpClient = Awaited<ReturnType<typeof connect>>;

async function connect(url: string) {
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(new Transport(new URL(url)));
	return {
		listTools: async () => (await client.listTools()).tools,
		callTool: async (name: string, given: object) => {
			const { content, isError = false } = await client.callTool({ name, arguments: given });
			return { text: content.map(({ text }) => text).join('\n'), isError };
		},
	};
}

/** Publishes an MCP server with these nodes as its tools, and connects to it. */
export async function publishTools(n8n: N8nWithSandbox, tools: NodeSketch[]) {
	const path = crypto.randomUUID();
	const trigger: NodeSketch = {
		name: 'MCP Server Trigger',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		parameters: { path, authentication: 'none' },
		webhookId: path,
	};
	const workflow = chain('MCP', [trigger, ...tools]);
	const toTrigger = { ai_tool: [[{ node: trigger.name, type: 'ai_tool', index: 0 }]] };
	workflow.connections = Object.fromEntries(tools.map(({ name }) => [name, toTrigger]));
	await publishNew(n8n, workflow);
	return await connect(`${n8n.url}/mcp/${path}`);
}
