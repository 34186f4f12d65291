import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { describe } from './operation/describe';
import { run } from './operation/run';
import { resources } from './resources';
import { listSearch, loadOptions, resourceMapping } from './search';

export class LinkPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform',
		name: 'linkPlatform',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Work with short links, QR codes, bio pages and the rest of your Link Platform account',
		defaults: { name: 'Link Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true }],
		properties: describe(resources),
	};

	methods = { listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources);
	}
}
