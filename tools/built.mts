import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type * as NodeProperties from '../nodes/LinkPlatform/runner/nodeProperties.ts';
import type { Operation, Resource } from '../nodes/LinkPlatform/runner/operation.ts';

/** Returns the exports of a built file. `path` is relative to dist, without `.js`. Run `npm run build` first. */
export function getBuiltModule<T>(path: string, packageFolder = process.cwd()) {
	const file = join(packageFolder, 'dist', `${path}.js`);
	return createRequire(file)(file) as T;
}

/** Returns an instance of a node or credential from the built package. Its class has the same name as its file. */
export function createBuiltInstance<T>(path: string, packageFolder?: string) {
	const [name] = basename(path).split('.');
	return new (getBuiltModule<Record<string, new () => T>>(path, packageFolder)[name])();
}

/** Returns an instance of each node in the built package. */
export function getNodes(): INodeType[] {
	const { n8n } = createRequire(import.meta.url)('../package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => createBuiltInstance(file.replace(/^dist\/|\.js$/g, '')));
}

/** A resource with its label, its operations' labels, and the name and label of the action node that offers it. */
export interface OfferedResource extends Resource {
	name: string;
	operations: Record<string, Operation & { name: string }>;
	node: string;
	nodeLabel: string;
}

const getResourcesByNode = () =>
	getBuiltModule<{ resources: Record<string, Resource[]> }>('nodes/LinkPlatform/resources/index')
		.resources;

/** Returns a resource with the labels that the dropdowns show. */
function addLabels(resource: Resource) {
	const { toEntry, toMenu } = getBuiltModule<typeof NodeProperties>(
		'nodes/LinkPlatform/runner/nodeProperties',
	);
	const entries = toMenu(resource).map(({ value, name }) => {
		const operation = String(value);
		return [operation, { ...resource.operations[operation], name }] as const;
	});
	return { ...toEntry(resource), operations: Object.fromEntries(entries) };
}

/** Returns all resources of the built action nodes, in the order of the nodes' menus. */
export function getResources(): OfferedResource[] {
	const resources = getResourcesByNode();
	return getNodes().flatMap(({ description: { name: node, displayName: nodeLabel } }) =>
		(resources[node] ?? []).map((resource) => ({
			...addLabels(resource),
			node,
			nodeLabel,
		})),
	);
}

/** Returns the name of the action node that offers a resource; `linkPlatform` if no node does. */
export function getNodeOf(resource: unknown) {
	const offers = (all: Resource[]) => all.some(({ value }) => value === resource);
	const found = Object.entries(getResourcesByNode()).find(([, all]) => offers(all));
	return found?.[0] ?? 'linkPlatform';
}
