import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { getEventTypes } from './methods/eventTypes';
import { filterFields } from './trigger/filters';
import { isSubscribed, isTest, publish, toPublishError, unpublish } from './trigger/activation';
import { receive } from './trigger/receive';
import { sampleHints } from './trigger/sampleHints';
import { dropProcessed } from './trigger/dropProcessed';
import { dropScanClicks } from './trigger/dropScanClicks';

export class LinkPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Trigger',
		name: 'linkPlatformTrigger',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ [].concat($parameter["events"]).includes("all") ? "All Events" : [].concat($parameter["events"]).join(", ") }}',
		description:
			'Short links, QR codes and bio pages: work with them, or start when a link is clicked or a product bought',
		defaults: { name: 'Link Platform Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without it, n8n 2.40 answers with the literal text "firstEntryJson".
				responseData: '',
				path: 'webhook',
			},
		],
		eventTriggerDescription:
			'Waiting for one of the chosen events: make it happen, e.g. visit a short link',
		activationMessage: 'The events that you chose will now run this workflow.',
		triggerPanel: {
			header: 'Wait for an event of your account',
			executionsHelp: {
				inactive:
					"<b>While building</b>, click 'Execute step', then make one of the chosen events happen, e.g. visit a short link. The first one shows up here.<br><br><b>Once you're done</b>, publish the workflow: each event then runs it. You find these runs under <a data-key=\"executions\">Executions</a>.",
				active:
					'<b>While building</b>, click \'Execute step\', then make one of the chosen events happen, e.g. visit a short link. The first one shows up here.<br><br><b>The workflow is published</b>: each event runs it. You find these runs under <a data-key="executions">Executions</a>.',
			},
			activationHint: {
				inactive:
					'Publish the workflow to have each event run it. <a href="https://github.com/linkplatform/n8n-nodes-linkplatform/blob/main/docs/guides/trigger-events.md" target="_blank">What each event holds</a>',
				active:
					'Published: each event runs this workflow; those runs do not show up here. <a href="https://github.com/linkplatform/n8n-nodes-linkplatform/blob/main/docs/guides/trigger-events.md" target="_blank">What each event holds</a>',
			},
		},
		hints: sampleHints,
		properties: [
			{
				displayName: 'Trigger On Event Names or IDs',
				name: 'events',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getEventTypes' },
				required: true,
				default: [],
				description:
					'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				options: filterFields,
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Drop IP Addresses',
						name: 'dropIpAddresses',
						type: 'boolean',
						default: false,
						description: 'Whether to leave out the IP address of visitors',
					},
					{
						displayName: 'Ignore Click That Belongs to a Scan',
						name: 'ignoreScanClicks',
						type: 'boolean',
						default: false,
						description:
							'Whether to run only for the scan when somebody scans a QR code, which the service also counts as a click. The click is told by link, country, browser, operating system and time; each click waits up to 3 seconds for its scan, and runs if none comes.',
					},
					{
						displayName: 'Max Age',
						name: 'maxAge',
						type: 'number',
						default: 0,
						typeOptions: { minValue: 0 },
						description:
							'Ignore deliveries of events older than this many hours (0 = take all). The service retries for up to a day.',
					},
					{
						displayName: 'Skip Duplicates',
						name: 'skipDuplicates',
						type: 'boolean',
						default: true,
						description: 'Whether to run only once when the service delivers the same event again',
					},
				],
			},
		],
	};

	methods = { loadOptions: { getEventTypes } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					return await isSubscribed(this);
				} catch (thrown) {
					throw toPublishError(this, thrown);
				}
			},
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					await publish(this);
					return true;
				} catch (thrown) {
					throw toPublishError(this, thrown);
				}
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				try {
					await unpublish(this);
				} catch (thrown) {
					const reason = toPublishError(this, thrown);
					if (!isTest(this)) throw reason;
					this.logger.warn(
						`Link Platform Trigger: the test webhook was not removed. ${reason.message}`,
					);
				}
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await dropScanClicks(this, await dropProcessed(this))];
	}
}
