import { Failure } from '../../api/failure';
import { replaceStream } from '../../api/stream';
import { qrCodeMessages } from './messages';

/** A pattern for the first bytes of a file in each format. SVG may begin with comments and declarations. */
const BEGINNINGS: Record<string, RegExp> = { png: /^\x89PNG/, pdf: /^%PDF/, svg: /<svg[\s>]/i };
/** The number of bytes at the beginning of a file that are checked. */
const BEGINNING = 4_096;

/**
 * Returns the stream of an image. The stream fails if the image is empty or in another format, because some deployments
 * return such a body with a 2xx status. If the format isn't known, the stream fails only for text.
 */
export function checkImage(stream: unknown, format: string, mimeType: string): unknown {
	return replaceStream(stream, async function* (source) {
		let beginning = Buffer.alloc(0);
		let isChecked = false;
		for await (const chunk of source) {
			if (isChecked) {
				yield chunk;
				continue;
			}
			beginning = Buffer.concat([beginning, chunk]);
			if (beginning.length < BEGINNING) continue;
			assertImage(beginning, format, mimeType);
			isChecked = true;
			yield beginning;
		}
		if (isChecked) return;
		assertImage(beginning, format, mimeType);
		yield beginning;
	});
}

/** Throws if a file doesn't begin like an image in this format. If the file is text, the failure quotes it. */
function assertImage(bytes: Buffer, format: string, mimeType: string): void {
	const isText = /^text\//.test(mimeType);
	const beginning = BEGINNINGS[format];
	const isRight = beginning ? beginning.test(bytes.toString('latin1', 0, BEGINNING)) : !isText;
	if (isRight && bytes.length > 0) return;
	const text = isText ? bytes.toString('utf8').slice(0, 200).trim() : '';
	const image = [format.toUpperCase(), 'image'].filter(Boolean).join(' ');
	throw Failure.unusable(qrCodeMessages.noImage, { image: text ? `${image}: ${text}` : image });
}
