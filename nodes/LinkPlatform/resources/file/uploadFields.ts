import type { INodeProperties } from 'n8n-workflow';

/** What can be set on an uploaded file (legacy API, Files, upload query parameters). */
export const uploadSettings: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Custom Alias',
			name: 'custom',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-list',
			description: 'The last part of the short URL; the service makes one up if empty',
		},
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			default: '',
			placeholder: 'e.g. go.example.com',
			description: 'The branded domain of the short URL',
		},
		{
			displayName: 'Expiry',
			name: 'expiry',
			type: 'dateTime',
			default: '',
			description:
				'The last day on which the file can be downloaded, in the time zone of the workflow; the time of day is not used',
		},
		{
			displayName: 'Max Downloads',
			name: 'maxDownloads',
			type: 'number',
			default: 1,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'After how many downloads the file is no longer handed out',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Price list 2026',
			description: 'What the file is called in the account',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'What a visitor must enter before the download',
		},
	],
};
