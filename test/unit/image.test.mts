/** How the image of a QR code is called and typed, whatever the service says of it. */
import { Input } from '../../nodes/LinkPlatform/operations/input.ts';
import { imageReader } from '../../nodes/LinkPlatform/resources/qrCode/image.ts';
import {
	imageFields,
	outputFields,
} from '../../nodes/LinkPlatform/resources/qrCode/imageFields.ts';

const bytes = Buffer.from('image');
const read = async (
	format: string | undefined,
	contentType: string | undefined,
	name = 'Poster',
) => {
	const values: Record<string, unknown> = { format, outputAs: 'dataUrl' };
	const fields = format === undefined ? outputFields : imageFields;
	const input = new Input(0, fields, (field) => values[field] ?? null, 'UTC');
	const call = { readAll: () => Promise.resolve(bytes) } as unknown as Parameters<
		typeof imageReader
	>[1];
	return (await imageReader(input, call, name)(bytes, { 'content-type': contentType })).json;
};

test.each([
	['png', undefined, 'Poster.png', 'image/png'],
	['svg', 'application/octet-stream', 'Poster.svg', 'image/svg+xml'],
	['pdf', 'binary/octet-stream; charset=x', 'Poster.pdf', 'application/pdf'],
	// Where no format was asked for, the answer says what it is.
	[undefined, 'image/jpeg', 'Poster.jpg', 'image/jpeg'],
	[undefined, 'IMAGE/WebP; q=1', 'Poster.webp', 'image/webp'],
	[undefined, 'image/x-other', 'Poster.bin', 'image/x-other'],
	[undefined, undefined, 'Poster.bin', 'application/octet-stream'],
])('%s, sent as %s', async (format, contentType, fileName, mimeType) => {
	expect(await read(format, contentType)).toEqual({
		format: fileName.split('.')[1],
		fileName,
		mimeType,
		fileSize: 5,
		dataUrl: `data:${mimeType};base64,aW1hZ2U=`,
	});
});

test('a name that is none', async () => {
	expect(await read('png', 'image/png', '../')).toMatchObject({ fileName: 'qr-code.png' });
});
