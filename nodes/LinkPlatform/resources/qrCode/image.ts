import type { IDataObject } from 'n8n-workflow';
import { Failure, asFailure } from '../../api/failure';
import { extensionOf, fileNameOf, mimeTypeOf } from '../../api/files';
import type { Headers } from '../../api/limits';
import type { ServiceRequest } from '../../api/request';
import type { Input } from '../../operation/input';
import type { Call, Output } from '../../operation/operation';
import { locate } from '../../operation/request';

const MIME_TYPES: Record<string, string> = {
	png: 'image/png',
	svg: 'image/svg+xml',
	pdf: 'application/pdf',
};

/** `GET /api/qr/:id/download` as the item's image fields want it. Format and size are checked before anything is sent. */
export function imageRequest(id: unknown, input: Input): ServiceRequest {
	const request = locate('GET /api/qr/{qrCodeId}/download', () => String(id));
	return { ...request, query: { format: input.text('format'), size: input.number('imageSize') } };
}

/** The QR code's record with its image, fetched if 'Download Image' is on. */
export async function withImage(record: IDataObject, input: Input, call: Call): Promise<Output> {
	if (!input.flag('downloadImage')) return { json: record };
	if (record.id === undefined) {
		throw new Failure(
			`"${input.text('name')}" was created, but the service did not say its ID, so there is no image`,
			'Look it up with QR Code > Get Many, and use QR Code > Download',
			{ httpCode: '200' },
		);
	}
	const name = String(record.name ?? input.text('name'));
	try {
		const { json, binary } = await fetchImage(imageRequest(record.id, input), input, call, name);
		const { dataUrl } = json;
		return { json: { ...record, ...(dataUrl === undefined ? {} : { dataUrl }) }, binary };
	} catch (thrown) {
		const failure = asFailure(thrown);
		const description = `The QR code was created and has the ID ${String(record.id)}; only its image is missing. Use QR Code > Download instead of creating it again. ${failure.description}`;
		throw failure.reworded({ description });
	}
}

/** The image as a file or as text, as 'Output As' says; `name` names the file where 'File Name' does not. */
export async function fetchImage(
	request: ServiceRequest,
	input: Input,
	call: Call,
	name: string,
): Promise<Output> {
	const answer = await call.client.download(request, imageReader(input, call, name));
	if ('file' in answer) return answer.file;
	throw new Failure(
		'The service answered without an image',
		"Try again; if it stays so, choose another 'Format'",
		{ httpCode: '200' },
	);
}

/** Makes an output of an image's stream; its JSON describes the file. */
export function imageReader(input: Input, { store, readAll }: Call, name: string) {
	return async (stream: unknown, headers: Headers): Promise<Output> => {
		const format = input.has('format') ? input.text('format') : '';
		const mimeType = MIME_TYPES[format] ?? (mimeTypeOf(headers) || 'application/octet-stream');
		const extension = extensionOf(mimeType) ?? 'bin';
		const fileName = fileNameOf([input.text('fileName'), name, 'qr-code'], extension);
		const about = { format: extension, fileName, mimeType };
		if (input.text('outputAs') === 'dataUrl') {
			const bytes = await readAll(stream);
			const dataUrl = `data:${mimeType};base64,${bytes.toString('base64')}`;
			return { json: { ...about, fileSize: bytes.length, dataUrl } };
		}
		const file = await store(stream, fileName, mimeType);
		const property = input.text('binaryPropertyName') || 'data';
		return {
			json: { ...about, fileSize: file.bytes ?? file.fileSize },
			binary: { [property]: file },
		};
	};
}
