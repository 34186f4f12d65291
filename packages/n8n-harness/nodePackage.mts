/** Loads a built node package with n8n-core's own loader, so tests run the code that is published. */
import { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialType,
	INode,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import type { CredentialData } from './credentials.mts';
import { NodeHelpers, UserError } from './n8nWorkflow.mts';

/** The loaded node types and credential types of a package. */
export interface NodePackage {
	/** The name on npm, which is also the prefix of the package's node types. */
	name: string;
	/** The node types, by name without the package prefix, e.g. `linkPlatform`. */
	nodes: Record<string, INodeType | IVersionedNodeType>;
	/** The credential types, by name. */
	credentials: Record<string, ICredentialType>;
}

/**
 * Reads the folder's `package.json`, and loads the nodes and credentials that `package.json` lists. Rejects if a file
 * can't be loaded.
 */
export async function loadNodePackage(folder: string): Promise<NodePackage> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const toTypes = <T,>(loaded: Record<string, { type: T }>) =>
		Object.fromEntries(Object.entries(loaded).map(([name, { type }]) => [name, type]));
	return {
		name: loader.packageName,
		nodes: toTypes(loader.nodeTypes),
		credentials: toTypes(loader.credentialTypes),
	};
}

/** Returns n8n's `INodeTypes` for a function that finds node types by name. */
export const toNodeTypes = (getByName: (typeName: string) => INodeType): INodeTypes => ({
	getByName,
	getByNameAndVersion: getByName,
	getKnownTypes: () => ({}),
});

/** All node types of one engine, by the names that workflows use. */
export class NodeTypes implements INodeTypes {
	readonly #types: Map<string, INodeType | IVersionedNodeType>;

	constructor(types: Map<string, INodeType | IVersionedNodeType>) {
		this.#types = types;
	}

	/**
	 * Returns the node type with this full name. Throws a UserError that lists the known types if the type is unknown.
	 */
	getByName(typeName: string): INodeType | IVersionedNodeType {
		const type = this.#types.get(typeName);
		if (!type) {
			const known = [...this.#types.keys()].join(', ');
			throw new UserError(`The engine has no node type "${typeName}". It has: ${known}`);
		}
		return type;
	}

	/**
	 * Returns a version of a node type. Default: the type's default version. Throws a UserError if the type is unknown.
	 */
	getByNameAndVersion(typeName: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(typeName), version);
	}

	/** Returns the type of a node, in the version that the node uses. */
	of({ type, typeVersion }: Pick<INode, 'type' | 'typeVersion'>): INodeType {
		return this.getByNameAndVersion(type, typeVersion);
	}

	getKnownTypes() {
		return {};
	}

	/** Returns the version that a new node of this type gets. */
	latestVersion(typeName: string): number {
		const { version } = this.getByNameAndVersion(typeName).description;
		return Array.isArray(version) ? Math.max(...version) : version;
	}

	/**
	 * Returns the node with a reference to each available credential that its type supports. Existing references take
	 * precedence.
	 */
	withCredentials(node: INode, data: CredentialData): INode {
		const { credentials } = this.of(node).description;
		const references = (credentials ?? [])
			.filter(({ name }) => data[name])
			.map(({ name }) => [name, { id: name, name }] as const);
		if (references.length === 0) return node;
		return { ...node, credentials: { ...Object.fromEntries(references), ...node.credentials } };
	}
}
