import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { listSearch, loadOptions, resourceMapping } from './methods';
import { toExtraDefinition, toNodeProperties } from './runner/nodeProperties';
import { run } from './runner/run';
import { toActionSubtitle } from './runner/subtitle';
import { resources } from './resources';

export class LinkPlatformLegacy implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Legacy',
		name: 'linkPlatformLegacy',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['transform'],
		// As a list with a default: n8n then adds no "Custom API Call" to each of the menus.
		version: [1],
		defaultVersion: 1,
		subtitle: toActionSubtitle(resources.linkPlatformLegacy),
		description: 'Manage files, channels, pixels and more through the legacy API of Link Platform',
		defaults: { name: 'Link Platform Legacy' },
		usableAsTool: {
			replacements: { description: 'Files, channels and pixels of the legacy API' },
		},
		builderHint: {
			searchHint:
				"Only for what the Link Platform node lacks: files, channels, pixels, CTA overlays, splash pages, and rotators of campaigns. Takes all input items and waits for rate limits by itself: no Loop Over Items, Wait or HTTP Request around it. Pick a record by its ID with mode 'id', e.g. of an earlier item's id field.",
			extraTypeDefContent: toExtraDefinition(resources.linkPlatformLegacy),
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatform',
					relationHint: 'Manages links, QR codes, campaigns and domains, and reads analytics',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true }],
		properties: toNodeProperties(resources.linkPlatformLegacy),
	};

	methods = { listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources.linkPlatformLegacy);
	}
}
