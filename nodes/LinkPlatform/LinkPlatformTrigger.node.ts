import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { dropIps } from './resources/fields';
import { collection, flag, number } from './runner/fields';
import { toSubtitle } from './runner/subtitle';
import { credentialTest } from './methods/credentialTest';
import { getOtherEvents } from './methods/eventTypes';
import { isSubscribed, publish, toPublishError, unpublish } from './subscriptions/publish';
import { execute } from './deliveries/execute';
import { keepAlive } from './subscriptions/keepAlive';
import { receive } from './deliveries/receive';
import { ALL_EVENTS, EVENT_TYPES } from './events/events';
import { filterFields } from './events/filters';
import { sampleHints } from './events/samples';
import { simplify } from './events/simplify';

export class LinkPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Trigger',
		name: 'linkPlatformTrigger',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['trigger'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: toSubtitle(
			'String([$parameter["events"], $parameter["options"]["otherEvents"]]).split(/[,\\s]+/).filter((event) => event)',
			[...EVENT_TYPES, ALL_EVENTS],
			', ',
		),
		description:
			'Create short links and QR codes, or start a workflow on a click, scan or purchase',
		defaults: { name: 'Link Platform Trigger' },
		builderHint: {
			searchHint:
				'Subscribes when the workflow is published, verifies signatures and drops duplicates: no Webhook, Crypto or Remove Duplicates node is needed. One item per event: event, deliveryId and timestamp beside its fields, e.g. alias. Set its filters instead of adding an IF node.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatform',
					relationHint: 'Creates and changes links and QR codes, and reads analytics',
				},
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformBioPage',
					relationHint: 'Creates and changes bio pages, and reads their subscribers',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true, testedBy: 'testAccount' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without this, n8n 2.40 responds with the literal text "firstEntryJson".
				responseData: '',
				path: 'webhook',
			},
		],
		eventTriggerDescription: 'Waiting for one of the events that you chose',
		activationMessage:
			'As soon as the button shows Published, the events that you chose start this workflow.',
		triggerPanel: {
			header: 'Wait for an event in your account',
			executionsHelp: {
				inactive:
					"<b>While building</b>, click 'Execute step', then cause one of the chosen events, or send one to the test URL with Webhook > Send Test Event of the Link Platform node. The first one shows up here.<br><br><b>Once you're done</b>, publish the workflow so that every event runs it. You'll find these runs under <a data-key=\"executions\">Executions</a>.",
				active:
					"<b>While building</b>, click 'Execute step', then cause one of the chosen events, or send one to the test URL with Webhook > Send Test Event of the Link Platform node. The first one shows up here.<br><br><b>The workflow is published</b>, so every event runs it. You'll find these runs under <a data-key=\"executions\">Executions</a>.",
			},
			activationHint: {
				inactive:
					'Publish the workflow so that every event runs it. See the <a href="https://github.com/linkplatform/n8n-nodes-linkplatform/blob/main/docs/reference/trigger.md#samples" target="_blank">data sent with each event</a>.',
				active:
					'Once published, every event starts this workflow. You\'ll see those runs under <a data-key="executions">Executions</a>. See the <a href="https://github.com/linkplatform/n8n-nodes-linkplatform/blob/main/docs/reference/trigger.md#samples" target="_blank">data sent with each event</a>.',
			},
		},
		hints: sampleHints,
		properties: [
			{
				// n8n's node panel lists each event separately only if the field has this label and a fixed list of options.
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				options: [...EVENT_TYPES, ALL_EVENTS],
				required: true,
				default: ['link.clicked'],
				description: 'The events that start the workflow',
				builderHint: { propertyHint: "A list; ['all'] alone stands for every event" },
			},
			simplify,
			collection('Filters', filterFields),
			collection('Options', [
				dropIps,
				flag('Ignore Likely Bots', 'ignoreLikelyBots', {
					description:
						'Whether to skip clicks by bots, such as link previews and mail scanners, based on user agent, browser or operating system',
				}),
				number('Max Age (Hours)', 'maxAge', {
					typeOptions: { minValue: 0 },
					description:
						'Ignore events older than this number of hours. Set to 0 to accept all events. Events without a time zone are always accepted.',
				}),
				{
					displayName: 'More Event Names or IDs',
					name: 'otherEvents',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getOtherEvents' },
					default: [],
					description:
						"Events of your Link Platform that 'Trigger On' doesn't list. This field is disabled until the list has loaded. Choose from the list, or specify IDs using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>.",
				},
				flag('Skip Duplicates', 'skipDuplicates', {
					default: true,
					description: 'Whether to skip events that were already received',
				}),
			]),
		],
	};

	methods = { credentialTest, loadOptions: { getOtherEvents } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(isSubscribed(this));
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
				await unpublish(this);
				return true;
			},
		},
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return await Promise.resolve(keepAlive(this));
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
