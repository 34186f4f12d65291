/** File name and type of a QR code's image, whatever Link Platform states. */
import { Readable } from 'node:stream';
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import { imageReader } from '../../nodes/LinkPlatform/resources/qrCode/image.ts';
import {
	imageFields,
	imageOptions,
} from '../../nodes/LinkPlatform/resources/qrCode/imageFields.ts';
import { table } from '../support/table.mts';

const BEGINNINGS: Record<string, string> = {
	png: '\x89PNG',
	svg: '<?xml ?><svg >',
	pdf: '%PDF-1.7',
};
const read = async (
	format: string | undefined,
	contentType: string | undefined,
	{ name = 'Poster', content = BEGINNINGS[format ?? 'png'] } = {},
) => {
	const values: Record<string, unknown> = { format, imageOptions: { outputAs: 'dataUrl' } };
	const fields = format === undefined ? [imageOptions] : imageFields;
	const input = new Input(0, fields, (field) => values[field] ?? null, 'UTC');
	const context = {
		readAll: async (stream: AsyncIterable<Buffer>) => {
			const chunks: Buffer[] = [];
			for await (const chunk of stream) chunks.push(chunk);
			return Buffer.concat(chunks);
		},
	} as unknown as Parameters<typeof imageReader>[2];
	const stream = Readable.from(content === '' ? [] : [Buffer.from(content, 'latin1')]);
	const reader = imageReader(1, input, context, name);
	return (await reader(stream, { 'content-type': contentType })).json;
};

test.each(table<[string | undefined, undefined | string, string, string]>`
	png | undefined | Poster.png | image/png
	svg | application/octet-stream | Poster.svg | image/svg+xml
	pdf | binary/octet-stream; charset=x | Poster.pdf | application/pdf
	// If no format was requested, the Content-Type of the response decides.
	undefined | image/jpeg | Poster.jpg | image/jpeg
	undefined | IMAGE/WebP; q=1 | Poster.webp | image/webp
	undefined | image/x-other | Poster.bin | image/x-other
	undefined | undefined | Poster.bin | application/octet-stream
`)(
	'an image in the format %s, sent as %s, gets the right file name and MIME type',
	async (format, contentType, fileName, mimeType) => {
		expect(await read(format, contentType)).toEqual({
			id: 1,
			format: fileName.split('.')[1],
			fileName,
			mimeType,
			fileSize: expect.any(Number),
			dataUrl: expect.stringContaining(`data:${mimeType};base64,`),
		});
	},
);

test("a QR code name that can't be a file name is replaced with qr-code", async () => {
	expect(await read('png', 'image/png', { name: '../' })).toMatchObject({
		fileName: 'qr-code.png',
	});
});

test.each([
	['png', 'text/plain', 'Plan too small'],
	['pdf', 'application/pdf', 'no PDF image'],
	[undefined, 'text/plain', 'Plan too small'],
])('text instead of an image (format %j, sent as %s) is rejected', (format, type, words) =>
	expect(read(format, type, { content: 'Plan too small' })).rejects.toMatchObject({
		kind: 'unknown',
		message: expect.stringMatching(words),
	}),
);
