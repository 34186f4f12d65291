import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { listSearch, loadOptions, resourceMapping } from './methods';
import { credentialTest } from './methods/credentialTest';
import { toActionSubtitle, toExtraDefinition, toNodeProperties } from './runner/nodeProperties';
import { run } from './runner/run';
import { resources } from './resources';
import { resume, resumeWebhooks } from './deliveries/resume';

export class LinkPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform',
		name: 'linkPlatform',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['transform'],
		// Without a list in `version` and a `defaultVersion`, n8n would add "Custom API Call" to every dropdown.
		version: [1],
		defaultVersion: 1,
		subtitle: toActionSubtitle(resources.linkPlatform),
		description:
			'Create short links and QR codes, or start a workflow on a click, scan or purchase',
		defaults: { name: 'Link Platform' },
		usableAsTool: {
			replacements: {
				description: 'Short links, QR codes and click statistics',
				// n8n's AI search returns both the node and its tool version. Leave out the search hint here, so that the
				// result doesn't contain it twice.
				builderHint: { extraTypeDefContent: toExtraDefinition(resources.linkPlatform) },
			},
		},
		builderHint: {
			searchHint:
				"Takes all input items and waits for rate limits by itself: no Loop Over Items, Wait or HTTP Request around it. Only operations that wait for an event take one item. Pick a record with mode 'id'.",
			extraTypeDefContent: toExtraDefinition(resources.linkPlatform),
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformTrigger',
					relationHint: 'Starts a workflow on clicks, scans, purchases, tips and new subscribers',
				},
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformBioPage',
					relationHint: 'Manages bio pages, their blocks and subscribers',
				},
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformAssets',
					relationHint: 'Manages files, channels and pixels',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true, testedBy: 'testAccount' }],
		webhooks: resumeWebhooks,
		waitingNodeTooltip:
			'={{ decodeURIComponent($execution.resumeUrl.split("#")[1] ?? "Waiting for an event") }}',
		properties: toNodeProperties(resources.linkPlatform),
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources.linkPlatform);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
