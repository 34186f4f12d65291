/**
 * n8n's execution engine (n8n-core) without the rest of n8n: runs nodes of the built package and
 * whole workflows, in tests, in the demo and in benchmarks.
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
	/** Folder of the built package, which has the package.json. Default: the working directory. */
	packageFolder?: string;
	/** Credentials for every call without its own. */
	credentials?: CredentialData;
	/** More node types, by full name, e.g. `{ 'n8n-nodes-base.set': type }`. */
	extraNodeTypes?: Record<string, INodeType>;
	/**
	 * `vm` runs in an isolate and is n8n's default; `legacy` starts faster. One per process. Default: n8n's variable
	 * N8N_EXPRESSION_ENGINE, else `legacy`.
	 */
	expressionEngine?: 'legacy' | 'vm';
	/** Storage of binary data: files (n8n's default), or in the items themselves. */
	binaryMode?: 'filesystem' | 'memory';
}

/** A file in an input item: written into n8n's binary store before the node runs. */
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
	/** The address of this n8n; default: none. */
	baseUrl?: string;
	credentials?: CredentialData;
	executionId?: string;
	workflowId?: string;
	/** Cancels the execution, as the Stop button does. */
	signal?: AbortSignal;
	/** Default `trigger`: a published workflow that was started by a schedule or the like. */
	mode?: WorkflowExecuteMode;
}

export interface RunNodeOptions extends CommonOptions {
	/** Name within the package (`linkPlatform`) or a full type name. */
	node: string;
	parameters?: Record<string, unknown>;
	/** Default: one item without fields. */
	items?: InputItem[];
	onError?: OnError;
	typeVersion?: number;
	/** Workflow settings: `timezone`, `binaryMode: 'combined'`, … */
	settings?: IWorkflowSettings;
	/** Settings of the node itself: `retryOnFail`, `maxTries`, `executeOnce`, `name`, … */
	nodeSettings?: Partial<INode>;
}

export interface NodeResult extends Omit<WorkflowRun, 'nodes' | 'stored'> {
	items: INodeExecutionData[];
	/** Items on the error output (only with `continueErrorOutput`). */
	errorItems: INodeExecutionData[];
	hints: NodeRun['hints'];
	milliseconds: number;
}

/** A workflow file, as n8n exports it; only nodes and connections are needed. */
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
	/** Items that replace the output of the start node. */
	input?: InputItem[];
	/** Default: the trigger, which n8n would start. */
	startNode?: string;
}

export interface LoadOptions {
	/** Default: the package's first node. */
	node?: string;
	parameters?: Record<string, unknown>;
	credentials?: CredentialData;
	typeVersion?: number;
	/** Path of the parameter that is filled, for methods that look at their siblings. */
	path?: string;
	/** Address of n8n. */
	baseUrl?: string;
}

export interface ListSearchOptions extends LoadOptions {
	filter?: string;
	paginationToken?: string;
}

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const INPUT = 'Input';

/** Loads the package. The first call in a process takes a second, to load n8n-core. */
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

	/** Returns the engine that evaluates expressions in this process. */
	get activeExpressionEngine(): 'legacy' | 'vm' | 'quickjs' {
		return Expression.getActiveImplementation();
	}

	/** Ends the expression engine's isolates, and leaves the process as it was; harmless without `vm`. */
	async close(): Promise<void> {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	}

	/** Runs one node on the items, in a workflow that has only this node. */
	async runNode(options: RunNodeOptions): Promise<NodeResult> {
		const node = this.node(options.node, {
			parameters: options.parameters as INodeParameters,
			onError: options.onError,
			typeVersion: options.typeVersion,
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
			errorItems: last?.outputs[1] ?? [],
			hints: last?.hints ?? [],
			milliseconds: last?.milliseconds ?? 0,
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
		// The manual trigger passes its input on; another start node is pinned, as in the editor.
		const passesOn = start.type === MANUAL_TRIGGER;
		const data = createAdditionalData(credentials, executionId, options.baseUrl);
		return await execute(workflow, data, {
			mode: options.mode ?? 'trigger',
			start: { node: start, data: { main: [(passesOn && input) || [{ json: {} }]] }, source: null },
			pinData: { ...json.pinData, ...(!passesOn && input && { [start.name]: input }) },
			signal: options.signal,
		});
	}

	/** Connects the node as a tool of an AI agent, in one execution or in none. */
	async connectTool(options: ToolOptions): Promise<Tool> {
		this.#claimProcess();
		return await connectTool(this, options);
	}

	/** Starts a server that stands in for n8n's webhook routes; close it at the end. */
	async startTriggerHost(options: TriggerHostOptions = {}): Promise<TriggerHost> {
		this.#claimProcess();
		return await openTriggerHost(this, options);
	}

	/** Returns the entries of a dropdown, by the method that the parameter names. */
	async loadOptions(method: string, options: LoadOptions = {}): Promise<INodePropertyOptions[]> {
		return await callLoadMethod(this, 'loadOptions', method, options);
	}

	/** Returns one page of a resource locator's list. */
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

	/** Runs the credential form's test: sends the declared request and applies its rules. */
	async testCredential(
		type: string,
		data: CredentialData[string],
	): Promise<INodeCredentialTestResult> {
		return await runCredentialTest(this, type, data);
	}

	/** Returns the bytes of a binary in an output item, wherever they are stored. */
	async readBinary(binary: IBinaryData): Promise<Buffer> {
		return await Container.get(BinaryDataService).getAsBuffer(binary);
	}

	/** Returns a node for a workflow, with the fields that n8n's editor adds. */
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

	/** Returns n8n's Workflow from its JSON, with its nodes connected to the available credentials. */
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

	/** Returns the credentials for one execution: the call's, else the engine's. */
	credentials(data?: CredentialData): SuppliedCredentials {
		return this.liveCredentials(() => data);
	}

	/** Returns credentials that follow later changes of the data. */
	liveCredentials(getData: () => CredentialData | undefined): SuppliedCredentials {
		return new SuppliedCredentials(this.nodePackage.credentials, () => ({
			...this.#options.credentials,
			...getData(),
		}));
	}

	/** n8n-core has one binary store per process; the engine that runs something sets its mode. */
	#claimProcess(): void {
		const store = Container.get(BinaryDataService) as unknown as { mode: string };
		store.mode = this.#options.binaryMode === 'memory' ? 'default' : 'filesystem-v2';
	}

	async #store(
		items: InputItem[],
		workflowId: string,
		executionId: string,
	): Promise<INodeExecutionData[]> {
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
