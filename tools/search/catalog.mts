/**
 * n8n's two searches for nodes, over all nodes that an installed n8n has and this package, as n8n itself loads
 * them. One process can load them once.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { openN8nModules } from '../n8n/modules.mts';

/** What both searches read of a node. */
interface NodeEntry {
	name: string;
	displayName: string;
	group: string[];
	hidden?: true;
	codex?: {
		categories?: string[];
		subcategories?: Record<string, string[]>;
		alias?: string[];
	};
}

interface Parser {
	searchNodeTypes(query: string, limit: number): Array<{ id: string }>;
}

interface Loader {
	init(): Promise<void>;
	runDirectoryLoader(kind: unknown, folder: string): Promise<unknown>;
	postProcessLoaders(): Promise<void>;
	collectTypes(): Promise<{ nodes: NodeEntry[] }>;
}

type SublimeSearch = <T>(text: string, items: T[]) => Array<{ item: T }>;

export interface Catalog {
	/** The nodes that an AI gets when it searches: n8n's MCP server, its AI builder, its agents. */
	searchAsAi: (text: string, limit: number) => string[];
	/** The same, if each of this package's nodes had the words of the text as its aliases: the most that aliases can do. */
	searchAtBest: (text: string, limit: number) => string[];
	/** The rows of the editor's node panel; a node and its trigger are one row, under the node's name. */
	searchAsPanel: (text: string, limit: number) => string[];
	/** How many nodes were searched. */
	size: number;
}

/** Loads n8n's nodes, and the built package of the folder. */
export async function openCatalog(packageFolder: string): Promise<Catalog> {
	const { load, get } = await openN8nModules();
	const { LoadNodesAndCredentials } = load('./dist/load-nodes-and-credentials.js') as {
		LoadNodesAndCredentials: unknown;
	};
	const { PackageDirectoryLoader } = load('n8n-core') as { PackageDirectoryLoader: unknown };
	const loader = get<Loader>(LoadNodesAndCredentials);
	await loader.init();
	await loader.runDirectoryLoader(PackageDirectoryLoader, packageFolder);
	await loader.postProcessLoaders();
	const { nodes } = await loader.collectTypes();

	const { NodeTypeParser } = load('@n8n/ai-utilities/node-catalog') as {
		NodeTypeParser: new (nodes: NodeEntry[]) => Parser;
	};
	// n8n's own packages may have it where n8n itself has not.
	const fromUtilities = createRequire(load.resolve('@n8n/ai-utilities/node-catalog'));
	const { sublimeSearch } = fromUtilities('@n8n/utils/search/sublime-search') as {
		sublimeSearch: SublimeSearch;
	};
	const idsFrom = (searched: NodeEntry[]) => {
		const parser = new NodeTypeParser(searched);
		return (text: string, limit: number) => parser.searchNodeTypes(text, limit).map(({ id }) => id);
	};
	const { name: packageName } = createRequire(join(packageFolder, 'package.json'))(
		'./package.json',
	) as { name: string };
	const rows = toPanelRows(nodes);
	return {
		searchAsAi: idsFrom(nodes),
		searchAtBest: (text, limit) => {
			const codex = { alias: [text, ...text.split(' ')] };
			const named = nodes.map((node) =>
				node.name.startsWith(`${packageName}.`) ? { ...node, codex } : node,
			);
			return idsFrom(named)(text, limit);
		},
		searchAsPanel: (text, limit) =>
			sublimeSearch(withoutTrigger(text).toLowerCase(), rows)
				.slice(0, limit)
				.map(({ item }) => item.properties.name),
		size: nodes.length,
	};
}

/**
 * The rows that the panel searches outside of an agent (n8n-editor-ui: useActionsGeneration, nodeCreator.utils):
 * a trigger whose node has another one of its name is not searched by itself.
 */
function toPanelRows(nodes: NodeEntry[]): Array<{ properties: NodeEntry }> {
	const shown = nodes.filter((node) => node.hidden !== true && !isPartOfAgent(node));
	const isTrigger = ({ group }: NodeEntry) => group.includes('trigger');
	const others = new Set(shown.filter((node) => !isTrigger(node)).map(({ name }) => name));
	return shown
		.filter((node) => !isTrigger(node) || !others.has(node.name.replace('Trigger', '')))
		.map((properties) => ({ properties }));
}

/** Models, memories, tools and the like, which the panel shows only at an agent. */
function isPartOfAgent({ codex }: NodeEntry): boolean {
	const isAi = codex?.categories?.includes('AI') ?? false;
	return isAi && !codex?.subcategories?.AI?.includes('Root Nodes');
}

/** The panel leaves out "trigger", or the beginning of it, as the last word. */
function withoutTrigger(text: string): string {
	const words = text.split(' ');
	const last = words.at(-1)?.toLowerCase() ?? '';
	return words.length > 1 && 'trigger'.startsWith(last) ? words.slice(0, -1).join(' ') : text;
}
