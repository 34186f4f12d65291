/**
 * Beside the names (test/package/parameters.json), a saved workflow holds values of menus; and it leaves
 * out what equals the default. Both stay within a version of a node: docs/maintainers/versions.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

const STORED = 'test/package/savedValues.json';

interface Saved {
	defaults: unknown[];
	values: unknown[];
}

const fromPackage = createRequire(join(process.cwd(), 'package.json'));
const { n8n } = fromPackage('./package.json') as {
	n8n: { nodes: string[]; credentials: string[] };
};
const instances = [...n8n.nodes, ...n8n.credentials].flatMap((file) =>
	Object.values(
		fromPackage(`./${file}`) as Record<string, new () => INodeType | ICredentialType>,
	).map((Class) => new Class()),
);

/** What is saved of each parameter, by its path; one that stands in several operations is one entry. */
function collect(list: INodeProperties[], path: string, saved: Map<string, Saved>) {
	for (const property of list) {
		const name = `${path}.${property.name}`;
		const entry = saved.get(name) ?? { defaults: [], values: [] };
		saved.set(name, entry);
		entry.defaults.push(property.default);
		const options = property.options ?? [];
		if (property.type === 'collection') {
			collect(options as INodeProperties[], name, saved);
		} else if (property.type === 'fixedCollection') {
			for (const group of options as INodePropertyCollection[]) {
				collect(group.values, `${name}.${group.name}`, saved);
			}
		} else {
			entry.values.push(...(options as INodePropertyOptions[]).map(({ value }) => value));
		}
	}
	return saved;
}

const distinct = (list: unknown[]) =>
	[...new Set(list.map((one) => JSON.stringify(one)))]
		.sort()
		.map((one) => JSON.parse(one) as unknown);

test('the values that saved workflows hold stay (UPDATE=1 takes over an intended change)', () => {
	const saved = new Map<string, Saved>();
	for (const instance of instances) {
		const { name, properties } = 'description' in instance ? instance.description : instance;
		collect(properties, name, saved);
	}
	const present = Object.fromEntries(
		[...saved]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([path, { defaults, values }]) => [
				path,
				{ defaults: distinct(defaults), ...(values.length > 0 && { values: distinct(values) }) },
			]),
	);
	if (process.env.UPDATE === '1') writeFileSync(STORED, `${JSON.stringify(present, null, '\t')}\n`);
	expect(present).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
});
