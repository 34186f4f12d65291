import { Failure } from '../../api/failure';
import { replaceStream } from '../../api/stream';

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
 * The stream of an image, which fails where it is empty or no image of the format: services send words, an
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
	if (bytes.length === 0) {
		throw Failure.unusable(
			'The service answered with an empty file instead of an image',
			"Try again; if it stays so, choose another 'Format'",
		);
	}
	const isText = /^text\//.test(mimeType);
	const beginning = BEGINNINGS[format];
	const isRight = beginning ? beginning.test(bytes.toString('latin1', 0, BEGINNING)) : !isText;
	if (isRight) return;
	const words = isText ? `: ${bytes.toString('utf8').slice(0, LONGEST_QUOTE).trim()}` : '';
	throw Failure.unusable(
		`The service answered with something else than ${format ? `a ${format.toUpperCase()} image` : 'an image'}${words}`,
		"Try again; if it stays so, choose another 'Format'",
	);
}
