import type { INodeProperties } from 'n8n-workflow';
import { collection, date, number, text } from '../../runner/fields';

/** What can be set on an uploaded file (legacy API, Files, upload query parameters). */
export const uploadSettings: INodeProperties = collection('Additional Fields', [
	text('Alias', 'custom', {
		placeholder: 'e.g. price-list',
		description: 'End of the short URL. Leave empty to generate one.',
	}),
	text('Domain', 'domain', {
		placeholder: 'e.g. go.example.com',
		description: 'Branded domain of the short URL',
	}),
	date('Expiry', 'expiry', { description: 'A day in the time zone of the workflow' }),
	number('Max Downloads', 'maxDownloads', {
		default: 1,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		description: 'Downloads after which the short URL stops working',
	}),
	text('Name', 'name', {
		placeholder: 'e.g. Price list 2026',
		description: 'What the file is called in Link Platform',
	}),
	text('Password', 'password', {
		typeOptions: { password: true },
		description: 'Password visitors must enter',
	}),
]);
