import type { Headers } from '../api/transport';
import type { Output } from './items';

/** The usual extension of each MIME type. */
export const EXTENSIONS: Record<string, string | undefined> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/gif': 'gif',
	'image/webp': 'webp',
	'image/svg+xml': 'svg',
	'application/pdf': 'pdf',
	'text/csv': 'csv',
};

const LONGEST_NAME = 120;
const LONGEST_EXTENSION = 12;
const EXTENSION = /\.\w{1,11}$/;
/** In characters. Longer names are cut before they are searched: a cell of a sheet may have megabytes. */
const LOOKED_AT = 1_000;
/** File systems allow 255 bytes; the rest is for the extension. */
const MOST_BYTES = 240;

/** Returns the MIME type of a response without parameters, in lower case; '' if it has none. */
export function getMimeType(headers: Headers): string {
	return String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
}

/** Returns the first of these names that is usable, made safe, with the extension. */
export function toFileName(names: string[], extension: string): string {
	const name = names.map(toSafeName).find((safe) => safe !== '') as string;
	return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/**
 * Makes a name safe: in no file system, archive or URL it is a path. Removes separators (also percent-encoded), control
 * and reserved characters and leading dots, and cuts it to 120 characters with its whole extension. Returns '' if nothing
 * is left.
 */
export function toSafeName(name: string): string {
	const end = EXTENSION.exec(name.slice(LOOKED_AT).slice(-LONGEST_EXTENSION))?.[0] ?? '';
	const safe = (name.slice(0, LOOKED_AT) + end)
		.normalize('NFC')
		.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
		.replace(/[\\/:*?"<>|]+|%(?=[\da-f]{2})/gi, '-')
		.replace(/^[.\s-]+|[.\s]+$/g, '');
	const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe);
	const extension = EXTENSION.exec(safe)?.[0] ?? '';
	const stem = `${isDevice ? '_' : ''}${safe.slice(0, safe.length - extension.length)}`;
	const signs = [...stem].slice(0, LONGEST_NAME - extension.length);
	while (Buffer.byteLength(signs.join('') + extension) > MOST_BYTES) signs.pop();
	return signs.join('').replace(/[.\s]+$/, '') + extension;
}

/**
 * Makes a function that gives the file of each output of a run (at most one per output) a different name, as browsers do:
 * `menu.png`, `menu (2).png`. Otherwise one file would replace the other in a folder or ZIP file.
 */
export function createFileNamer(): (output: Output) => Output {
	const used = new Map<string, number>();
	return (output) => {
		const [entry] = Object.entries(output.binary ?? {});
		if (!entry) return output;
		const [property, file] = entry;
		const fileName = takeName(file.fileName ?? property, used);
		const isStated = output.json.fileName !== undefined && output.json.fileName === file.fileName;
		return {
			json: isStated ? { ...output.json, fileName } : output.json,
			binary: { [property]: { ...file, fileName } },
		};
	};
}

/** Returns the name if it is free, otherwise with a number. Some file systems ignore case. */
function takeName(name: string, used: Map<string, number>): string {
	const key = name.toLowerCase();
	const count = (used.get(key) ?? 0) + 1;
	used.set(key, count);
	return count === 1 ? name : takeName(name.replace(/(\.\w+)?$/, ` (${count})$1`), used);
}
