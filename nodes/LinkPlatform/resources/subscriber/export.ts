import { isRecord, getRecords } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { toFileName } from '../../runner/fileNames';
import type { Input } from '../../runner/input';
import type { OperationContext, CompositeOperation, Output } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { bioPageId } from '../bioPage/fields';
import { outputFile } from '../fields';
import { subscriberMessages } from './messages';
import { decodeText, parseRecords } from './parseCsv';
import { choice } from '../../runner/fields';

const MIME_TYPE = 'text/csv';

/** `GET /api/bio/:id/subscribers/export`: the CSV file of all subscribers, or an item for each row of it. */
export const exportAll: CompositeOperation = {
	name: 'Export',
	action: 'Export subscribers',
	description: 'Get all subscribers of a bio page as a CSV file, or one item for each',
	routes: ['GET /api/bio/{bioPageId}/subscribers/export'],
	fields: [
		bioPageId,
		choice(
			'Output As',
			'outputAs',
			[
				{
					name: 'Binary File',
					value: 'binary',
					description: 'A CSV file that other nodes can store or send',
				},
				{ name: 'Items', value: 'items', description: 'One item for each row of the CSV file' },
			],
			{ displayOptions: { hide: { '@tool': [true] } } },
		),
		...outputFile,
	],
	run: async (input, context) => {
		// Of a tool, n8n drops files.
		const asItems = context.isTool || input.string('outputAs') === 'items';
		const request = toRequest(
			'GET /api/bio/{bioPageId}/subscribers/export',
			{ bioPageId: input.string('bioPageId') },
			(name) => input.label(name),
		);
		const toFile = fileWriter(input);
		const read = async (stream: unknown) =>
			asItems ? await toItems(stream, context) : [await toFile(stream, context)];
		const response = await context.client.download(request, read);
		if ('file' in response) return response.file;
		// A deployment that returns JSON instead may list the subscribers in it.
		const records = asItems ? getRecords(response.body, ['subscribers']) : undefined;
		if (records) return records.filter(isRecord).map((json) => ({ json }));
		throw Failure.unusable(subscriberMessages.noCsv);
	},
};

async function toItems(stream: unknown, { readAll }: OperationContext): Promise<Output[]> {
	const bytes = await readAll(stream);
	return parseRecords(decodeText(bytes)).map((json) => ({ json }));
}

/** Stores the file under the name and property that the item wants, which are checked before anything is sent. */
function fileWriter(input: Input) {
	const id = input.id('bioPageId');
	const names = [input.string('fileName'), `subscribers-${id}`, 'subscribers'];
	const property = input.string('binaryPropertyName') || 'data';
	return async (stream: unknown, { store }: OperationContext): Promise<Output> => {
		const fileName = toFileName(names, 'csv');
		const file = await store(stream, fileName, MIME_TYPE);
		const fileSize = file.bytes ?? file.fileSize;
		return {
			json: { id, format: 'csv', fileName, mimeType: MIME_TYPE, fileSize },
			binary: { [property]: file },
		};
	};
}
