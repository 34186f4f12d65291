/** Tests that no two nodes and no two sticky notes overlap on the canvas of an example. */
import type { INode } from 'n8n-workflow';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { getExampleNames } from '../../../tools/n8n/examples.mts';

type Box = [left: number, top: number, right: number, bottom: number];

/** The width and height of each kind of node in n8n's pixels. An agent is wider: its tools and models are below it. */
const [NODE, AGENT, TOOL] = [[96, 96] as const, [256, 96] as const, [80, 80] as const];

const examples = getExampleNames().map((name) => {
	const { nodes, connections } = readExample(name);
	/** Returns the tools and models of an agent. */
	const below = ({ name: agent }: INode) =>
		nodes.filter((node) =>
			Object.entries(connections[node.name] ?? {}).some(
				([type, outputs]) =>
					type !== 'main' && outputs.flat().some((target) => target?.node === agent),
			),
		);
	const agents = nodes.filter((node) => below(node).length > 0);
	const tools = agents.flatMap(below);
	const toBox = (node: INode): Box => {
		const [x, y] = node.position;
		const { width, height } = node.parameters;
		const size = agents.includes(node) ? AGENT : tools.includes(node) ? TOOL : NODE;
		const [wide, high] = isNote(node) ? [Number(width), Number(height)] : size;
		return [x, y, x + wide, y + high];
	};
	return { name, nodes, toBox };
});

const isNote = ({ type }: INode) => type.endsWith('.stickyNote');
const overlap = (one: Box, other: Box) =>
	one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

test.each(examples)(
	'the example $name has no overlapping nodes and no overlapping sticky notes',
	({ nodes, toBox }) => {
		const pairs = nodes.flatMap((one, at) => nodes.slice(at + 1).map((other) => [one, other]));
		const overlapping = pairs
			.filter(([one, other]) => isNote(one) === isNote(other) && overlap(toBox(one), toBox(other)))
			.map(([one, other]) => `${one.name} and ${other.name}`);
		expect(overlapping).toEqual([]);
	},
);
