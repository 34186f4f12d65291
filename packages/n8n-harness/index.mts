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
import { callLoadMethod } from './parameterMethods.mts';
import { connectTool, type Tool, type ToolOptions } from './toolCalls.mts';
import { openTriggerHost, type TriggerHost } from './triggers/host.mts';
import type { TriggerHostOptions } from './triggers/types.mts';

export type { CredentialData, LogEntry, NodeRun, TriggerHost, TriggerHostOptions, WorkflowRun };
export type { HostedWorkflow as Publication } from './triggers/hostedWorkflow.mts';
export type { PolledWorkflow } from './triggers/polledWorkflow.mts';
export type { Delivery, WebhookExecution } from './triggers/types.mts';

export interface EngineOptions {
	/** The folder with the built package's package.json. Default: the working directory. */
	packageFolder?: string;
	/** Credentials for every call that doesn't pass its own. */
	credentials?: CredentialData;
	/** Additional node types by full name, e.g. `{ 'n8n-nodes-base.set': type }`. */
	extraNodeTypes?: Record<string, INodeType>;
	/**
	 * The engine that evaluates expressions. `vm` (n8n's own default) runs them in an isolate. `legacy` starts faster. A
	 * process can use only one engine. Default: the environment variable N8N_EXPRESSION_ENGINE, or `legacy` if it isn't
	 * set.
	 */
	expressionEngine?: 'legacy' | 'vm';
	/** Where binary data is stored: in files (n8n's default), or inside the items. */
	binaryMode?: 'filesystem' | 'memory';
}

/** A file attached to an input item. It is written to n8n's binary data store before the node runs. */
export interface InputFile {
	fileName?: string;
	mimeType: string;
	data: Buffer | Readable;
}

export interface InputItem {
	json?: IDataObject;
	binary?: Record<string, InputFile | IBinaryData>;
}

export type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

interface CommonOptions {
	/** The base URL of this n8n instance. Default: none. */
	baseUrl?: string;
	credentials?: CredentialData;
	executionId?: string;
	workflowId?: string;
	/** Cancels the execution, as the Stop button does. */
	signal?: AbortSignal;
	/** The execution mode. Default: `trigger`, as for a published workflow that a trigger has started. */
	mode?: WorkflowExecuteMode;
}

export interface RunNodeOptions extends CommonOptions {
	/** The node's name within the package (`linkPlatform`), or its full type name. */
	node: string;
	parameters?: Record<string, unknown>;
	/** The input items. Default: one item without fields. */
	items?: InputItem[];
	onError?: OnError;
	/** The workflow's settings: `timezone`, `binaryMode: 'combined'`, … */
	settings?: IWorkflowSettings;
	/** The node's own settings: `retryOnFail`, `maxTries`, `executeOnce`, `name`, … */
	nodeSettings?: Partial<INode>;
}

export interface NodeResult extends Omit<WorkflowRun, 'nodes' | 'stored'> {
	items: INodeExecutionData[];
	/** The items on the error output; only used if 'On Error' is `continueErrorOutput`. */
	errorItems: INodeExecutionData[];
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

export interface RunWorkflowOptions extends CommonOptions {
	/** Items to use as the output of the start node. */
	input?: InputItem[];
	/** The name of the node to start at. Default: the trigger, where n8n itself would start. */
	startNode?: string;
}

export interface LoadOptions {
	/** The node whose method to call. Default: the package's first node. */
	node?: string;
	parameters?: Record<string, unknown>;
	credentials?: CredentialData;
	/** The path of the parameter whose options are loaded. Needed by methods that read neighboring parameters. */
	path?: string;
	/** The base URL of this n8n instance. */
	baseUrl?: string;
}

export interface ListSearchOptions extends LoadOptions {
	filter?: string;
	paginationToken?: string;
}

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const INPUT = 'Input';

/** Loads the package. The first call in a process takes about a second, because it also loads n8n-core. */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
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

export class Engine {
	readonly nodePackage: NodePackage;
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

	/** Runs a single node on the items, in a workflow that contains only this node. */
	async runNode(options: RunNodeOptions): Promise<NodeResult> {
		const node = this.node(options.node, {
			parameters: options.parameters as INodeParameters,
			onError: options.onError,
			...options.nodeSettings,
		});
		const run = await this.runWorkflow(
			{
				nodes: [this.node(MANUAL_TRIGGER, { name: INPUT }), node],
				connections: { [INPUT]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
				settings: options.settings,
			},
			{ ...options, startNode: INPUT, input: options.items ?? [{}] },
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

	/** Runs a whole workflow from its trigger, or from `startNode`. */
	async runWorkflow(json: WorkflowJson, options: RunWorkflowOptions = {}): Promise<WorkflowRun> {
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
	 * Connects the node as a tool of an AI agent. Without `executionId`, the tool is called outside of an execution.
	 */
	async connectTool(options: ToolOptions): Promise<Tool> {
		this.#claimProcess();
		return await connectTool(this, options);
	}

	/** Starts a server that takes the place of n8n's webhook routes. Close it when the test is done. */
	async startTriggerHost(options: TriggerHostOptions = {}): Promise<TriggerHost> {
		this.#claimProcess();
		return await openTriggerHost(this, options);
	}

	/** Returns the options of a dropdown. `method` is the parameter's `loadOptionsMethod`. */
	async loadOptions(method: string, options: LoadOptions = {}): Promise<INodePropertyOptions[]> {
		return await callLoadMethod(this, 'loadOptions', method, options);
	}

	/** Returns one page of the list in a resource locator. */
	async listSearch(
		method: string,
		options: ListSearchOptions = {},
	): Promise<INodeListSearchResult> {
		return await callLoadMethod(this, 'listSearch', method, options, [
			options.filter,
			options.paginationToken,
		]);
	}

	/** Returns the fields of a resource mapper. */
	async resourceMapping(method: string, options: LoadOptions = {}): Promise<ResourceMapperFields> {
		return await callLoadMethod(this, 'resourceMapping', method, options);
	}

	/**
	 * Tests a credential as n8n's credential form does: sends the credential type's test request, and checks the
	 * response against the type's rules.
	 */
	async testCredential(
		type: string,
		data: CredentialData[string],
	): Promise<INodeCredentialTestResult> {
		return await runCredentialTest(this, type, data);
	}

	/** Returns the content of a file in an output item, wherever n8n has stored it. */
	async readBinary(binary: IBinaryData): Promise<Buffer> {
		return await Container.get(BinaryDataService).getAsBuffer(binary);
	}

	/** Returns a node for a workflow, including the fields that n8n's editor would add. */
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
	 * Returns the credentials of one execution: those passed to the call or, if there are none, those passed to the
	 * engine.
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

	/** Sets the storage mode of n8n-core's binary data store. All engines in a process share that store. */
	#claimProcess() {
		const store = Container.get(BinaryDataService) as unknown as { mode: string };
		store.mode = this.#options.binaryMode === 'memory' ? 'default' : 'filesystem-v2';
	}

	async #store(items: InputItem[], workflowId: string, executionId: string) {
		const store = Container.get(BinaryDataService);
		const stored: INodeExecutionData[] = [];
		for (const { json = {}, binary } of items) {
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
