import type { IDataObject } from 'n8n-workflow';
import { omit } from '../../api/envelope';
import { Failure, joinSentences, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { EXTENSIONS, toFileName, getMimeType } from '../../runner/fileNames';
import type { Headers } from '../../api/transport';
import { qrCodeMessages } from './messages';
import { checkImage } from './imageCheck';
import type { Input } from '../../runner/input';
import type { OperationContext, Output } from '../../runner/operation';
import { toRequest, type ApiRequest } from '../../api/route';

/** The ID of a QR code, as its record states it. */
type Id = IDataObject[string];

/** The maximum length of an image as text for an AI agent, in characters. This is about 8,000 tokens. */
const LONGEST_FOR_TOOL = 16_000;
const MIME_TYPES: Record<string, string> = {
	png: 'image/png',
	svg: 'image/svg+xml',
	pdf: 'application/pdf',
};

/**
 * Returns the request for an image (`GET /api/qr/:id/download`). Reads all image fields, so that an invalid value is
 * rejected before anything is sent.
 */
export function imageRequest(id: Id, input: Input): ApiRequest {
	const request = toRequest('GET /api/qr/{qrCodeId}/download', { qrCodeId: id });
	const query = { format: readOutput(input).format, size: input.number('imageSize') };
	return { ...request, query };
}

function readOutput(input: Input) {
	const options = input.collection('imageOptions') as Partial<Record<string, string>>;
	const { fileName = '', outputAs, binaryPropertyName: property = 'data' } = options;
	const format = input.has('format') ? input.string('format') : '';
	return { format, fileName, isText: outputAs === 'dataUrl', property };
}

/** Returns the record of a QR code, with its image if 'Download Image' is on. */
export async function withImage(
	record: IDataObject,
	input: Input,
	context: OperationContext,
): Promise<Output> {
	if (!input.boolean('downloadImage')) return { json: record };
	if (!record.id)
		throw Failure.unusable(qrCodeMessages.idMissing, { name: input.string('name') }).asMayBeDone();
	const name = String(record.name ?? input.string('name'));
	try {
		const { json, binary } = await fetchImage(record.id, input, context, name);
		const text = omit(json, ['id', 'format', 'fileName', 'mimeType', 'fileSize']);
		return { json: { ...record, ...text }, binary };
	} catch (thrown) {
		throw withMissingImage(toFailure(thrown), String(record.id), input);
	}
}

/**
 * Adds a note to the failure of an image download. It says that the QR code itself exists, and how the user can get
 * its image. Retry On Fail must not create the QR code again.
 */
function withMissingImage(failure: Failure, id: string, input: Input): Failure {
	const { imageMissing, imageByDownload, runAgain } = qrCodeMessages;
	const isKept = input.has('ifNameExists') && input.string('ifNameExists') !== 'create';
	// If Link Platform refused a value, another run of the item would fail in the same way.
	const again = isKept && !failure.isAboutValues ? runAgain : imageByDownload;
	const message = fill(imageMissing, { id, again });
	// If only 'Max Wait' was exceeded, running again is enough, so leave out the cause.
	const cause = failure.kind === 'waitLimit' ? undefined : failure.description;
	return failure.reworded({ description: joinSentences(message, cause) }).asMayBeDone();
}

/**
 * Downloads an image as a file or as text, depending on 'Output As'. `name` is the file name if 'File Name' is empty.
 */
export async function fetchImage(
	id: Id,
	input: Input,
	context: OperationContext,
	name: string,
): Promise<Output> {
	const reader = imageReader(id, input, context, name);
	return await context.client.download(imageRequest(id, input), reader).catch((thrown: unknown) => {
		const failure = toFailure(thrown);
		if (!failure.isAboutValues) throw failure;
		// Link Platform's refusal names `size`. Users could take that for the size of the QR code itself, so name the
		// field instead.
		const values = { size: input.string('imageSize'), reason: failure.message };
		throw failure.reworded({ message: fill(qrCodeMessages.imageRefused, values) });
	});
}

/**
 * Returns a function that converts the stream of an image to an output item. The item's JSON describes the file. If
 * the node runs as an AI tool, the JSON contains the image as text, or a note if that text is too long.
 */
export function imageReader(
	id: Id,
	input: Input,
	{ store, readAll, isTool }: OperationContext,
	name: string,
) {
	const { format, fileName: named, isText, property } = readOutput(input);
	return async (source: unknown, headers: Headers): Promise<Output> => {
		const statedType = getMimeType(headers) || 'application/octet-stream';
		const mimeType = MIME_TYPES[format] ?? statedType;
		const stream = checkImage(source, format, statedType);
		const extension = EXTENSIONS[mimeType] ?? 'bin';
		const fileName = toFileName([named, name, 'qr-code'], extension);
		const about = { id, format: extension, fileName, mimeType };
		if (isTool || isText) {
			const bytes = await readAll(stream);
			const dataUrl = `data:${mimeType};base64,${bytes.toString('base64')}`;
			const isReadable = !isTool || dataUrl.length <= LONGEST_FOR_TOOL;
			const text = isReadable ? { dataUrl } : { note: qrCodeMessages.tooLargeForAgent };
			return { json: { ...about, fileSize: bytes.length, ...text } };
		}
		const file = await store(stream, fileName, mimeType);
		const fileSize = file.bytes ?? file.fileSize;
		return { json: { ...about, fileSize }, binary: { [property]: file } };
	};
}
