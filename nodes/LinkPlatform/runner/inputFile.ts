import { isBinaryValue } from 'n8n-workflow';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { EXTENSIONS, toFileName, toSafeName } from './fileNames';
import type { Upload } from '../api/route';
import type { Input } from './input';
import { fileMessages, runMessages } from './messages';

/** A file of the input item, ready to be uploaded. */
export interface InputFile extends Upload {
	/**
	 * The safe form of the file's name, which may come from an untrusted email. If the file has no name, one is made from
	 * its field and type.
	 */
	fileName: string;
}

/**
 * Finds the file that a field of the operation names, or that its expression returns. Reads nothing yet: each `open`
 * returns a new stream from n8n's binary data store.
 */
export async function getInputFile(
	context: IExecuteFunctions,
	input: Input,
	field: string,
): Promise<InputFile> {
	const { helpers } = context;
	const given = context.getNodeParameter(field, input.itemIndex, '') as unknown;
	const isFile = isBinaryValue(given);
	const property = isFile ? 'file' : input.string(field);
	const file = isFile ? given : findFile(context, input, field);
	const extension = file.fileExtension || EXTENSIONS[file.mimeType] || 'bin';
	const about = {
		fileName: toSafeName(file.fileName ?? '') || toFileName([property, 'file'], extension),
		mimeType: file.mimeType || 'application/octet-stream',
	};
	const { id } = file;
	if (id === undefined) {
		// If n8n is configured to keep binary data inside the item, the file is already in memory.
		const bytes = Buffer.from(file.data, 'base64');
		return { ...about, size: bytes.length, open: async () => bytes };
	}
	const size =
		file.bytes ?? (await readStore(async () => await helpers.getBinaryMetadata(id))).fileSize;
	return { ...about, size, open: async () => await readStore(() => helpers.getBinaryStream(id)) };
}

/**
 * Reads from n8n's binary data store. Replaces n8n's own error for a deleted file, which would show a path on the
 * server.
 */
async function readStore<T>(ask: () => Promise<T> | T): Promise<T> {
	try {
		return await ask();
	} catch {
		throw Failure.input(fileMessages.gone);
	}
}

function findFile(context: IExecuteFunctions, input: Input, field: string): IBinaryData {
	const property = input.string(field);
	try {
		return context.helpers.assertBinaryData(input.itemIndex, property);
	} catch {
		// n8n's own message mentions only binary data. This message names the field and the existing files.
		const { binary = {}, json = {} } = context.getInputData()[input.itemIndex];
		const inJson = Object.keys(json).filter((name) => isBinaryValue(json[name]));
		const names = [...new Set([...Object.keys(binary), ...inJson])];
		throw Failure.input(fileMessages.noSuchFile, {
			field: input.label(field),
			name: property,
			names: names.join(', ') || runMessages.noColumns,
		});
	}
}
