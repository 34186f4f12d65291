import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Failure, toFailure } from '../../api/failure';
import type { Input } from '../../runner/input';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { uploadMessages } from './messages';
import { collection, date, number, text } from '../../runner/fields';

/** What can be set on an uploaded file (legacy API, Files, upload query parameters). */
const uploadSettings: INodeProperties = collection('Additional Fields', [
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

/** `POST /api/files/upload/:filename` of the legacy API: the file itself is the body. */
export const upload: CompositeOperation = {
	name: 'Upload',
	action: 'Upload file',
	description: 'Upload a file and get a short URL for it, with optional password and expiry',
	routes: ['POST legacy:/api/files/upload/{fileName}'],
	fields: [
		{
			displayName: 'Input Data Field Name',
			name: 'inputDataFieldName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field containing the file to upload',
		},
		text('File Name', 'fileName', {
			placeholder: 'e.g. price-list.pdf',
			description:
				'Name of the file, with extension. Leave empty to use the name of the input file.',
		}),
		uploadSettings,
	],
	run: async (input, { client, inputFile }) => {
		const wanted = getGivenName(input);
		const query = getSettings(input);
		const file = await inputFile(input, 'inputDataFieldName');
		const request = toRequest(
			'POST legacy:/api/files/upload/{fileName}',
			{ fileName: wanted || file.fileName },
			(name) => input.label(name),
		);
		const send = async (mimeType: string) =>
			await client.send({ ...request, query, upload: { ...file, mimeType } });
		const response = await send(file.mimeType).catch(async (thrown: unknown) => {
			const failure = toFailure(thrown);
			if (failure.details.httpCode !== '415') throw failure;
			// Which type it wants is not documented.
			return await send('application/octet-stream');
		});
		return [{ json: toRecord(response, request) }];
	},
};

function getGivenName(input: Input): string {
	const name = input.string('fileName');
	if (!/[\\/]|%[\da-f]{2}|^\.+$/i.test(name)) return name;
	throw Failure.input(uploadMessages.invalidName, { field: input.label('fileName'), name });
}

function getSettings(input: Input): IDataObject {
	const { maxDownloads, expiry, ...same } = input.collection('additionalFields');
	return {
		...same,
		...(expiry === undefined ? {} : { expiry: String(expiry).slice(0, 'YYYY-MM-DD'.length) }),
		...(maxDownloads === undefined ? {} : { maxdownloads: maxDownloads }),
	};
}
