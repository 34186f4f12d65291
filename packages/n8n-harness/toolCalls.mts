/**
 * Connects a node as an AI tool. n8n-core creates and calls the tool as it does for an AI agent or the MCP Server
 * Trigger. Only the calling node is a placeholder, which has just an input for tools.
 */
import { ExecuteContext } from 'n8n-core';
import type {
	IExecuteData,
	INode,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { createAdditionalData } from './execution.mts';
import type { CredentialData, Engine } from './index.mts';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from './n8nWorkflow.mts';
import { toNodeTypes } from './nodePackage.mts';

/** The options of `connectTool`. */
export interface ToolOptions {
	/** The node's name within the package (`linkPlatform`), or its full type name. */
	node: string;
	/** The node's parameters, with `$fromAI('name')` for arguments of the AI agent. */
	parameters: Record<string, unknown>;
	/**
	 * The ID of the execution in which an agent calls the tool. Omit it for a tool called by n8n's MCP Server Trigger,
	 * which has no execution.
	 */
	executionId?: string;
	credentials?: CredentialData;
	/** The node's own settings: `retryOnFail`, `maxTries`, … */
	nodeSettings?: Partial<INode>;
}

/** Calls the tool with an agent's arguments, and resolves with the JSON of the output items. */
export type Tool = (given: Record<string, unknown>) => Promise<unknown[]>;

/** The node type of the placeholder that calls the tool. */
const caller: INodeType = {
	description: {
		displayName: 'Caller',
		name: 'caller',
		group: [],
		version: 1,
		inputs: [{ type: NodeConnectionTypes.AiTool }],
		outputs: [],
		properties: [],
	} as unknown as INodeTypeDescription,
};

/** The placeholder node that calls the tool. */
const CALLER: INode = {
	id: 'caller',
	name: 'Caller',
	type: 'caller',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Connects the node as a tool to the calling node, for one execution. Resolves with a function that calls the tool. */
export async function connectTool(engine: Engine, options: ToolOptions): Promise<Tool> {
	const { node: name, parameters, executionId, nodeSettings } = options;
	const node = engine.node(name, { parameters: parameters as INodeParameters, ...nodeSettings });
	const type = engine.nodeTypes.of(node);
	const connection = { inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	const tool: INodeType = Object.create(type, {
		// Append "Tool" to the name, as n8n does when it turns a node into a tool.
		description: {
			value: { ...type.description, ...connection, name: `${type.description.name}Tool` },
		},
	}) as INodeType;
	const getType = (typeName: string) => (typeName === 'caller' ? caller : tool);
	const credentials = engine.credentials(options.credentials);
	const available = Object.fromEntries(
		(type.description.credentials ?? []).map(({ name: one }) => [one, { id: one, name: one }]),
	);
	const workflow = new Workflow({
		id: 'tool',
		nodes: [{ ...node, credentials: available }, CALLER],
		connections: { [node.name]: { ai_tool: [[{ node: 'Caller', type: 'ai_tool', index: 0 }]] } },
		active: false,
		nodeTypes: toNodeTypes(getType),
	});
	const start = workflow.getNode('Caller')!;
	const executeData: IExecuteData = { node: start, data: { main: [[{ json: {} }]] }, source: null };
	const context = new ExecuteContext(
		workflow,
		start,
		createAdditionalData(credentials, executionId),
		'trigger',
		createRunExecutionData(),
		0,
		[{ json: {} }],
		executeData.data,
		executeData,
		[],
	);
	const [connected] = (await context.getInputConnectionData(
		NodeConnectionTypes.AiTool,
		0,
	)) as Array<{ invoke: (given: unknown) => Promise<string> }>;
	return async (given) =>
		await workflow.expression.withIsolate(
			async () => JSON.parse(await connected.invoke(given)) as unknown[],
		);
}
