/** The description of both nodes: complete, in order, small, and true to the names that saved workflows hold. */
import { readFileSync, writeFileSync } from 'node:fs';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { Resource } from '../../nodes/LinkPlatform/operations/operation.ts';
import { createBuiltInstance, getBuiltModule } from '../../tools/built.mts';

const STORED = 'test/package/parameters.json';
const nodes = 'nodes/LinkPlatform';
const action = createBuiltInstance<INodeType>(`${nodes}/LinkPlatform.node`);
const trigger = createBuiltInstance<INodeType>(`${nodes}/LinkPlatformTrigger.node`);
const credential = createBuiltInstance<ICredentialType>('credentials/LinkPlatformApi.credentials');
const properties = action.description.properties;

const { resources } = getBuiltModule<{ resources: Resource[] }>(`${nodes}/resources/index`);
const all = resources.flatMap(({ option: entry, operations }) =>
	Object.entries(operations).map(([name, operation]) => ({
		title: `${entry.value}.${name}`,
		resource: String(entry.value),
		name,
		operation,
	})),
);
const titles = all.map(({ title }) => title);
const operationOf = (title: string) => all.find((one) => one.title === title)!;
/** The fields that the editor offers for an operation, in its order. */
const shownFor = ({ resource, name }: { resource: string; name: string }) =>
	properties.filter(({ displayOptions: { show } = {} }) => {
		return show?.resource?.includes(resource) && show.operation?.includes(name);
	});

/** Every name below a parameter, as a saved workflow nests them. */
function namesIn({ name, type, options = [] }: INodeProperties): string[] {
	const below = (list: INodeProperties[]) => list.flatMap(namesIn);
	if (type === 'collection') {
		return below(options as INodeProperties[]).map((inner) => `${name}.${inner}`);
	}
	if (type !== 'fixedCollection') return [name];
	return (options as INodePropertyCollection[]).flatMap((group) =>
		below(group.values).map((inner) => `${name}.${group.name}.${inner}`),
	);
}

test('every entry of a menu has an operation, and every operation an entry', () => {
	for (const { operationField: menu, operations } of resources) {
		const values = (menu.options as INodePropertyOptions[]).map(({ value }) => value);
		expect(values.toSorted()).toEqual(Object.keys(operations).sort());
		expect(values).toContain(menu.default);
	}
	const entries = properties[0].options as INodePropertyOptions[];
	expect(entries.map(({ value }) => value)).toEqual(resources.map(({ option }) => option.value));
});

test('every entry says what it does, also to an agent, and no two say the same', () => {
	const entries = resources.flatMap(
		({ operationField }) => operationField.options as INodePropertyOptions[],
	);
	for (const { name, action: words, description } of entries) {
		expect([name, words]).toEqual([name, expect.stringMatching(/^[A-Z][a-zA-Z ]+/)]);
		expect(description).toMatch(/\w+ \w+/);
	}
	const actions = entries.map((entry) => entry.action);
	expect(new Set(actions).size).toBe(actions.length);
});

test.each(titles)('%s: what its route names are fields, and required', (title) => {
	const { operation } = operationOf(title);
	const route = 'route' in operation ? String(operation.route) : '';
	for (const [, name] of route.matchAll(/\{(\w+)\}/g)) {
		expect(operation.fields).toContainEqual(expect.objectContaining({ name, required: true }));
	}
});

test.each(titles)('%s: the editor shows its fields in their order', (title) => {
	const one = operationOf(title);
	const names = shownFor(one).map(({ name }) => name);
	expect(names).toEqual(one.operation.fields.map(({ name }) => name));
});

test('nothing is required that depends on another field', () => {
	// n8n demands such a field also where the other one holds an expression with another result.
	const own = ['resource', 'operation'];
	const demanded = [...properties, ...trigger.description.properties].filter(
		({ required, displayOptions }) =>
			required && Object.keys(displayOptions?.show ?? {}).some((name) => !own.includes(name)),
	);
	expect(demanded).toEqual([]);
});

test('both descriptions together are at most 200 KB of JSON', () => {
	const size = [action, trigger].map(({ description }) => JSON.stringify(description).length);
	expect(size[0] + size[1]).toBeLessThanOrEqual(200 * 1024);
});

test('what dropdowns and lists call is there', () => {
	const called = (list: unknown): string[] =>
		[
			...JSON.stringify(list).matchAll(
				/"(?:loadOptionsMethod|searchListMethod|resourceMapperMethod)":"(\w+)"/g,
			),
		].map(([, name]) => name);
	for (const { description, methods = {} } of [action, trigger]) {
		const offered = Object.values(methods).flatMap((group) => Object.keys(group as object));
		expect(offered).toEqual(expect.arrayContaining(called(description.properties)));
	}
});

test('the names that saved workflows hold stay (UPDATE=1 takes over an intended change)', () => {
	const names = (list: INodeProperties[]) => list.flatMap(namesIn);
	const present = {
		...Object.fromEntries(all.map(({ title, operation }) => [title, names(operation.fields)])),
		everyOperation: names(properties.filter(({ displayOptions }) => !displayOptions)),
		trigger: names(trigger.description.properties),
		credential: names(credential.properties),
	};
	if (process.env.UPDATE === '1') writeFileSync(STORED, `${JSON.stringify(present, null, '\t')}\n`);
	expect(present).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
});
