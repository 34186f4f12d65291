import { toNoFileFailure } from '../../api/failures';
import type { ApiRequest } from '../../api/route';
import { checkBeginning } from '../../api/stream';
import type { Headers } from '../../api/transport';
import { toFileName } from '../../runner/fileNames';
import { cutForModel } from '../../runner/items';
import type { CompositeOperation, Output } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { outputAs } from '../fields';
import { toItemRequest } from '../../runner/requests';
import { parseRecords } from './parseCsv';

const MIME_TYPE = 'text/csv';

/** Downloads the CSV file with all subscribers (`GET /api/bio/:id/subscribers/export`), or returns one item per row. */
export const exportAll: CompositeOperation = {
	action: 'Export subscribers',
	description: 'Get all subscribers of a bio page as a CSV file, or as one item per subscriber',
	routes: ['GET /api/bio/{bioPageId}/subscribers/export'],
	fields: [
		bioPageId,
		...outputAs('A CSV file', {
			value: 'items',
			description: 'One item per row of the CSV file',
		}),
	],
	run: async (input, { client, isTool, readAll, store }) => {
		// n8n drops the files that a tool returns.
		const asItems = isTool || input.string('outputAs') === 'items';
		// Read all fields before the request, so that an invalid value is rejected before anything is sent.
		const id = input.id('bioPageId');
		const property = input.string('binaryPropertyName') || 'data';
		const fileName = toFileName([input.string('fileName'), `subscribers-${id}`], 'csv');
		const request = toItemRequest('GET /api/bio/{bioPageId}/subscribers/export', input);
		return await client.download(request, async (source, headers): Promise<Output[]> => {
			const stream = checkBeginning(source, (bytes) => assertFile(bytes, headers, request));
			if (asItems) {
				const records = parseRecords((await readAll(stream)).toString());
				const outputs = records.map((json) => ({ json }));
				return isTool ? cutForModel(outputs, outputs.length) : outputs;
			}
			const file = await store(stream, fileName, MIME_TYPE);
			const fileSize = file.bytes ?? file.fileSize;
			const json = { id, format: 'csv', fileName, mimeType: MIME_TYPE, fileSize };
			return [{ json, binary: { [property]: file } }];
		});
	},
};

/** Throws if a CSV file begins like JSON or a web page. Some deployments send a refusal under the type of the file. */
function assertFile(bytes: Buffer, headers: Headers, request: ApiRequest): void {
	const body = bytes.toString();
	if (/^\s*[{<]/.test(body)) throw toNoFileFailure({ statusCode: 200, headers, body }, request);
}
