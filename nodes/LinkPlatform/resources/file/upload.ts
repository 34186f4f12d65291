import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../api/failure';
import type { Input } from '../../operation/input';
import { recordOf } from '../../operation/items';
import type { Composite } from '../../operation/operation';
import { locate } from '../../operation/request';
import { uploadSettings } from './uploadFields';

/** `POST /api/files/upload/:filename` of v3: the file itself is the body (document 1, Files). */
export const upload: Composite = {
	calls: ['POST legacy:/api/files/upload/{fileName}'],
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
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-list.pdf',
			description: 'With its extension; the name of the input file is taken if empty',
		},
		uploadSettings,
	],
	run: async (input, { client, inputFile }) => {
		const wanted = nameGiven(input);
		const query = settingsOf(input);
		const file = await inputFile(input, 'inputDataFieldName');
		const request = locate(
			'POST legacy:/api/files/upload/{fileName}',
			() => wanted || file.fileName,
			(name) => input.label(name),
		);
		return [{ json: recordOf(await client.send({ ...request, query, upload: file })) }];
	},
};

function nameGiven(input: Input): string {
	const name = input.text('fileName');
	if (!/[\\/]/.test(name)) return name;
	throw Failure.input(
		`'${input.label('fileName')}' is "${name}", which is a path`,
		'Enter the name alone, without folders and slashes',
	);
}

function settingsOf(input: Input): IDataObject {
	const { maxDownloads, expiry, ...same } = input.group('additionalFields');
	return {
		...same,
		...(expiry === undefined ? {} : { expiry: String(expiry).slice(0, 'YYYY-MM-DD'.length) }),
		...(maxDownloads === undefined ? {} : { maxdownloads: maxDownloads }),
	};
}
