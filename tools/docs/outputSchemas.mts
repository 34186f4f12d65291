/** Generates the output schemas that n8n's editor shows as a preview, from the output items of a run. */
import { join } from 'node:path';
import type { Items } from './outputs.mts';

/** The folder in which n8n looks for output schemas, next to the node's file. */
export const SCHEMA_FOLDER = join('nodes', 'LinkPlatform', '__schema__');

/** The parts of JSON Schema that n8n's editor reads. */
interface Preview {
	type: string;
	properties?: Record<string, Preview>;
	items?: Preview;
}

/**
 * JSON types by priority. The preview shows one type per field: `null` and `false` often mean "none", so any other type
 * is more informative.
 */
const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function getType(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the schema for all values observed in one field. */
function toPreview(values: unknown[]): Preview {
	const seen = new Set(values.map(getType));
	const type = TYPES.find((one) => seen.has(one))!;
	const telling = values.filter((value) => getType(value) === type);
	if (type === 'object') return { type, properties: toProperties(telling as object[]) };
	const entries = type === 'array' ? telling.flat() : [];
	return entries.length === 0 ? { type } : { type, items: toPreview(entries) };
}

/** A QR code field that the sandbox returns, but few real deployments do. */
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

/** Returns the schema files, by their path inside the package. */
export function createSchemaFiles(outputs: Items) {
	const files = new Map<string, string>();
	const add = (version: string, name: string, items: object[]) => {
		const content = `${JSON.stringify(toPreview(items), null, '\t')}\n`;
		files.set(`${join(SCHEMA_FOLDER, version, name)}.json`, content);
	};
	const isOperation = (name: string) => name.includes('/');
	for (const [name, items] of outputs) if (isOperation(name)) add('v1.0.0', name, items);
	// The trigger has neither resources nor operations, so n8n expects one schema per version of the trigger.
	const events = [...outputs].flatMap(([name, items]) => (isOperation(name) ? [] : items));
	for (const version of ['v1.0.0', 'v1.1.0']) add(version, '', events);
	return files;
}
