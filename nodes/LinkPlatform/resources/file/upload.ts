import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { sendForRecord } from '../../runner/requests';
import { collection, date, secret, text, whole } from '../../runner/fields';
import { assertAlias } from '../alias';

/** Uploads a file: `POST /api/files/upload/:filename` of the legacy API. The request body is the file itself. */
export const upload: CompositeOperation = {
	action: 'Upload file',
	description: 'Upload a file and get a short URL for it, with optional password and expiry',
	routes: ['POST legacy:/api/files/upload/{fileName}'],
	fields: [
		text('Input Data Field Name', 'inputDataFieldName', {
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field containing the file to upload',
		}),
		text('File Name', 'fileName', {
			placeholder: 'e.g. price-list.pdf',
			description:
				'Name of the file, with extension. Leave empty to use the name of the input file.',
		}),
		// These fields are sent as query parameters (legacy API, Files).
		collection('Additional Fields', [
			text('Alias', 'custom', {
				check: assertAlias,
				placeholder: 'e.g. price-list',
				description: 'End of the short URL. Leave empty to generate one.',
			}),
			text('Domain', 'domain', {
				placeholder: 'e.g. go.example.com',
				description: 'Branded domain of the short URL',
			}),
			date('Expiry', 'expiry', {
				mustBeFuture: true,
				description: 'Date in the time zone of the workflow',
			}),
			whole('Max Downloads', 'maxDownloads', 1, {
				default: 1,
				description: 'Number of downloads after which the short URL stops working',
			}),
			text('Name', 'name', {
				placeholder: 'e.g. Price list 2026',
				description: 'Name of the file in Link Platform',
			}),
			secret('Password', 'password', { description: 'Password visitors must enter' }),
		]),
	],
	run: async (input, { client, inputFile }) => {
		const { maxDownloads, expiry, ...same } = input.collection('additionalFields');
		const query = {
			...same,
			expiry: expiry && String(expiry).slice(0, 'YYYY-MM-DD'.length),
			maxdownloads: maxDownloads,
		};
		const upload = await inputFile(input, 'inputDataFieldName');
		const fileName = input.string('fileName') || upload.fileName;
		const request = toRequest('POST legacy:/api/files/upload/{fileName}', { fileName }, (field) =>
			input.label(field),
		);
		const { 1: numbered, ...record } = await sendForRecord(client, { ...request, query, upload });
		// Some deployments return the ID under the key "1" (S6 in `docs/maintainers/deployments.md`).
		return [{ json: numbered === undefined ? record : { id: numbered, ...record } }];
	},
};
