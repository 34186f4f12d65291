/** Files that are accepted as images, and the amount of data that is held back until the format is certain. */
import { checkImage } from '../../nodes/LinkPlatform/resources/qrCode/imageCheck.ts';

/** A stream that counts the chunks read from it, and can be created from a generator, like n8n's. */
class Source {
	taken = 0;

	constructor(private readonly chunks: string[]) {}

	static from(chunks: unknown) {
		return chunks;
	}

	async *[Symbol.asyncIterator]() {
		for (const chunk of this.chunks) {
			this.taken += 1;
			yield await Promise.resolve(Buffer.from(chunk, 'latin1'));
		}
	}
}

const check = (source: Source, format: string, mimeType = 'image/x') =>
	checkImage(source, format, mimeType) as AsyncGenerator<Buffer>;
async function read(chunks: string[], format: string, mimeType?: string) {
	const parts: Buffer[] = [];
	for await (const part of check(new Source(chunks), format, mimeType)) parts.push(part);
	return Buffer.concat(parts).toString('latin1');
}

test.each([
	['a PNG', ['\x89PNG', 'rest'], 'png', undefined],
	['a PNG in pieces', ['\x89P', 'NG', 'x'.repeat(9_000), 'rest'], 'png', undefined],
	['a PDF', ['%PDF-1.7'], 'pdf', undefined],
	['an SVG', ['<svg>'], 'svg', undefined],
	['an SVG after a declaration', ['<?xml ?><!-- -->\n<SVG\nwidth="1">'], 'svg', 'text/plain'],
	['an SVG tag at the end of the checked part', [`${' '.repeat(4_091)}<svg>`], 'svg', undefined],
	['any content if the format is unknown', ['GIF89a'], '', 'image/gif'],
	['any content whose type is not text', ['GIF89a'], '', 'x-text/plain'],
])('checkImage forwards all of %s', async (_, chunks, format, mimeType) => {
	expect(await read(chunks, format, mimeType)).toBe(chunks.join(''));
});

const noImage = (what: string) => `Link Platform returned no ${what}`;
test.each([
	['an empty response', [], 'png', undefined, noImage('PNG image')],
	['an empty response in an unknown format', [], '', undefined, noImage('image')],
	['a PNG signature after other content', ['x\x89PNG'], 'png', undefined, noImage('PNG image')],
	['a PDF signature after other content', ['x%PDF'], 'pdf', undefined, noImage('PDF image')],
	['an element other than svg', ['<svgs>'], 'svg', undefined, noImage('SVG image')],
	[
		'an SVG after 4,096 spaces',
		[' '.repeat(4_096), '<svg>'],
		'svg',
		undefined,
		noImage('SVG image'),
	],
	['a long text', ['x'.repeat(9_000), 'y'], 'png', undefined, noImage('PNG image')],
	['text', [' No more \n'], 'png', 'text/html', noImage('PNG image: No more')],
	['long text', ['x'.repeat(300)], 'png', 'text/html', noImage(`PNG image: ${'x'.repeat(200)}`)],
	['text if the format is unknown', ['No more'], '', 'text/plain', noImage('image: No more')],
])('checkImage rejects this content: %s', (_, chunks, format, mimeType, message) =>
	expect(read(chunks, format, mimeType)).rejects.toMatchObject({ kind: 'unknown', message }),
);

test.each([
	['at once if the first chunk is large enough', ['\x89PNG'.padEnd(4_096), 'a', 'b'], 1],
	['once enough chunks have arrived', ['\x89PNG', 'x'.repeat(4_000), 'x'.repeat(92), 'a', 'b'], 3],
	['at the end if the image is smaller', ['\x89PNG', 'x'.repeat(4_000), 'x'.repeat(91)], 3],
])('checkImage forwards the beginning of an image %s', async (_, chunks, taken) => {
	const source = new Source(chunks);
	await check(source, 'png').next();
	expect(source.taken).toBe(taken);
});

test('checkImage forwards the rest of an image as it arrives', async () => {
	const source = new Source(['\x89PNG'.padEnd(4_096), 'a', 'b', 'c']);
	const stream = check(source, 'png');
	await stream.next();
	expect(((await stream.next()).value as Buffer).toString()).toBe('a');
	expect(source.taken).toBe(2);
});
