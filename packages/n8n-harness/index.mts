/**
 * Runs single nodes of the built package and whole workflows in n8n's execution engine (n8n-core), without the rest
 * of n8n. Used by tests, the demo and benchmarks.
 */
import './environment.mts';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { BinaryDataService } from 'n8n-core';
import type {
	IBinaryData,
	IConnections,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	IPinData,
	IWorkflowSettings,
	ResourceMapperFields,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Container } from './container.mts';
import { coreNodes } from './coreNodes.mts';
import { type CredentialData, SuppliedCredentials } from './credentials.mts';
import { runCredentialTest } from './credentialTest.mts';
import { provideDeduplication } from './deduplication.mts';
import {
	createAdditionalData,
	execute,
	createExecutionId,
	type NodeRun,
	type WorkflowRun,
} from './execution.mts';
import type { LogEntry } from './log.mts';
import { Expression, UserError, Workflow } from './n8nWorkflow.mts';
import { loadNodePackage, type NodePackage, NodeTypes } from './nodePackage.mts';
import { checkNames, refuseUnknown } from './options.mts';
import { callLoadMethod } from './parameterMethods.mts';
import { connectTool, type Tool, type ToolOptions } from './toolCalls.mts';
import { openTriggerHost, type TriggerHost } from './triggers/host.mts';
import type { TriggerHostOptions } from './triggers/types.mts';

export type { CredentialData, LogEntry, NodeRun, TriggerHost, TriggerHostOptions, WorkflowRun };
export type { HostedWorkflow as Publication } from './triggers/hostedWorkflow.mts';
export type { PolledWorkflow } from './triggers/polledWorkflow.mts';
export type { Delivery, WebhookExecution } from './triggers/types.mts';

/** The options of `openEngine`. */
export interface EngineOptions {
	/** The folder with the built package's package.json. Default: the working directory. */
	packageFolder?: string;
	/** Credential data by credential type, for every call that doesn't pass its own. */
	credentials?: CredentialData;
	/** Additional node types by full name, e.g. `{ 'n8n-nodes-base.set': type }`. */
	extraNodeTypes?: Record<string, INodeType>;
	/**
	 * The engine that evaluates expressions. `vm` (n8n's own default) runs them in an isolate. `legacy` starts faster.
	 * A process can use only one engine. Default: the environment variable N8N_EXPRESSION_ENGINE, or `legacy` if it
	 * isn't set.
	 */
	expressionEngine?: 'legacy' | 'vm';
	/** The storage of binary data: files (n8n's default), or the items themselves. */
	binaryMode?: 'filesystem' | 'memory';
}

/** A file attached to an input item. It is written to n8n's binary data store before the node runs. */
export interface InputFile {
	fileName?: string;
	mimeType: string;
	data: Buffer | Readable;
}

/** An input item. By default, it has neither fields nor files. */
export interface InputItem {
	json?: IDataObject;
	/** The item's files, by property name. A file that n8n has already stored is passed on unchanged. */
	binary?: Record<string, InputFile | IBinaryData>;
}

/** The values of a node's setting 'On Error'. */
export type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

/** The options that `runNode` and `runWorkflow` share. */
interface CommonOptions {
	/** The base URL of n8n that nodes see. Default: a placeholder that no server answers. */
	baseUrl?: string;
	credentials?: CredentialData;
	executionId?: string;
	workflowId?: string;
	/** The signal that cancels the execution, as the Stop button does. */
	signal?: AbortSignal;
	/** The execution mode. Default: `trigger`, as for a published workflow that a trigger has started. */
	mode?: WorkflowExecuteMode;
}

/** The options of `runNode`. */
export interface RunNodeOptions extends CommonOptions {
	/** The node's name within the package (`linkPlatform`), or its full type name. */
	node: string;
	parameters?: Record<string, unknown>;
	/** The input items. Default: one item without fields. */
	items?: InputItem[];
	/** The node's setting 'On Error'. Default: `stopWorkflow`. */
	onError?: OnError;
	/** The workflow's settings: `timezone`, `binaryMode: 'combined'`, … */
	settings?: IWorkflowSettings;
	/** The node's own settings: `retryOnFail`, `maxTries`, `executeOnce`, `name`, … */
	nodeSettings?: Partial<INode>;
}

/** The result of `runNode`. If the node fails, `status` is `error`, and `error` contains the error. */
export interface NodeResult extends Omit<WorkflowRun, 'nodes' | 'stored'> {
	items: INodeExecutionData[];
	/** The items of the error output. Empty unless 'On Error' is `continueErrorOutput`. */
	errorItems: INodeExecutionData[];
	/** Hints that the node added with `addExecutionHints`. */
	hints: NodeRun['hints'];
}

/** A workflow as n8n exports it. Only `nodes` and `connections` are required. */
export interface WorkflowJson {
	id?: string;
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
	staticData?: IDataObject;
}

/** The options of `runWorkflow`. */
export interface RunWorkflowOptions extends CommonOptions {
	/** Items to use as the output of the start node. */
	input?: InputItem[];
	/** The name of the node to start at. Default: the trigger that n8n itself would choose. */
	startNode?: string;
}

/** The options of `loadOptions` and `resourceMapping`. */
export interface LoadOptions {
	/**
	 * The node type that has the method: its name within the package, or its full name. Default: the package's first
	 * node.
	 */
	node?: string;
	parameters?: Record<string, unknown>;
	credentials?: CredentialData;
	/** The path of the parameter whose options are loaded. Methods that read neighboring parameters need this path. */
	path?: string;
	/** The base URL of n8n that the method sees. Default: a placeholder that no server answers. */
	baseUrl?: string;
}

/** The options of `listSearch`. */
export interface ListSearchOptions extends LoadOptions {
	/** The search text that the user typed. */
	filter?: string;
	/** The `paginationToken` of the previous page. Default: the first page is loaded. */
	paginationToken?: string;
}

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const INPUT = 'Input';

/**
 * Loads a built package, and resolves with an engine that runs its nodes. Rejects if the package can't be loaded. The
 * first call in a process takes about a second, because it also loads n8n-core.
 */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
	checkNames('openEngine has no option', options);
	const { packageFolder = process.cwd() } = options;
	const expressionEngine = options.expressionEngine ?? process.env.N8N_EXPRESSION_ENGINE;
	const nodePackage = await loadNodePackage(packageFolder);
	await provideDeduplication();
	await Container.get(BinaryDataService).init();
	if (expressionEngine === 'vm') {
		await Expression.initExpressionEngine({
			engine: 'vm',
			bridgeTimeout: 5000,
			bridgeMemoryLimit: 128,
			poolSize: 1,
			maxCodeCacheSize: 1024,
		});
	}
	return new Engine(nodePackage, options);
}

/** n8n's execution engine with one loaded package. Use `openEngine` to create an engine. */
export class Engine {
	readonly nodePackage: NodePackage;
	/**
	 * All node types that workflows can use: the package's own, the replacements of built-in nodes, and
	 * `extraNodeTypes`.
	 */
	readonly nodeTypes: NodeTypes;
	readonly #options: EngineOptions;

	constructor(nodePackage: NodePackage, options: EngineOptions) {
		this.nodePackage = nodePackage;
		this.#options = options;
		this.nodeTypes = new NodeTypes(
			new Map([
				...Object.entries(coreNodes),
				...Object.entries(options.extraNodeTypes ?? {}),
				...Object.entries(nodePackage.nodes).map(
					([name, type]) => [`${nodePackage.name}.${name}`, type] as const,
				),
			]),
		);
	}

	/** Disposes of the isolates that evaluate expressions, and switches this process back to the `legacy` engine. */
	async close(): Promise<void> {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	}

	/**
	 * Runs a single node on the items, which a manual trigger passes to the node. Resolves with the result even if the
	 * node fails, so check `status`. Rejects with a UserError if the node type is unknown.
	 */
	async runNode(options: RunNodeOptions): Promise<NodeResult> {
		checkNames('runNode has no option', options);
		const { node: type, parameters, items = [{}], onError, ...others } = options;
		const { settings, nodeSettings, ...common } = others;
		const node = this.node(type, {
			parameters: parameters as INodeParameters,
			onError,
			...nodeSettings,
		});
		const run = await this.runWorkflow(
			{
				nodes: [this.node(MANUAL_TRIGGER, { name: INPUT }), node],
				connections: { [INPUT]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
				settings,
			},
			{ ...common, startNode: INPUT, input: items },
		);
		const { nodes, stored: _stored, ...rest } = run;
		const last = nodes[node.name]?.at(-1);
		return {
			...rest,
			items: last?.items ?? [],
			errorItems: (node.onError === 'continueErrorOutput' && last?.outputs.at(-1)) || [],
			hints: last?.hints ?? [],
		};
	}

	/**
	 * Runs a whole workflow from its trigger, or from `startNode`, until the execution ends or waits. Resolves with the
	 * result even if a node fails, so check `status`. Rejects with a UserError if the workflow has no node to start at.
	 */
	async runWorkflow(json: WorkflowJson, options: RunWorkflowOptions = {}): Promise<WorkflowRun> {
		checkNames('runWorkflow has no option', options);
		this.#claimProcess();
		const credentials = this.credentials(options.credentials);
		const executionId = options.executionId ?? createExecutionId();
		const workflow = this.workflow(json, options.credentials, options.workflowId);
		const start = options.startNode ? workflow.getNode(options.startNode) : workflow.getStartNode();
		if (!start)
			throw new UserError(`The workflow has no node "${options.startNode ?? 'to start'}"`);
		const input = options.input && (await this.#store(options.input, workflow.id, executionId));
		// The manual trigger passes its input through. The output of any other start node is replaced by pinned data,
		// as in the editor.
		const passesOn = start.type === MANUAL_TRIGGER;
		const data = createAdditionalData(credentials, executionId, options.baseUrl);
		return await execute(workflow, data, {
			mode: options.mode ?? 'trigger',
			start: { node: start, data: { main: [(passesOn && input) || [{ json: {} }]] }, source: null },
			pinData: { ...json.pinData, ...(!passesOn && input && { [start.name]: input }) },
			signal: options.signal,
		});
	}

	/**
	 * Connects the node as a tool of an AI agent, and resolves with a function that calls the tool. Without
	 * `executionId`, the tool is called outside of an execution.
	 */
	async connectTool(options: ToolOptions): Promise<Tool> {
		checkNames('connectTool has no option', options);
		this.#claimProcess();
		return await connectTool(this, options);
	}

	/** Starts a server that takes the place of n8n's webhook routes. Call the host's `close` when the test is done. */
	async startTriggerHost(options: TriggerHostOptions = {}): Promise<TriggerHost> {
		checkNames('startTriggerHost has no option', options);
		this.#claimProcess();
		return await openTriggerHost(this, options);
	}

	/**
	 * Resolves with the options of a dropdown. `method` is the parameter's `loadOptionsMethod`. Rejects with a
	 * UserError if the node has no such method.
	 */
	async loadOptions(method: string, options: LoadOptions = {}): Promise<INodePropertyOptions[]> {
		checkNames('loadOptions and resourceMapping have no option', options);
		return await callLoadMethod(this, 'loadOptions', method, options);
	}

	/**
	 * Resolves with one page of the list in a resource locator. `method` is the `searchListMethod` of the list. Rejects
	 * with a UserError if the node has no such method.
	 */
	async listSearch(
		method: string,
		options: ListSearchOptions = {},
	): Promise<INodeListSearchResult> {
		checkNames('listSearch has no option', options);
		return await callLoadMethod(this, 'listSearch', method, options, [
			options.filter,
			options.paginationToken,
		]);
	}

	/**
	 * Resolves with the fields of a resource mapper. `method` is its `resourceMapperMethod`. Rejects with a UserError
	 * if the node has no such method.
	 */
	async resourceMapping(method: string, options: LoadOptions = {}): Promise<ResourceMapperFields> {
		checkNames('loadOptions and resourceMapping have no option', options);
		return await callLoadMethod(this, 'resourceMapping', method, options);
	}

	/**
	 * Tests a credential as n8n's credential form does: sends the credential type's test request and checks the response
	 * against the type's rules, or calls the function that a node names in `testedBy`. Resolves with the status `OK` or `Error` and a message.
	 */
	async testCredential(
		type: string,
		data: CredentialData[string],
	): Promise<INodeCredentialTestResult> {
		this.#checkCredentialTypes({ [type]: data });
		return await runCredentialTest(this, type, data);
	}

	/** Resolves with the content of a file in an output item, wherever n8n has stored the file. */
	async readBinary(binary: IBinaryData): Promise<Buffer> {
		return await Container.get(BinaryDataService).getAsBuffer(binary);
	}

	/**
	 * Returns a node for a workflow, including the fields that n8n's editor would add. `type` is a name within the
	 * package or a full type name. Throws a UserError if the type is unknown.
	 */
	node(type: string, more: Partial<INode> = {}): INode {
		const fullType = type.includes('.') ? type : `${this.nodePackage.name}.${type}`;
		const typeVersion = more.typeVersion ?? this.nodeTypes.latestVersion(fullType);
		const { description } = this.nodeTypes.getByNameAndVersion(fullType, typeVersion);
		const name = more.name ?? description.defaults.name ?? description.displayName;
		const given = Object.fromEntries(
			Object.entries(more).filter(([, value]) => value !== undefined),
		);
		return {
			id: name,
			position: [0, 0],
			parameters: {},
			...given,
			name,
			type: fullType,
			typeVersion,
		};
	}

	/**
	 * Returns n8n's `Workflow` for a workflow's JSON. Each node gets the available credentials of the types that it
	 * supports.
	 */
	workflow(json: WorkflowJson, data?: CredentialData, id = json.id ?? 'workflow'): Workflow {
		const available = { ...this.#options.credentials, ...data };
		this.#checkCredentialTypes(available);
		return new Workflow({
			id,
			name: json.name ?? 'Engine',
			nodes: structuredClone(json.nodes).map((node) =>
				this.nodeTypes.withCredentials(node, available),
			),
			connections: structuredClone(json.connections),
			nodeTypes: this.nodeTypes,
			active: false,
			settings: { executionOrder: 'v1', ...json.settings },
			staticData: structuredClone(json.staticData ?? {}),
		});
	}

	/**
	 * Returns the credentials of one execution. For each credential type, data passed to the call takes precedence over
	 * data passed to the engine.
	 */
	credentials(data?: CredentialData): SuppliedCredentials {
		return this.liveCredentials(() => data);
	}

	/** Returns credentials that always reflect the current result of `getData`. */
	liveCredentials(getData: () => CredentialData | undefined): SuppliedCredentials {
		return new SuppliedCredentials(this.nodePackage.credentials, () => ({
			...this.#options.credentials,
			...getData(),
		}));
	}

	/** Throws a UserError if the package has no credential type of one of these names. */
	#checkCredentialTypes(given: CredentialData) {
		const { name, credentials } = this.nodePackage;
		refuseUnknown(`${name} has no credential type`, given, Object.keys(credentials));
	}

	/** Sets the storage mode of n8n-core's binary data store. All engines in a process share that store. */
	#claimProcess() {
		const store = Container.get(BinaryDataService) as unknown as { mode: string };
		store.mode = this.#options.binaryMode === 'memory' ? 'default' : 'filesystem-v2';
	}

	/** Writes the items' files to n8n's binary data store, and resolves with the items as nodes receive them. */
	async #store(items: InputItem[], workflowId: string, executionId: string) {
		const store = Container.get(BinaryDataService);
		const stored: INodeExecutionData[] = [];
		for (const given of items) {
			const { json = {}, binary } = given;
			// Items of an earlier run have more fields, and may be passed on.
			if (!('json' in given || binary)) checkNames('An input item has no field', given);
			const item: INodeExecutionData = { json };
			for (const [name, file] of Object.entries(binary ?? {})) {
				const { data, fileName, mimeType } = file;
				(item.binary ??= {})[name] =
					typeof data === 'string'
						? (file as IBinaryData)
						: await store.store({ type: 'execution', workflowId, executionId }, data, {
								mimeType,
								fileName,
								fileExtension: extname(fileName ?? '').slice(1) || undefined,
								data: '',
							});
			}
			stored.push(item);
		}
		return stored;
	}
}
