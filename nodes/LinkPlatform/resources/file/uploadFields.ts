import type { INodeProperties } from 'n8n-workflow';
import { collection } from '../../runner/fields';

/** What can be set on an uploaded file (legacy API, Files, upload query parameters). */
export const uploadSettings: INodeProperties = collection('Additional Fields', [
	{
		displayName: 'Alias',
		name: 'custom',
		type: 'string',
		default: '',
		placeholder: 'e.g. price-list',
		description: 'Part of the short URL after the slash. Leave empty to generate one.',
	},
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description: 'Branded domain of the short URL',
	},
	{
		displayName: 'Expiry',
		name: 'expiry',
		type: 'dateTime',
		default: '',
		description: 'A day in the time zone of the workflow',
	},
	{
		displayName: 'Max Downloads',
		name: 'maxDownloads',
		type: 'number',
		default: 1,
		typeOptions: { minValue: 1, numberPrecision: 0 },
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Price list 2026',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'Password visitors must enter',
	},
]);
