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
/** Longer names are cut before they are searched: a cell of a sheet may have megabytes. */
const LOOKED_AT = 1_000;
/** File systems count bytes, 255 of them; the rest is for the extension. */
const MOST_BYTES = 240;

/** The MIME type of a response without its parameters, in lower case; '' if it has none. */
export function getMimeType(headers: Headers): string {
	return String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
}

/** A file name of the first of these names that can be used, made safe; the extension is added if it is not there. */
export function toFileName(names: string[], extension: string): string {
	const name = names.map(toSafeName).find((safe) => safe !== '') as string;
	return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/**
 * A name that is a path in no file system, archive or address: no separators, percent-encoded or not, no control or
 * reserved characters, no leading dots, at most 120 characters, which leave its extension whole; '' if nothing of it is
 * left.
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
 * Makes a function that gives the file of an output of a run (an output holds at most one) a name of its own,
 * counted as browsers do: `menu.png`, `menu (2).png`. Otherwise one would replace the other in a folder or ZIP
 * file.
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

/** The name if it is free, else with a number. Some file systems ignore case. */
function takeName(name: string, used: Map<string, number>): string {
	const key = name.toLowerCase();
	const count = (used.get(key) ?? 0) + 1;
	used.set(key, count);
	return count === 1 ? name : takeName(name.replace(/(\.\w+)?$/, ` (${count})$1`), used);
}
