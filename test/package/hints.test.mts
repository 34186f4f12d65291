/** The hints that AI builders read. */
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { createBuiltInstance } from '../../tools/built.mts';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Returns every property and option of a description, at any depth. */
function getEntries(entries: Entry[]): Entry[] {
	return entries.flatMap((entry) => [
		entry,
		...('options' in entry ? getEntries(entry.options ?? []) : []),
		...('values' in entry ? getEntries(entry.values) : []),
	]);
}

const getHints = (entries: Entry[]) =>
	entries.flatMap((entry) => entry.builderHint?.propertyHint ?? []);

const nodes = ['LinkPlatform', 'LinkPlatformTrigger'].map((name) => {
	const { description } = createBuiltInstance<INodeType>(`nodes/LinkPlatform/${name}.node`);
	const entries = getEntries(description.properties);
	// The hints of operations are in the definition alone: in the menu, they would make search results too long.
	const ofOperations = description.builderHint?.extraTypeDefContent ?? [];
	const hints = [...getHints(entries), ...ofOperations.map(({ content }) => content)];
	return { description, entries, hints };
});

test.each(nodes)(
	'hints for AI builders are short, and menus have no hints',
	({ description, entries, hints }) => {
		const menus = entries.filter(
			(entry) => 'type' in entry && ['resource', 'operation', 'mode'].includes(entry.name),
		);
		// n8n refuses a node that has hints on these fields.
		expect(getHints(menus)).toEqual([]);
		expect(hints.length).toBeGreaterThan(0);
		expect(hints.filter((hint) => hint.length > 130)).toEqual([]);
		expect(description.builderHint?.searchHint?.length).toBeLessThanOrEqual(400);
	},
);

test('hints for AI builders name only operations and fields that exist', () => {
	const entries = nodes.flatMap((node) => node.entries);
	const known = entries.flatMap((entry) =>
		'value' in entry ? [entry.name, String(entry.value)] : [entry.name],
	);
	const hints = nodes.flatMap((node) => node.hints);
	const named = hints.flatMap((hint) => hint.match(/\b[a-z]+[A-Z]\w*\b/g) ?? []);
	expect(named).toContain('createMany');
	expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
