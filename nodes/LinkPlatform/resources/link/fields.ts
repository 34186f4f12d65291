import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure } from '../../api/failure';

export const linkId: INodeProperties = {
	displayName: 'Link',
	name: 'linkId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The short link to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 42' },
		{
			displayName: 'By Short URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://go.example.com/summer',
		},
	],
};

export const targetUrl: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.com/summer-sale',
	description: 'The address that the short link leads to',
};

export const alias: INodeProperties = {
	displayName: 'Alias',
	name: 'alias',
	type: 'string',
	default: '',
	placeholder: 'e.g. summer',
	description: 'The part of the short link after the slash; the service makes one up if empty',
};

/** What can be set on a link besides its URL and alias. */
export const linkSettings: INodeProperties[] = [
	{
		displayName: 'Campaign Name or ID',
		name: 'campaignId',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getCampaigns' },
		default: '',
		description:
			'The campaign that the link counts for. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Domain Name or ID',
		name: 'domain',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getDomains' },
		default: '',
		description:
			'The domain of the short link. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Expiry',
		name: 'expiry',
		type: 'dateTime',
		default: '',
		description: 'When the link stops working, in the time zone of the workflow',
	},
	{
		displayName: 'Max Clicks',
		name: 'maxClicks',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0, numberPrecision: 0 },
		description: 'After how many clicks the link stops working',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'What a visitor must enter before being sent on',
	},
	{
		displayName: 'UTM Parameters',
		name: 'utm',
		type: 'fixedCollection',
		default: {},
		description: 'Added to the URL, so that your web analytics know where a visitor came from',
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Campaign',
						name: 'campaign',
						type: 'string',
						default: '',
						placeholder: 'e.g. summer-sale',
					},
					{
						displayName: 'Content',
						name: 'content',
						type: 'string',
						default: '',
						placeholder: 'e.g. header-banner',
					},
					{
						displayName: 'Medium',
						name: 'medium',
						type: 'string',
						default: '',
						placeholder: 'e.g. email',
					},
					{
						displayName: 'Source',
						name: 'source',
						type: 'string',
						default: '',
						placeholder: 'e.g. newsletter',
					},
					{
						displayName: 'Term',
						name: 'term',
						type: 'string',
						default: '',
						placeholder: 'e.g. running shoes',
					},
				],
			},
		],
	},
];

/** The body of a create or update: the settings as the service wants them, UTM values inside the URL. */
export function linkBody({ utm, campaignId, ...settings }: IDataObject): IDataObject {
	const tags = Object.entries(((utm ?? {}) as { values?: IDataObject }).values ?? {});
	if (tags.length > 0 && settings.url === undefined) {
		throw Failure.input(
			"'UTM Parameters' need 'URL' beside them",
			"They become part of the address that the link leads to: add 'URL' to 'Update Fields'",
		);
	}
	return {
		...settings,
		...(tags.length > 0 ? { url: withUtm(String(settings.url), tags) } : {}),
		...(campaignId === undefined ? {} : { campaignId: campaignNumber(campaignId) }),
	};
}

/** Adds `utm_…` to a URL. The rest of its query, and its hash, stay as they are to the letter. */
function withUtm(url: string, tags: Array<[string, unknown]>): string {
	const [, base, query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(
		url,
	) as RegExpExecArray;
	const names = tags.map(([name]) => `utm_${name}`);
	const kept = query
		.split('&')
		.filter((pair) => pair !== '' && !names.includes(pair.split('=')[0]));
	const added = tags.map(([name, value]) => `utm_${name}=${encodeURIComponent(String(value))}`);
	return `${base}?${[...kept, ...added].join('&')}${hash}`;
}

function campaignNumber(value: unknown): number {
	const id = Number(value);
	if (Number.isInteger(id)) return id;
	throw Failure.input(
		`'Campaign Name or ID' must be the ID of a campaign, and is "${String(value)}"`,
		'Choose a campaign from the list, or give its number',
	);
}
