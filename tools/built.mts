import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../nodes/LinkPlatform/runner/operation.ts';

/** Returns the exports of a built file, by its path below dist without `.js`. Run `npm run build` first. */
export function getBuiltModule<T>(path: string, packageFolder = process.cwd()): T {
	const file = join(packageFolder, 'dist', `${path}.js`);
	return createRequire(file)(file) as T;
}

/** A node or credential of the built package; its class is called as its file. */
export function createBuiltInstance<T>(path: string, packageFolder?: string): T {
	const [name] = basename(path).split('.');
	return new (getBuiltModule<Record<string, new () => T>>(path, packageFolder)[name])();
}

/** The nodes that the package offers, built. */
export function getNodes(): INodeType[] {
	const { n8n } = createRequire(import.meta.url)('../package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => createBuiltInstance(file.replace(/^dist\/|\.js$/g, '')));
}

/** A resource with the action node that offers it, by its name and its label. */
export type OfferedResource = Resource & { node: string; nodeLabel: string };

const getResourcesByNode = () =>
	getBuiltModule<{ resources: Record<string, Resource[]> }>('nodes/LinkPlatform/resources/index')
		.resources;

/** All resources of the built action nodes, in the order of their menus. */
export function getResources(): OfferedResource[] {
	const resources = getResourcesByNode();
	return getNodes().flatMap(({ description: { name: node, displayName: nodeLabel } }) =>
		(resources[node] ?? []).map((one) => ({ ...one, node, nodeLabel })),
	);
}

/** Returns the name of the action node that offers a resource; `linkPlatform` if no node does. */
export function getNodeOf(resource: unknown): string {
	const offers = (all: Resource[]) => all.some(({ value }) => value === resource);
	const found = Object.entries(getResourcesByNode()).find(([, all]) => offers(all));
	return found?.[0] ?? 'linkPlatform';
}
