/**
 * Tells jest which source files a test reaches through the built package, where jest sees no imports: the operations
 * that the test names, the triggers, or all of it. For `npm test -- --changed`.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const find = (pattern: string) => globSync(join(root, pattern));
const nodes = find('nodes/LinkPlatform/*.node.ts');
const operations = find('nodes/LinkPlatform/resources/*/**/*.ts');
// The self-test names all operations.
const examples = find('examples/*.json').filter((file) => !file.endsWith('self-test.json'));

/** Returns the files of the operations that a text names after their resource. */
const findOperations = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].flatMap(([, resource, operation]) =>
		operations.filter(
			(file) => file.includes(join(sep, resource, sep)) && basename(file, '.ts') === operation,
		),
	);

/** Returns the files that a file of this folder reaches through the built package. */
function getReached(folder: string, code: string) {
	if (folder === 'test/package' || (folder !== 'test/support' && code.includes('getResources(')))
		return nodes;
	const used = findOperations(code, /'(\w+)(?:',\s*(?:operation: )?'|\.)(\w+)'/g);
	if (folder === 'test/integration/trigger')
		return [...used, ...nodes.filter((file) => /Trigger/.test(file))];
	if (folder !== 'test/integration/examples') return used;
	const named = examples.filter((file) => code.includes(basename(file, '.json')));
	const readsAll = /(Example|Template)Names|TEMPLATES/.test(code) || named.length === 0;
	const read = readsAll ? examples : named;
	const inThem = read.map((file) => readFileSync(file, 'utf8')).join();
	return [...read, ...findOperations(inThem, /"resource": "(\w+)",\s*"operation": "(\w+)"/g)];
}

/** Returns what jest takes for the imports of a file. Jest itself finds only real imports, by `defaultExtract`. */
export function extract(code: string, file: string, defaultExtract: (code: string) => Set<string>) {
	const folder = relative(root, dirname(file)).split(sep).join('/');
	const isTest = file.endsWith('.test.mts') || folder === 'test/support';
	return new Set([...defaultExtract(code), ...(isTest ? getReached(folder, code) : [])]);
}

/** Returns a text that changes if the results of `extract` may change, because jest stores them. */
export const getCacheKey = () => [readFileSync(import.meta.filename), ...operations].join();
