import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { replaceStream } from '../../api/stream';
import { qrCodeMessages } from './messages';

/** How files of a format begin; SVG may begin with comments and declarations. */
const BEGINNINGS: Record<string, RegExp> = {
	png: /^\x89PNG/,
	pdf: /^%PDF/,
	svg: /<svg[\s>]/i,
};
/** In bytes: how much of a file is looked at. */
const BEGINNING = 4_096;
const LONGEST_QUOTE = 200;

/**
 * The stream of an image, which fails if it is empty or no image of the format: services send text, an
 * empty body or another format under a good status. Where no format is known, only text is refused.
 */
export function checkImage(stream: unknown, format: string, mimeType: string): unknown {
	return replaceStream(stream, async function* (source) {
		const held: Uint8Array[] = [];
		let isChecked = false;
		for await (const chunk of source) {
			if (isChecked) {
				yield chunk;
				continue;
			}
			held.push(chunk);
			if (held.reduce((sum, { length }) => sum + length, 0) < BEGINNING) continue;
			refuseOther(Buffer.concat(held), format, mimeType);
			isChecked = true;
			yield* held;
		}
		if (isChecked) return;
		refuseOther(Buffer.concat(held), format, mimeType);
		yield* held;
	});
}

function refuseOther(bytes: Buffer, format: string, mimeType: string): void {
	if (bytes.length === 0) throw Failure.unusable(qrCodeMessages.emptyImage);
	const isText = /^text\//.test(mimeType);
	const beginning = BEGINNINGS[format];
	const isRight = beginning ? beginning.test(bytes.toString('latin1', 0, BEGINNING)) : !isText;
	if (isRight) return;
	const words = format
		? fill(qrCodeMessages.otherFormat, { format: format.toUpperCase() })
		: qrCodeMessages.noImage;
	const failure = Failure.unusable(words);
	if (!isText) throw failure;
	const text = bytes.toString('utf8').slice(0, LONGEST_QUOTE).trim();
	throw failure.reworded(fill(qrCodeMessages.textInstead, { message: failure.message, text }));
}
