/** Output schemas for the preview in n8n's editor, made from the items of a run. */
import { join } from 'node:path';
import type { Items } from './outputs.mts';

/** The folder, beside the node's file, in which n8n looks for them. */
export const SCHEMA_FOLDER = join('nodes', 'LinkPlatform', '__schema__');

/** The parts of JSON Schema that the editor reads. */
interface Preview {
	type: string;
	properties?: Record<string, Preview>;
	items?: Preview;
}

/**
 * Types by priority. If a field has several, the first is shown: `null` and `false` mean "none", so another type says
 * more.
 */
const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function getType(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the schema of values that were seen in one place. */
function toPreview(values: unknown[]): Preview {
	const seen = new Set(values.map(getType));
	const type = TYPES.find((one) => seen.has(one))!;
	const telling = values.filter((value) => getType(value) === type);
	if (type === 'object') return { type, properties: toProperties(telling as object[]) };
	const entries = type === 'array' ? telling.flat() : [];
	return entries.length === 0 ? { type } : { type, items: toPreview(entries) };
}

/** A field of a QR code that the sandbox returns, but hardly any deployment. */
const RARE = 'target';

function toProperties(objects: object[]): Record<string, Preview> {
	const entries = objects
		.flatMap((one): Array<[string, unknown]> => Object.entries(one))
		.filter(([name]) => name !== RARE);
	return Object.fromEntries(
		[...Map.groupBy(entries, ([name]) => name)].map(([name, all]) => [
			name,
			toPreview(all.map(([, value]) => value)),
		]),
	);
}

/** Returns the files by their path inside the package. */
export function createSchemaFiles(outputs: Items): Map<string, string> {
	const files = new Map<string, string>();
	const add = (version: string, name: string, items: object[]) => {
		const content = `${JSON.stringify(toPreview(items), null, '\t')}\n`;
		files.set(`${join(SCHEMA_FOLDER, version, name)}.json`, content);
	};
	const isOperation = (name: string) => name.includes('/');
	for (const [name, items] of outputs) if (isOperation(name)) add('v1.0.0', name, items);
	// The trigger has neither resource nor operation, so its files are its versions' own.
	const events = [...outputs].flatMap(([name, items]) => (isOperation(name) ? [] : items));
	for (const version of ['v1.0.0', 'v1.1.0']) add(version, '', events);
	return files;
}
