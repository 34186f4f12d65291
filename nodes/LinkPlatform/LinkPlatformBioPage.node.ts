import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { listSearch, loadOptions, resourceMapping } from './methods';
import { credentialTest } from './methods/credentialTest';
import { toActionSubtitle, toExtraDefinition, toNodeProperties } from './runner/nodeProperties';
import { run } from './runner/run';
import { resources } from './resources';

export class LinkPlatformBioPage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Bio Page',
		name: 'linkPlatformBioPage',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['transform'],
		// Without a list in `version` and a `defaultVersion`, n8n would add "Custom API Call" to every dropdown.
		version: [1],
		defaultVersion: 1,
		subtitle: toActionSubtitle(resources.linkPlatformBioPage),
		description: 'Manage bio pages, their blocks and subscribers in Link Platform',
		defaults: { name: 'Link Platform Bio Page' },
		usableAsTool: { replacements: { description: 'Bio pages, their blocks and subscribers' } },
		builderHint: {
			searchHint:
				"Takes all input items and waits for rate limits by itself: no Loop Over Items, Wait or HTTP Request around it. Pick a record with mode 'id'.",
			extraTypeDefContent: toExtraDefinition(resources.linkPlatformBioPage),
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatform',
					relationHint: 'Manages links, QR codes, campaigns and domains, and reads analytics',
				},
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformTrigger',
					relationHint: 'Starts a workflow on views, tips, purchases and new subscribers',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true, testedBy: 'testAccount' }],
		properties: toNodeProperties(resources.linkPlatformBioPage),
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources.linkPlatformBioPage);
	}
}
