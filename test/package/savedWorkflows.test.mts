/**
 * Checks the data that saved workflows contain about the nodes and the credential: the names of parameters, and values
 * of their types and menus. A workflow omits values that equal the default, so defaults matter as well. All of these
 * must stay the same within a version of a node: docs/maintainers/versions.md.
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

/** The part of a parameter's description that saved workflows depend on. */
interface Saved {
	type: string;
	default: unknown;
	values?: unknown[];
}

/** Returns all parameters of a list by their paths, nested as in a saved workflow. */
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

/** Returns the operations that have a parameter, the resource whose menu the parameter is, or else the node. */
function getPlaces({ displayOptions }: INodeProperties, node: string) {
	const { resource, operation } = (displayOptions?.show ?? {}) as Record<string, string[]>;
	if (!resource) return [node];
	return operation ? operation.map((name) => `${resource[0]}.${name}`) : resource;
}

/** True unless a parameter is shown only if the node is a tool; its default may differ there. */
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
		// Skip the hidden fields, because they duplicate the fields under 'Advanced'.
		...parametersIn(
			credential.properties.filter(({ type }) => type !== 'hidden'),
			'credential',
		),
	];
	const byPath = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
	// Fields that share a name, because another field selects one of them, must be saved in the same way.
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
