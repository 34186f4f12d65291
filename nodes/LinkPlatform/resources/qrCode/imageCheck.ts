import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { replaceStream } from '../../api/stream';
import { qrCodeMessages } from './messages';

/** A pattern for the first bytes of a file in each format. SVG may begin with comments and declarations. */
const BEGINNINGS: Record<string, RegExp> = { png: /^\x89PNG/, pdf: /^%PDF/, svg: /<svg[\s>]/i };
/** The number of bytes at the beginning of a file that are checked. */
const BEGINNING = 4_096;

/**
 * Returns the stream of an image. It fails if the image is empty or in another format, because some deployments return
 * text, an empty body or another format with a 2xx status. If the format isn't known, only text is refused.
 */
export function checkImage(stream: unknown, format: string, mimeType: string): unknown {
	return replaceStream(stream, async function* (source) {
		let held: Buffer | undefined = Buffer.alloc(0);
		for await (const chunk of source) {
			held = held && Buffer.concat([held, chunk]);
			if (held && held.length < BEGINNING) continue;
			if (held) refuseOther(held, format, mimeType);
			yield held ?? chunk;
			held = undefined;
		}
		if (!held) return;
		refuseOther(held, format, mimeType);
		yield held;
	});
}

function refuseOther(bytes: Buffer, format: string, mimeType: string): void {
	const isText = /^text\//.test(mimeType);
	const beginning = BEGINNINGS[format];
	const isRight = beginning ? beginning.test(bytes.toString('latin1', 0, BEGINNING)) : !isText;
	if (isRight && bytes.length > 0) return;
	const kind = `${format.toUpperCase()} image`.trim();
	const failure = Failure.unusable(qrCodeMessages.noImage, { kind });
	const text = isText ? bytes.toString('utf8').slice(0, 200).trim() : '';
	if (text === '') throw failure;
	throw failure.reworded(fill(qrCodeMessages.textInstead, { message: failure.message, text }));
}
