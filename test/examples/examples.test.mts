import { readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { type Engine, openEngine } from '../../engine/index.mts';
import { coreNodes } from '../../engine/coreNodes.mts';
import { NodeHelpers } from '../../engine/n8nWorkflow.mts';
import { example } from './runSelfTest.mts';

const names = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

/** Built-in nodes that the examples use and the engine has no stand-in for. */
const OTHER_BUILT_IN = ['if', 'scheduleTrigger'].map((name) => `n8n-nodes-base.${name}`);
const OURS = 'n8n-nodes-linkplatform.';

let engine: Engine;
beforeAll(async () => {
	engine = await openEngine();
});
afterAll(async () => await engine.close());

/** The parameters that n8n keeps of a node's: those that its type has and that show for their values. */
function keptBy(node: INode): object | null {
	const { description } = engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description);
}

describe.each(names)('examples/%s.json', (name) => {
	const { nodes, connections } = example(name);

	it('uses node types that n8n or this package has', () => {
		const known = [...Object.keys(coreNodes), ...OTHER_BUILT_IN];
		const ours = Object.keys(engine.nodePackage.nodes).map((type) => OURS + type);
		expect([...known, ...ours]).toEqual(expect.arrayContaining(nodes.map(({ type }) => type)));
	});

	it('gives our nodes parameters that they have, with values that they offer', () => {
		for (const node of nodes.filter(({ type }) => type.startsWith(OURS))) {
			expect([node.name, keptBy(node)]).toMatchObject([node.name, node.parameters]);
			const { description } = engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
			const issues = NodeHelpers.getNodeParametersIssues(
				description.properties,
				// Filled in by the user, so empty in the file.
				{ ...node, disabled: false },
				description,
			);
			const missing = Object.keys(issues?.parameters ?? {});
			expect([node.name, missing]).toEqual([node.name, node.disabled ? missing : []]);
		}
	});

	it('connects only nodes that it has, each under a name and ID of its own', () => {
		const present = nodes.map((node) => node.name);
		expect(new Set(present).size).toBe(present.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const linked = Object.values(connections).flatMap(({ main }) =>
			main.flatMap((output) => (output ?? []).map(({ node }) => node)),
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
		expect(text).not.toMatch(/lp_\w+|Bearer |"(apiKey|secret|token|password)":/i);
		const passwords = nodes.flatMap(({ parameters }) =>
			['currentPassword', 'newPassword'].map((field) => parameters[field] ?? ''),
		);
		expect(passwords.join('')).toBe('');
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
