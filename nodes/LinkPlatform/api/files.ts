import type { Headers } from './limits';

const EXTENSIONS: Record<string, string> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/gif': 'gif',
	'image/webp': 'webp',
	'image/svg+xml': 'svg',
	'application/pdf': 'pdf',
	'text/csv': 'csv',
};

const LONGEST_NAME = 120;
/** File systems count bytes, 255 of them; the rest is for the extension. */
const MOST_BYTES = 240;

/** The MIME type of an answer without its parameters, in lower case; '' if it names none. */
export function mimeTypeOf(headers: Headers): string {
	return String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
}

/** The usual extension of a MIME type, undefined if unknown. */
export function extensionOf(mimeType: string): string | undefined {
	return EXTENSIONS[mimeType];
}

/** A file name of the first of these names that can be used, made safe; the extension is added if it is not there. */
export function fileNameOf(names: string[], extension: string): string {
	const name = names.map(safeName).find((safe) => safe !== '') as string;
	return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/**
 * A name that no file system and no archive takes for a path: no separators, no control or reserved
 * characters, no leading dots, at most 120 characters; '' if nothing of it is left.
 */
function safeName(name: string): string {
	const safe = name
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
		.replace(/[\\/:*?"<>|]+/g, '-')
		.replace(/^[.\s-]+|[.\s]+$/g, '');
	const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe);
	const signs = [...(isDevice ? `_${safe}` : safe)].slice(0, LONGEST_NAME);
	while (Buffer.byteLength(signs.join('')) > MOST_BYTES) signs.pop();
	return signs.join('').replace(/[.\s]+$/, '');
}
