import type { IDataObject } from 'n8n-workflow';
import { Failure, toFailure } from '../../api/failure';
import type { Input } from '../../runner/input';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { uploadMessages } from './messages';
import { uploadSettings } from './uploadFields';
import { text } from '../../runner/fields';

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
