import { isRecord, recordsOf } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { fileNameOf } from '../../api/files';
import type { Input } from '../../operation/input';
import type { Call, Composite, Output } from '../../operation/operation';
import { locate } from '../../operation/request';
import { bioPageId } from '../bioPage/fields';
import { outputFile } from '../fields';
import { recordsOfCsv } from './parseCsv';

const MIME_TYPE = 'text/csv';

/** `GET /api/bio/:id/subscribers/export`: the CSV file of all subscribers, or an item for each row of it. */
export const exportAll: Composite = {
	calls: ['GET /api/bio/{bioPageId}/subscribers/export'],
	fields: [
		bioPageId,
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			options: [
				{
					name: 'Binary File',
					value: 'binary',
					description: 'The CSV file, for later nodes that store or send it',
				},
				{ name: 'Items', value: 'items', description: 'One item for each row of the CSV file' },
			],
			default: 'binary',
			description: 'How to hand on the subscribers',
		},
		...outputFile,
	],
	run: async (input, call) => {
		const asItems = input.text('outputAs') === 'items';
		const request = locate(
			'GET /api/bio/{bioPageId}/subscribers/export',
			() => input.text('bioPageId'),
			() => input.label('bioPageId'),
		);
		const read = async (stream: unknown) =>
			asItems ? await itemsOf(stream, call) : [await fileOf(stream, input, call)];
		const answer = await call.client.download(request, read);
		if ('file' in answer) return answer.file;
		// A service that answers with JSON instead may list the subscribers in it.
		const records = asItems ? recordsOf(answer.body, ['subscribers']) : undefined;
		if (records) return records.filter(isRecord).map((json) => ({ json }));
		throw new Failure(
			'The service answered without a CSV file',
			'Try again, or read the subscribers with Subscriber > Get Many',
			{ httpCode: '200' },
		);
	},
};

async function itemsOf(stream: unknown, { readAll }: Call): Promise<Output[]> {
	const bytes = await readAll(stream);
	return recordsOfCsv(bytes.toString('utf8')).map((json) => ({ json }));
}

async function fileOf(stream: unknown, input: Input, { store }: Call): Promise<Output> {
	const id = input.id('bioPageId');
	const fileName = fileNameOf([input.text('fileName'), `subscribers-${id}`, 'subscribers'], 'csv');
	const file = await store(stream, fileName, MIME_TYPE);
	const fileSize = file.bytes ?? file.fileSize;
	return {
		json: { id, format: 'csv', fileName, mimeType: MIME_TYPE, fileSize },
		binary: { [input.text('binaryPropertyName') || 'data']: file },
	};
}
