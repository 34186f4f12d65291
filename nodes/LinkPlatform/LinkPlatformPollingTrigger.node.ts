import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { listSearch } from './methods';
import { credentialTest } from './methods/credentialTest';
import { SOURCES } from './polling/records';
import { pollTrigger, runPolled } from './polling/pollTrigger';
import { bioPageId } from './resources/bioPage/fields';
import { dropIps } from './resources/fields';
import { collection, text } from './runner/fields';
import { toSubtitle } from './runner/subtitle';
import { EVENT_TYPES, toEventOption } from './events/events';
import { toFilterField } from './events/filters';
import { simplify } from './events/simplify';

const MILESTONE = toEventOption(
	'link.milestone',
	'Link Milestone Reached',
	'A link reaches a number of clicks, e.g. 1,000',
);

const EVENTS = [...EVENT_TYPES, MILESTONE]
	.filter(({ value }) => value in SOURCES)
	.sort((a, b) => (a.name < b.name ? -1 : 1));

const FILTERED = ['link.clicked', 'link.created', 'link.milestone', 'qr.scanned'];

const filterFor = (name: string, events: string[]) => ({
	...toFilterField(name),
	displayOptions: { show: { '/event': events } },
});

export class LinkPlatformPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Platform Polling Trigger',
		name: 'linkPlatformPollingTrigger',
		icon: {
			light: 'file:../../icons/linkplatform.svg',
			dark: 'file:../../icons/linkplatform.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		defaultVersion: 1,
		subtitle: toSubtitle('[$parameter["event"]]', EVENTS, ''),
		description:
			"Starts the workflow on new clicks, scans and subscribers, even if Link Platform can't reach n8n",
		defaults: { name: 'Link Platform Polling Trigger' },
		eventTriggerDescription: '',
		activationMessage: 'From now on, new events start this workflow.',
		builderHint: {
			searchHint:
				'Only for an n8n that the internet cannot reach. Otherwise use the Link Platform Trigger, which starts at once and has more events. One item per link or QR code, with its new clicks or scans in added. No Schedule Trigger or Remove Duplicates node is needed.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-linkplatform.linkPlatformTrigger',
					relationHint: 'Starts a workflow at once, also on purchases and tips',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'linkPlatformApi', required: true, testedBy: 'testAccount' }],
		polling: true,
		properties: [
			{
				displayName: 'Trigger On',
				name: 'event',
				type: 'options',
				noDataExpression: true,
				options: EVENTS,
				required: true,
				default: 'link.clicked',
				description:
					"The event that starts the workflow. Each clicked link or scanned QR code is one item with the number of new clicks or scans; who clicked is in Analytics > Get Each Click. Someone who signs up again is new only if Link Platform shows the date. Purchases and tips can't be read from the API: use the Link Platform Trigger.",
			},
			{ ...bioPageId, displayOptions: { show: { event: ['subscriber.added'] } } },
			text('Steps', 'steps', {
				required: true,
				placeholder: 'e.g. 100, 1000, 10000',
				description:
					'Click counts that start the workflow. Each link starts it once per count. Separate the counts with commas: 100, 1000 (not 1,000).',
				displayOptions: { show: { event: ['link.milestone'] } },
			}),
			simplify,
			collection(
				'Filters',
				[
					filterFor('alias', ['link.clicked', 'link.created', 'link.milestone']),
					filterFor('linkId', ['link.clicked', 'link.milestone']),
					filterFor('qrCodeId', ['qr.scanned']),
				],
				{ displayOptions: { show: { event: FILTERED } } },
			),
			collection('Options', [dropIps]),
		],
	};

	methods = { credentialTest, listSearch: { searchBioPages: listSearch.searchBioPages } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollTrigger(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPolled(this);
	}
}
