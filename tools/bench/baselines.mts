/** The nodes that are compared with ours: what people build instead. All run in the same engine. */
import { DirectoryLoader, RoutingNode } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from '../n8n-engine/n8nWorkflow.mts';

const CREDENTIAL = 'linkPlatformApi';

function toDescription(
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		description: 'Creates links',
		group: ['transform'],
		version: 1,
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
		...more,
	};
}

/** A bare loop on n8n's own HTTP helper: one request per item, no checks, no pacing, no repetition. */
export function createBareLoop(concurrency: number): INodeType {
	return {
		description: toDescription(`loop${concurrency}`),
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const count = this.getInputData().length;
			const { apiUrl } = await this.getCredentials<{ apiUrl: string }>(CREDENTIAL);
			const output: INodeExecutionData[] = [];
			let next = 0;
			const worker = async () => {
				while (next < count) {
					const item = next;
					next += 1;
					try {
						const answer = (await this.helpers.httpRequestWithAuthentication.call(
							this,
							CREDENTIAL,
							{
								method: 'POST',
								url: `${apiUrl}/api/url/add`,
								body: { url: this.getNodeParameter('url', item) },
								json: true,
							},
						)) as { data: IDataObject };
						output[item] = { json: answer.data, pairedItem: { item } };
					} catch (error) {
						output[item] = { json: { error: (error as Error).message }, pairedItem: { item } };
					}
				}
			};
			await Promise.all(Array.from({ length: concurrency }, worker));
			return [output];
		},
	};
}

/** `link.create` as a declarative node, which n8n's own RoutingNode runs. */
export function createDeclarativeTwin(): INodeType {
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
	// As n8n itself makes such a node executable.
	type.execute = async function () {
		const result = await new RoutingNode(
			this as ConstructorParameters<typeof RoutingNode>[0],
			type,
		).runNode();
		return result ?? [[]];
	};
	return type;
}
