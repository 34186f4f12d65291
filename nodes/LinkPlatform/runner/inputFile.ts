import { isBinaryValue } from 'n8n-workflow';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { EXTENSIONS, toFileName, toSafeName } from './fileNames';
import type { Upload } from '../api/route';
import type { Input } from './input';
import { fileMessages } from './messages';

/** A file of the input item, ready to be sent. */
export interface InputFile extends Upload {
	/** Made safe, since it may come from an email; of the field's name and the file's type if the file has none. */
	fileName: string;
}

/**
 * The file that a field of the operation names (or holds, by an expression). Nothing is read yet: each
 * `open` gives a new stream out of n8n's binary store.
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
		// n8n keeps binary data inside the item when it is set to: then it is in memory already.
		const bytes = Buffer.from(file.data, 'base64');
		return { ...about, size: bytes.length, open: async () => bytes };
	}
	const size =
		file.bytes ?? (await readStore(async () => await helpers.getBinaryMetadata(id))).fileSize;
	return { ...about, size, open: async () => await readStore(() => helpers.getBinaryStream(id)) };
}

/** Asks n8n's binary store, whose own words for a file that is gone name a path on the server. */
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
		// n8n's own words speak of binary data; ours name the field and what there is instead.
		const { binary = {}, json } = context.getInputData()[input.itemIndex];
		const inJson = Object.keys(json).filter((name) => isBinaryValue(json[name]));
		const names = [...new Set([...Object.keys(binary), ...inJson])];
		const label = input.label(field);
		throw Failure.input(
			names.length > 0
				? fill(fileMessages.noSuchFile, { field: label, name: property, names: names.join(', ') })
				: fill(fileMessages.noFile, { field: label, name: property }),
		);
	}
}
