/** Where n8n's editor draws the nodes of a workflow, their names and the lines between them. */
import type { INode } from 'n8n-workflow';
import type { WorkflowJson } from '../../tools/n8n-engine/index.mts';

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}
export interface Line {
	from: string;
	to: string;
	points: Array<[x: number, y: number]>;
}

type Drawn = Pick<INode, 'name' | 'type' | 'position' | 'parameters'>;
type Connections = WorkflowJson['connections'];

const GRID = 16;
const SIZE = 96;
/** Of a node with places for tools and models below it. */
const AGENT_WIDTH = 256;
const SUB_NODE = 80;

export const isNote = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('.stickyNote');

const outputsOf = (connections: Connections, name: string) => connections[name]?.main ?? [];
const isSubNode = (connections: Connections, name: string) =>
	name in connections && !('main' in connections[name]);
const hasSubNodes = (connections: Connections, name: string) =>
	Object.values(connections).some((byType) =>
		Object.entries(byType).some(
			([type, outputs]) =>
				type !== 'main' && outputs.flat().some((target) => target?.node === name),
		),
	);

/** How many outputs are drawn: at least those that are connected, and two for those that always have two. */
function countOutputs(connections: Connections, { name, type, ...node }: Drawn): number {
	const connected = outputsOf(connections, name).length;
	const two = type.endsWith('.if') || (node as Partial<INode>).onError === 'continueErrorOutput';
	return Math.max(connected, two ? 2 : 1);
}

/** The square of a node, without the name below it. */
export function boxOf(connections: Connections, node: Drawn): Box {
	const [x, y] = node.position;
	const { name, parameters } = node;
	if (isNote(node)) {
		return { x, y, width: Number(parameters.width), height: Number(parameters.height) };
	}
	if (hasSubNodes(connections, name)) return { x, y, width: AGENT_WIDTH, height: SIZE };
	if (isSubNode(connections, name)) return { x, y, width: SUB_NODE, height: SUB_NODE };
	const extra = Math.max(0, countOutputs(connections, node) - 2) * 2 * GRID;
	return { x, y, width: SIZE, height: SIZE + extra };
}

/** The name and subtitle, which are below a node, or inside if it has tools. */
export function labelOf(connections: Connections, node: Drawn): Box {
	const box = boxOf(connections, node);
	if (hasSubNodes(connections, node.name) && box.width === AGENT_WIDTH) return box;
	const { x, y, width, height } = box;
	const LETTER = 7.5;
	const MOST = 2 * SIZE;
	const text = node.name.length * LETTER;
	const lines = Math.ceil(text / MOST) + 1;
	const wide = Math.min(text, MOST);
	return { x: x + width / 2 - wide / 2, y: y + height + 8, width: wide, height: lines * 20 };
}

/** As n8n's editor does: a curve to the right; a line around the nodes for a target to the left. */
function draw([x1, y1]: [number, number], [x2, y2]: [number, number]): Line['points'] {
	const HANDLE = 20;
	const OUT = 40;
	const DOWN = 130;
	if (x1 - HANDLE > x2) {
		const low = y1 + DOWN;
		return [
			[x1, y1],
			[x1 + OUT, y1],
			[x1 + OUT, low],
			[x2 - OUT, low],
			[x2 - OUT, y2],
			[x2, y2],
		];
	}
	const STEPS = 24;
	const half = Math.max((x2 - x1) / 2, 10);
	return Array.from({ length: STEPS + 1 }, (_none, step) => {
		const t = step / STEPS;
		const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
		return [a * x1 + b * (x1 + half) + c * (x2 - half) + d * x2, (a + b) * y1 + (c + d) * y2];
	});
}

/** The lines between the nodes, but for those to tools and models, which hang below their agent. */
export function linesOf({
	nodes,
	connections,
}: Pick<WorkflowJson, 'nodes' | 'connections'>): Line[] {
	const byName = new Map(nodes.map((node) => [node.name, node]));
	return nodes.flatMap((node) => {
		const { x, y, width, height } = boxOf(connections, node);
		const count = countOutputs(connections, node);
		return outputsOf(connections, node.name).flatMap((targets, output) =>
			(targets ?? []).map(({ node: to }) => {
				const target = boxOf(connections, byName.get(to)!);
				const start: [number, number] = [x + width, y + (height * (output + 1)) / (count + 1)];
				const points = draw(start, [target.x, target.y + target.height / 2]);
				return { from: node.name, to, points };
			}),
		);
	});
}

/** Where the lines from a node to its tools and models run, between it and them. */
export function toolLinesOf(
	{ nodes, connections }: Pick<WorkflowJson, 'nodes' | 'connections'>,
	{ name, ...agent }: Drawn,
): Box | undefined {
	const below = nodes.filter((node) =>
		Object.entries(connections[node.name] ?? {}).some(
			([type, outputs]) =>
				type !== 'main' && outputs.flat().some((target) => target?.node === name),
		),
	);
	if (below.length === 0) return undefined;
	const { y, height } = boxOf(connections, { name, ...agent });
	const xs = below.map(({ position }) => position[0]);
	const top = y + height;
	return {
		x: Math.min(...xs),
		y: top,
		width: Math.max(...xs) + SUB_NODE - Math.min(...xs),
		height: Math.min(...below.map(({ position }) => position[1])) - top,
	};
}

export const overlap = (a: Box, b: Box): boolean =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const holds = (outer: Box, inner: Box): boolean =>
	outer.x <= inner.x &&
	outer.y <= inner.y &&
	inner.x + inner.width <= outer.x + outer.width &&
	inner.y + inner.height <= outer.y + outer.height;

/** Whether a line runs through a box, seen every few pixels. */
export function passes({ points }: Line, box: Box): boolean {
	return points.slice(1).some(([x2, y2], index) => {
		const [x1, y1] = points[index];
		const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 8) || 1;
		return Array.from({ length: steps + 1 }, (_none, step) => step / steps).some((t) =>
			overlap({ x: x1 + (x2 - x1) * t, y: y1 + (y2 - y1) * t, width: 0.1, height: 0.1 }, box),
		);
	});
}
