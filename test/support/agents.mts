/** Nodes as tools of an AI agent: n8n runs a tool like any other node, under the node's name plus "Tool". */
import type { INodeType } from 'n8n-workflow';
import { getNodeOf } from '../../tools/built.mts';
import { openEngine } from '../../packages/n8n-harness/index.mts';
import { loadNodePackage } from '../../packages/n8n-harness/nodePackage.mts';
import { type World, openWorld, useOpened } from './world.mts';

const toTool = (node: string) => `n8n-nodes-linkplatform.${node}Tool`;

/** Opens an engine in which each node exists as the tool that n8n offers to AI agents. */
async function openAgents({ credential }: World) {
	const { nodes } = await loadNodePackage(process.cwd());
	const tools = Object.entries(nodes as Record<string, INodeType>).map(([name, node]) => {
		const description = { ...node.description, name: `${name}Tool` };
		return [toTool(name), Object.assign(Object.create(node) as INodeType, { description })];
	});
	const engine = await openEngine({
		credentials: { linkPlatformApi: credential },
		extraNodeTypes: Object.fromEntries(tools) as Record<string, INodeType>,
	});
	/** Runs an operation as a tool. */
	const ask = (
		resource: string,
		operation: string,
		parameters: object = {},
		more: Partial<Parameters<typeof engine.runNode>[0]> = {},
	) =>
		engine.runNode({
			node: toTool(getNodeOf(resource)),
			parameters: { resource, operation, ...parameters },
			...more,
		});
	return { ask, close: () => engine.close() };
}

/** Opens a world for all tests of a file. `askTool` runs an operation as a tool; `run` runs it as a node. */
export const useAgents = () =>
	useOpened(async () => {
		const world = await openWorld();
		const agents = await openAgents(world);
		const close = async () => {
			await agents.close();
			await world.close();
		};
		return { ...world, askTool: agents.ask, close };
	});
