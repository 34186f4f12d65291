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
import { collection, flag, text } from './runner/fields';
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

const filterFor = (name: string, events: string[], also?: string) => ({
	...toFilterField(name, also),
	displayOptions: { show: { '/event': events } },
});

/**
 * Returns the form field of a filter on a detail of each click, such as its country. Only Link Platform's list of
 * clicks has these details.
 */
const withUnknown = (name: string) =>
	filterFor(
		name,
		['link.clicked'],
		"Clicks that Link Platform counts but doesn't list always pass.",
	);

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
				'Only for an n8n that the internet cannot reach. Otherwise use the Link Platform Trigger, which starts at once and has more events. One item per event: event, deliveryId and timestamp beside its fields, e.g. alias. No Schedule Trigger or Remove Duplicates node is needed.',
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
					'The event that starts the workflow. For purchases, tips and other events, use the Link Platform Trigger.',
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
					withUnknown('country'),
					filterFor('linkId', ['link.clicked', 'link.milestone']),
					withUnknown('platform'),
					filterFor('qrCodeId', ['qr.scanned']),
				],
				{ displayOptions: { show: { event: FILTERED } } },
			),
			collection('Options', [
				dropIps,
				flag('Ignore Likely Bots', 'ignoreLikelyBots', {
					displayOptions: { show: { '/event': ['link.clicked'] } },
					description:
						'Whether to skip clicks by bots, such as link previews and mail scanners, based on user agent, browser or operating system. Clicks without these are not skipped.',
				}),
			]),
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
