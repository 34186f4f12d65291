/**
 * Baselines for the benchmarks: nodes that people could build instead of ours. They run in the same engine as ours.
 */
import { DirectoryLoader, RoutingNode } from '../../packages/n8n-harness/core.mts';
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from '../../packages/n8n-harness/n8nWorkflow.mts';

const CREDENTIAL = 'linkPlatformApi';
/** How many requests our node sends in parallel by default. */
export const CONCURRENCY = 5;
const BATCH = 50;

function toDescription(
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		description: 'What people build instead',
		group: ['transform'],
		version: 1,
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: ['name', 'url'].map((field) => ({
			displayName: field,
			name: field,
			type: 'string',
			default: '',
		})),
		...more,
	};
}

type Send = <T>(path: string, options?: Partial<IHttpRequestOptions>) => Promise<T>;

/** Returns a minimal node that uses only n8n's own HTTP helper: it has no checks, no pacing and no retries. */
function createBareNode(
	name: string,
	execute: (context: IExecuteFunctions, send: Send) => Promise<INodeExecutionData[]>,
): INodeType {
	return {
		description: toDescription(name),
		async execute(this: IExecuteFunctions) {
			const { apiUrl } = await this.getCredentials<{ apiUrl: string }>(CREDENTIAL);
			const send: Send = async (path, options) =>
				(await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
					url: apiUrl + path,
					json: true,
					...options,
				})) as never;
			return [await execute(this, send)];
		},
	};
}

/** Calls `work` with each number from 0 to count - 1, with at most `CONCURRENCY` calls in parallel. */
async function each(count: number, work: (index: number) => Promise<void>) {
	let next = 0;
	const worker = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Returns a node that creates a link for each item, with one request per item. */
const createBareLoop = (): INodeType =>
	createBareNode('loop', async (context, send) => {
		const output: INodeExecutionData[] = [];
		await each(context.getInputData().length, async (item) => {
			const body = { url: context.getNodeParameter('url', item) };
			output[item] = await send<{ data: IDataObject }>('/api/url/add', {
				method: 'POST',
				body,
			}).then(
				({ data }) => ({ json: data, pairedItem: { item } }),
				({ message }: Error) => ({ json: { error: message }, pairedItem: { item } }),
			);
		});
		return output;
	});

/** Returns a node that creates QR codes in batches. With `hasImages`, it also downloads an image of each code. */
const createBareBatches = (hasImages: boolean): INodeType =>
	createBareNode('batches', async (context, send) => {
		const { length } = context.getInputData();
		const output: INodeExecutionData[] = [];
		await each(Math.ceil(length / BATCH), async (batch) => {
			const first = batch * BATCH;
			const qrs = Array.from({ length: Math.min(BATCH, length - first) }, (_, at) => ({
				name: context.getNodeParameter('name', first + at),
				url: context.getNodeParameter('url', first + at),
			}));
			const response = await send<{ data: { qrs: Record<string, IDataObject> } }>('/api/qr/bulk', {
				method: 'POST',
				body: { qrs },
			});
			Object.values(response.data.qrs).forEach((json, at) => {
				output[first + at] = { json, pairedItem: { item: first + at } };
			});
		});
		if (!hasImages) return output;
		await each(length, async (item) => {
			const path = `/api/qr/${output[item].json.id as number}/download?format=svg&size=300`;
			const bytes = await send<Buffer>(path, { encoding: 'arraybuffer', json: false });
			const file = await context.helpers.prepareBinaryData(bytes, `${item}.svg`, 'image/svg+xml');
			output[item].binary = { data: file };
		});
		return output;
	});

/** Returns a node that sends a GET request to each item's path. */
const createBareReads = (): INodeType =>
	createBareNode('reads', async (context, send) => {
		const items = context.getInputData();
		const output: INodeExecutionData[] = [];
		await each(items.length, async (item) => {
			output[item] = { json: await send<IDataObject>(items[item].json.path as string) };
		});
		return output;
	});

/** Returns `link.create` as a declarative node, whose requests n8n's RoutingNode sends. */
function createDeclarativeTwin() {
	const description = toDescription('declarative', {
		requestDefaults: { baseURL: '={{ $credentials.apiUrl }}' },
		properties: [
			{
				displayName: 'URL',
				name: 'url',
				type: 'string',
				default: '',
				routing: {
					request: { method: 'POST', url: '/api/url/add' },
					send: { type: 'body', property: 'url' },
					output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
				},
			},
		],
	});
	const type: INodeType = { description };
	DirectoryLoader.applyDeclarativeNodeOptionParameters(type);
	// n8n adds `execute` to a declarative node in the same way.
	type.execute = async function () {
		const result = await new RoutingNode(
			this as ConstructorParameters<typeof RoutingNode>[0],
			type,
		).runNode();
		return result ?? [[]];
	};
	return type;
}

/** The nodes to compare with. The keys are their full type names. */
export const baselines: Record<string, INodeType> = {
	'bench.loop': createBareLoop(),
	'bench.reads': createBareReads(),
	'bench.declarative': createDeclarativeTwin(),
	'bench.batches': createBareBatches(false),
	'bench.images': createBareBatches(true),
};
