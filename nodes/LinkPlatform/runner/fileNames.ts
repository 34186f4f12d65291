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
const EXTENSION = /\.\w{1,11}$/;
/**
 * The maximum length of a name to process, in characters. A longer name is cut off first, because a cell of a
 * spreadsheet may contain megabytes.
 */
const LOOKED_AT = 1_000;
/** The maximum length of a file name without its extension, in bytes. File systems allow 255 bytes in total. */
const MOST_BYTES = 240;

/** Returns the MIME type of a response in lower case, without parameters; '' if it has none. */
export function getMimeType(headers: Headers): string {
	return String(headers['content-type'] ?? '')
		.split(';')[0]
		.trim()
		.toLowerCase();
}

/** Returns the first usable name among `names`, made safe, with the extension. */
export function toFileName(names: string[], extension: string): string {
	const name = names.map(toSafeName).find(Boolean) as string;
	return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/**
 * Returns a safe version of a file name, which no file system, archive or URL interprets as a path. Removes
 * separators (also percent-encoded), reserved characters, leading dots, and control characters, but not the joiners
 * and tags of emoji and Persian. Cuts the name to 120 characters, but keeps its extension. Returns '' if nothing is left.
 */
export function toSafeName(name: string): string {
	const end = EXTENSION.exec(name.slice(LOOKED_AT))?.[0] ?? '';
	const safe = (name.slice(0, LOOKED_AT) + end)
		.normalize('NFC')
		.replace(/(?![\u200c-\u200d\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
		.replace(/[\\/:*?"<>|]+|%(?=[\da-f]{2})/gi, '-')
		.replace(/^[-.\s\u200c-\u200d\u{E0020}-\u{E007F}]+|[.\s\u200c-\u200d]+$/gu, '');
	const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe);
	const extension = EXTENSION.exec(safe)?.[0] ?? '';
	const stem = `${isDevice ? '_' : ''}${safe.slice(0, safe.length - extension.length)}`;
	const signs = [...stem].slice(0, LONGEST_NAME - extension.length);
	while (Buffer.byteLength(signs.join('') + extension) > MOST_BYTES) signs.pop();
	return signs.join('').replace(/[.\s\u200c-\u200d]+$/, '') + extension;
}

/**
 * Returns a function that gives each output file of a run a unique name, as browsers do: `menu.png`, `menu (2).png`.
 * An output has at most one file. Without unique names, one file could overwrite another in a folder or ZIP file.
 */
export function createFileNamer(): (output: Output) => Output {
	const used = new Map<string, number>();
	return (output) => {
		const [entry] = Object.entries(output.binary ?? {});
		if (!entry) return output;
		const [property, file] = entry;
		const fileName = takeName(file.fileName ?? property, used);
		const isStated = file.fileName && output.json.fileName === file.fileName;
		return {
			json: isStated ? { ...output.json, fileName } : output.json,
			binary: { [property]: { ...file, fileName } },
		};
	};
}

/**
 * Returns the name if it is still unused, otherwise the name with a number. Ignores case, because some file systems
 * do.
 */
function takeName(name: string, used: Map<string, number>): string {
	const key = name.toLowerCase();
	const count = (used.get(key) ?? 0) + 1;
	used.set(key, count);
	return count === 1 ? name : takeName(name.replace(/(\.\w+)?$/, ` (${count})$1`), used);
}
