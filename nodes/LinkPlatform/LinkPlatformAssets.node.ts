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

export class LinkPlatformAssets implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Assets',
		name: 'linkPlatformAssets',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['transform'],
		// Without a list in `version` and a `defaultVersion`, n8n would add "Custom API Call" to every dropdown.
		version: [1],
		defaultVersion: 1,
		subtitle: toActionSubtitle(resources.linkPlatformAssets),
		description: 'Share files, and manage tracking pixels, channels and more',
		defaults: { name: 'Link Platform Assets' },
		usableAsTool: { replacements: { description: 'Files, tracking pixels and channels' } },
		builderHint: {
			searchHint:
				"Only for what the Link Platform node lacks: files, channels, pixels, CTA overlays, splash pages and campaign rotators. Takes all input items and waits for rate limits by itself: no Loop Over Items or Wait around it. Pick a record with mode 'id'.",
			extraTypeDefContent: toExtraDefinition(resources.linkPlatformAssets),
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true, testedBy: 'testAccount' }],
		properties: toNodeProperties(resources.linkPlatformAssets),
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources.linkPlatformAssets);
	}
}
