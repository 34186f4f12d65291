import { parseJson } from '../../api/envelope';
import { toUnproved } from '../../api/failures';
import { responseMessages } from '../../api/messages';
import { toFileName } from '../../runner/fileNames';
import { MOST_FOR_TOOL } from '../../runner/input';
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
		return await client.download(request, async (stream) => {
			const bytes = await readAll(stream);
			const text = bytes.toString();
			// Some deployments send a refusal or a login page under the type of the file.
			if (/^\s*[{<]/.test(text)) return toUnproved(responseMessages.noFile, parseJson(text));
			if (asItems) {
				const outputs = parseRecords(text).map((json): Output => ({ json }));
				return cutForModel(outputs, { isTool, most: MOST_FOR_TOOL }, outputs.length);
			}
			const file = await store(bytes, fileName, MIME_TYPE);
			const fileSize = file.bytes ?? file.fileSize;
			const json = { id, format: 'csv', fileName, mimeType: MIME_TYPE, fileSize };
			return [{ json, binary: { [property]: file } }];
		});
	},
};
