import { readdirSync, readFileSync } from 'node:fs';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { type Engine, openEngine } from '../../engine/index.mts';
import { NodeHelpers } from '../../engine/n8nWorkflow.mts';
import { example } from '../../scripts/runSelfTest.mts';

const names = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

/** n8n's own nodes that the examples use, as they are called in n8n 2.40, so that a slip is seen. */
const BASE =
	'aggregate compareDatasets compression crypto dataTable extractFromFile filter form formTrigger gmail ' +
	'googleDrive googleSheets hubspot if limit linkedIn mailchimp manualTrigger noOp quickChart readWriteFile ' +
	'removeDuplicates rssFeedReadTrigger scheduleTrigger set slack sort stickyNote summarize';
const LANGCHAIN = 'agent chatTrigger lmChatOpenAi memoryBufferWindow';
const builtIn = [
	...BASE.split(' ').map((type) => `n8n-nodes-base.${type}`),
	...LANGCHAIN.split(' ').map((type) => `@n8n/n8n-nodes-langchain.${type}`),
];
const OURS = 'n8n-nodes-linkplatform.';

let engine: Engine;
beforeAll(async () => {
	engine = await openEngine();
});
afterAll(async () => await engine.close());

/** The description of one of our nodes; n8n adds the variant for AI agents by itself. */
function descriptionOf({ type, typeVersion }: INode): INodeTypeDescription {
	return engine.nodeTypes.getByNameAndVersion(type.replace(/Tool$/, ''), typeVersion).description;
}

/** The parameters that n8n keeps of a node's: those that its type has and that show for their values. */
function keptBy(node: INode): INodeParameters | null {
	const description = descriptionOf(node);
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description);
}

describe.each(names)('examples/%s.json', (name) => {
	const { nodes, connections } = example(name);

	it('uses node types that n8n or this package has', () => {
		const ours = Object.keys(engine.nodePackage.nodes).map((type) => OURS + type);
		const known = [...builtIn, ...ours, `${OURS}linkPlatformTool`];
		expect(known).toEqual(expect.arrayContaining(nodes.map(({ type }) => type)));
	});

	it('gives our nodes parameters that they have, with values that they offer', () => {
		for (const node of nodes.filter(({ type }) => type.startsWith(OURS))) {
			const { toolDescription: _, descriptionType: __, ...parameters } = node.parameters;
			expect([node.name, keptBy(node)]).toMatchObject([node.name, parameters]);
			const description = descriptionOf(node);
			const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			// Which record it is, only the user can say.
			const missing = Object.keys(issues?.parameters ?? {}).filter((field) => {
				const value = node.parameters[field];
				return !(typeof value === 'object' && value !== null && '__rl' in value);
			});
			expect([node.name, missing]).toEqual([node.name, []]);
		}
	});

	it('connects only nodes that it has, each under a name and ID of its own', () => {
		const present = nodes.map((node) => node.name);
		expect(new Set(present).size).toBe(present.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const linked = Object.values(connections).flatMap((byType) =>
			Object.values(byType).flatMap((outputs) =>
				outputs.flatMap((output) => (output ?? []).map(({ node }) => node)),
			),
		);
		expect(present).toEqual(expect.arrayContaining([...Object.keys(connections), ...linked]));
	});

	it('refers only to nodes that it has', () => {
		const text = JSON.stringify(nodes);
		const referred = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, node]) => node);
		expect(nodes.map((node) => node.name)).toEqual(expect.arrayContaining(referred));
	});

	it("holds no key, no password and nobody's credential", () => {
		const text = readFileSync(`examples/${name}.json`, 'utf8');
		expect(text).not.toMatch(/lp_\w+|Bearer |"\w*(apiKey|secret|token|password)": "[^="]/i);
		const references = nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));
		expect(references.filter(({ id }) => id !== null)).toEqual([]);
	});

	it('says in a note what it does', () => {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.some(({ parameters }) => String(parameters.content).includes('Set up:'))).toBe(
			true,
		);
	});
});
