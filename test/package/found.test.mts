/** What n8n's searches and its AI read of the nodes. How well they are found: test/n8n/modules.test.mts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { createBuiltInstance } from '../../tools/built.mts';

interface Codex {
	categories: string[];
	alias: string[];
}

const folder = 'nodes/LinkPlatform';
const NODES = ['LinkPlatform', 'LinkPlatformTrigger'];
const codexes = NODES.map((name) => {
	return JSON.parse(readFileSync(join(folder, `${name}.node.json`), 'utf8')) as Codex;
});
const [action] = codexes;
const descriptions = NODES.map(
	(name) => createBuiltInstance<INodeType>(`${folder}/${name}.node`).description,
);

/** n8n's documentation of codex files. Its own nodes hold others, which verification refuses. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

test.each(codexes)('categories are those that n8n accepts', ({ categories }) => {
	expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
	expect(categories).toEqual(['Marketing & Content', 'Analytics']);
});

test.each(codexes)('aliases are few, short, in order and there once', ({ alias }) => {
	const lowered = alias.map((word) => word.toLowerCase());
	expect(alias).toEqual(alias.toSorted((a, b) => a.localeCompare(b)));
	expect(new Set(lowered).size).toBe(alias.length);
	expect(alias.length).toBeLessThanOrEqual(65);
	expect(alias.filter((word) => word.split(' ').length > 4)).toEqual([]);
});

test.each(codexes)('no alias is a word that people look for other nodes with', ({ alias }) => {
	const lowered = alias.map((word) => word.toLowerCase());
	const others = ['code', 'email', 'event', 'file', 'form', 'image', 'page', 'trigger', 'webhook'];
	expect(lowered.filter((word) => others.includes(word.replace(/s$/, '')))).toEqual([]);
});

test('the action names events too: the node panel searches no other codex', () => {
	const events = ['Link clicked', 'QR code scanned', 'New purchase', 'New subscriber'];
	expect(action.alias).toEqual(expect.arrayContaining([...events, 'Tip received']));
});

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Every property and option of a description, at any depth. */
function getEntries(entries: Entry[]): Entry[] {
	return entries.flatMap((entry) => [
		entry,
		...('options' in entry ? getEntries(entry.options ?? []) : []),
		...('values' in entry ? getEntries(entry.values) : []),
	]);
}

const getHints = (entries: Entry[]) =>
	entries.flatMap((entry) => entry.builderHint?.propertyHint ?? []);

test('hints for AI builders stand where n8n reads them, and are short', () => {
	for (const { properties, builderHint } of descriptions) {
		const menus = getEntries(properties).filter(
			(entry) => 'type' in entry && ['resource', 'operation', 'mode'].includes(entry.name),
		);
		// n8n refuses a node with one there.
		expect(getHints(menus)).toEqual([]);
		const hints = getHints(getEntries(properties));
		expect(hints.length).toBeGreaterThan(0);
		expect(hints.filter((hint) => hint.length > 130)).toEqual([]);
		expect(builderHint?.searchHint?.length).toBeLessThanOrEqual(400);
	}
});

test('hints name operations and fields that exist', () => {
	const entries = descriptions.flatMap(({ properties }) => getEntries(properties));
	const known = entries.flatMap((entry) =>
		'value' in entry ? [entry.name, String(entry.value)] : [entry.name],
	);
	const named = getHints(entries).flatMap((hint) => hint.match(/\b[a-z]+[A-Z]\w*\b/g) ?? []);
	expect(named).toContain('createMany');
	expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
