/** Whether n8n could take a workflow file as it is: known nodes, with fields that they have, connected to each other. */
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import type { Engine, WorkflowJson } from '../../tools/n8n-engine/index.mts';
import { NodeHelpers } from '../../tools/n8n-engine/n8nWorkflow.mts';

/** n8n's own nodes that the examples use, as they are called in n8n 2.40, so that a slip is seen. */
const BASE =
	'aggregate compareDatasets compression crypto dataTable errorTrigger extractFromFile filter form formTrigger gmail ' +
	'googleDrive googleSheets httpRequest hubspot if limit linkedIn mailchimp manualTrigger noOp quickChart ' +
	'readWriteFile removeDuplicates rssFeedReadTrigger scheduleTrigger set slack slackHitlTool sort splitOut stickyNote summarize wait';
const LANGCHAIN = 'agent chatTrigger lmChatOpenAi mcpTrigger memoryBufferWindow';
const builtIn = [
	...BASE.split(' ').map((type) => `n8n-nodes-base.${type}`),
	...LANGCHAIN.split(' ').map((type) => `@n8n/n8n-nodes-langchain.${type}`),
];
const OURS = 'n8n-nodes-linkplatform.';

/** Whether the node is one of this package. */
export function isOurs({ type }: INode): boolean {
	return type.startsWith(OURS);
}

/** The types of the nodes that neither n8n nor this package has. */
export function unknownTypes(engine: Engine, nodes: INode[]): string[] {
	const ours = Object.keys(engine.nodePackage.nodes).map((type) => OURS + type);
	const known = [...builtIn, ...ours, `${OURS}linkPlatformTool`];
	return nodes.map(({ type }) => type).filter((type) => !known.includes(type));
}

/** The node without the two fields that n8n adds to a tool. */
export function withoutToolWords(node: INode): INode {
	const parameters = { ...node.parameters };
	delete parameters.toolDescription;
	delete parameters.descriptionType;
	return { ...node, parameters };
}

/** The parameters that n8n keeps of one of our nodes: those that its type has and that show for their values. */
export function keptBy(engine: Engine, node: INode): INodeParameters | null {
	const description = descriptionOf(engine, node);
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description);
}

/** The required fields that one of our nodes leaves empty, besides the record, which only the user can choose. */
export function missingFields(engine: Engine, node: INode): string[] {
	const description = descriptionOf(engine, node);
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return Object.keys(issues?.parameters ?? {}).filter((field) => {
		const value = node.parameters[field];
		return !(typeof value === 'object' && value !== null && '__rl' in value);
	});
}

/** Names that several nodes have, and connections from or to nodes that are not there. */
export function danglingConnections({
	nodes,
	connections,
}: Pick<WorkflowJson, 'nodes' | 'connections'>): string[] {
	const present = nodes.map(({ name }) => name);
	const linked = Object.values(connections).flatMap((byType) =>
		Object.values(byType).flatMap((outputs) =>
			outputs.flatMap((output) => (output ?? []).map(({ node }) => node)),
		),
	);
	const twice = present.filter((name, at) => present.indexOf(name) !== at);
	const strange = [...Object.keys(connections), ...linked].filter(
		(name) => !present.includes(name),
	);
	return [...twice, ...strange];
}

/** n8n adds the variant for AI agents by itself. */
function descriptionOf(engine: Engine, { type, typeVersion }: INode): INodeTypeDescription {
	return engine.nodeTypes.getByNameAndVersion(type.replace(/Tool$/, ''), typeVersion).description;
}
