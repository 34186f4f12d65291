/**
 * What a saved workflow holds of the nodes and the credential: names of parameters, values of their types and
 * of menus; and it leaves out what equals the default. All of it stays within a version of a node:
 * docs/maintainers/versions.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { createBuiltInstance, getNodes } from '../../tools/built.mts';

const STORED = 'test/package/savedWorkflows.json';

/** Returns the part of a parameter that is saved. */
interface Saved {
	type: string;
	default: unknown;
	values?: unknown[];
}

/** All parameters of a list by their paths, as a saved workflow nests them. */
function parametersIn(list: INodeProperties[], path: string): Array<[string, Saved]> {
	return list.flatMap((property): Array<[string, Saved]> => {
		const own = `${path}.${property.name}`;
		const { type, options = [] } = property;
		const saved: Saved = { type, default: property.default };
		if (type === 'collection') {
			return [[own, saved], ...parametersIn(options as INodeProperties[], own)];
		}
		if (type === 'fixedCollection') {
			const groups = options as INodePropertyCollection[];
			const inside = groups.flatMap(({ name, values }) => parametersIn(values, `${own}.${name}`));
			return [[own, saved], ...inside];
		}
		const values = (options as INodePropertyOptions[]).map(({ value }) => value);
		return [[own, values.length === 0 ? saved : { ...saved, values: values.toSorted() }]];
	});
}

/** The operations that have a parameter of an action node, the resource whose menu it is, or the node. */
function getPlaces({ displayOptions }: INodeProperties, node: string) {
	const { resource, operation } = (displayOptions?.show ?? {}) as Record<string, string[]>;
	if (!resource) return [node];
	return operation ? operation.map((name) => `${resource[0]}.${name}`) : resource;
}

/** Not of a tool alone, whose default may differ. */
function isOfNode({ displayOptions }: INodeProperties) {
	return displayOptions?.show?.['@tool'] === undefined;
}

function present(): Record<string, Saved> {
	const nodes = getNodes().map(({ description }) => description);
	const credential = createBuiltInstance<ICredentialType>(
		'credentials/LinkPlatformApi.credentials',
	);
	const entries = [
		...nodes.flatMap(({ name, group, properties }) =>
			group.includes('trigger')
				? parametersIn(properties, name === 'linkPlatformTrigger' ? 'trigger' : 'pollingTrigger')
				: properties
						.filter(isOfNode)
						.flatMap((property) =>
							getPlaces(property, name).flatMap((place) => parametersIn([property], place)),
						),
		),
		// The hidden ones are the twins of those under 'Advanced'.
		...parametersIn(
			credential.properties.filter(({ type }) => type !== 'hidden'),
			'credential',
		),
	];
	const byPath = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
	// Fields with one name, of which another field selects one, are saved alike.
	for (const [path, saved] of entries) expect([path, saved]).toEqual([path, byPath[path]]);
	return byPath;
}

test('parameters in saved workflows keep their names, types and defaults (UPDATE=1 accepts an intended change)', () => {
	const lines = Object.entries(present()).map(
		([path, saved]) => `\t${JSON.stringify(path)}: ${JSON.stringify(saved)}`,
	);
	const text = `{\n${lines.join(',\n')}\n}\n`;
	if (process.env.UPDATE === '1') writeFileSync(STORED, text);
	expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
});
