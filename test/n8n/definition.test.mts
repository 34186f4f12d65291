/**
 * Tests the texts about our nodes that a running n8n gives to an AI: search results, and the definitions of the nodes
 * and their tools, which the AI always reads as a whole. n8n extends the descriptions of nodes when it loads them.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { getN8nFolder } from '../../tools/n8n/install.mts';
import { useN8n } from './useN8n.mts';
import { table } from '../support/table.mts';

const load = createRequire(join(getN8nFolder(), 'package.json'));
const { synthesizeNodeTypeDef } = load('./dist/modules/mcp-registry/synthesize-type-def.js') as {
	synthesizeNodeTypeDef: (description: INodeTypeDescription) => string;
};
const { NodeTypeParser, searchCodeBuilderNodes } = load('@n8n/ai-utilities/node-catalog') as {
	NodeTypeParser: new (descriptions: INodeTypeDescription[]) => object;
	searchCodeBuilderNodes: (parser: object, queries: string[]) => { results: string };
};
const { sublimeSearch } = load('@n8n/utils/search/sublime-search') as {
	sublimeSearch: (
		filter: string,
		nodes: INodeTypeDescription[],
		keys: Array<{ key: string; weight: number }>,
	) => Array<{ item: INodeTypeDescription }>;
};

const n8n = useN8n();
let served: INodeTypeDescription[];
beforeAll(async () => {
	served = await n8n.rest.call<INodeTypeDescription[]>('GET', '/types/nodes.json');
});

const getDescription = (name: string) =>
	served.find((one) => one.name === `n8n-nodes-linkplatform.${name}`)!;
const getDefinition = (name: string) => synthesizeNodeTypeDef(getDescription(name));
/** Returns each operation, e.g. `link.create`, with its part of the definition. */
const getOperations = (definition: string) =>
	definition.split(/\n\n(?=\/\*\*)/).flatMap((text) => {
		const found = /resource: '(\w+)';\s+operation: '(\w+)'/.exec(text);
		return found ? [{ title: `${found[1]}.${found[2]}`, text }] : [];
	});

/** The maximum length of each node's definition, in characters. */
test.each([
	['linkPlatform', 40_000],
	['linkPlatformTool', 57_500],
	['linkPlatformBioPage', 14_000],
	['linkPlatformBioPageTool', 20_000],
	['linkPlatformAssets', 15_000],
	['linkPlatformAssetsTool', 25_000],
])("the definition of %s for n8n's AI builder has at most %d characters", (name, limit) => {
	const definition = getDefinition(name);
	const largest = getOperations(definition)
		.map(({ title, text }) => `${String(text.length).padStart(6)} ${title}`)
		.sort()
		.toReversed()
		.slice(0, 10);
	console.info(`${name}: ${definition.length} characters\n${largest.join('\n')}`);
	expect(definition.length).toBeLessThanOrEqual(limit);
});

/** The maximum length of each node's search result, in characters. An action node's result names every operation. */
test.each([
	['linkPlatform', 8_500],
	['linkPlatformBioPage', 3_500],
	['linkPlatformAssets', 4_500],
	['linkPlatformTrigger', 1_500],
])("the result of n8n's AI node search for %s has at most %d characters", (name, limit) => {
	const description = getDescription(name);
	const parser = new NodeTypeParser([description]);
	const { results } = searchCodeBuilderNodes(parser, [description.displayName]);
	console.info(`search for ${description.displayName}: ${results.length} characters`);
	expect(results).toContain(description.name);
	expect(results.length).toBeLessThanOrEqual(limit);
});

test.each(table`
	short link
	shorten URL
	URL shortener
	vanity URL
	branded link
	link in bio
	bio page
	track clicks
	click tracking
	link analytics
	bulk QR codes
	QR code generator
	QR code scanned
	link clicked
	new subscriber
	newsletter signup
	product sold
	tip received
	UTM parameters
	retargeting pixel
	link shortener
	link tracking
	tracking link
	menu qr
	qr codes
	click statistics
	tracking pixel
	qrcode
	dynamic qr
	short url
	short links
	bio link
	barcode
	newsletter subscribers
	splash page
	file sharing
`)(
	'the AI node search for "%s" lists one of our nodes in the first five results, with at most 20,000 characters',
	(query) => {
		const { results } = searchCodeBuilderNodes(new NodeTypeParser(served), [query]);
		const found = [...results.matchAll(/^- (\S+)/gm)].map(([, name]) => name);
		expect(found).toContainEqual(expect.stringMatching(/^n8n-nodes-linkplatform\./));
		expect(results.length).toBeLessThanOrEqual(20_000);
	},
);

// Titles of public workflows, and what pages about link shorteners, QR codes and bio pages call things.
test.each([
	'barcode',
	'bio link',
	'branded short links',
	'bulk qr',
	'campaign url builder',
	'click analytics',
	'click tracking',
	'custom short link',
	'dynamic qr',
	'file sharing',
	'generate qr code',
	'link in bio',
	'link shortener',
	'link tracking',
	'menu qr',
	'newsletter subscribers',
	'password protected link',
	'personalized link',
	'qr code generator',
	'qr code tracking',
	'qrcode',
	'retargeting pixel',
	'scan qr code',
	'sell digital products',
	'short link generator',
	'shortened url',
	'table qr code',
	'tip jar',
	'track clicks',
	'tracking link',
	'url shortening',
	'utm builder',
])('the search of the node panel shows one of our nodes among the first five for "%s"', (query) => {
	// The editor's own keys and weights.
	const found = sublimeSearch(query, served, [
		{ key: 'displayName', weight: 1.3 },
		{ key: 'codex.alias', weight: 1 },
	]);
	const names = found.slice(0, 5).map(({ item }) => item.name);
	expect(names).toContainEqual(expect.stringMatching(/^n8n-nodes-linkplatform\./));
});

test('no operation menu has n8n\'s "Custom API Call" entry, which only points to the HTTP Request node', () => {
	const entries = served
		.filter(({ name }) => name.startsWith('n8n-nodes-linkplatform.'))
		.flatMap(({ properties }) => properties.flatMap(({ options = [] }) => options))
		.map(({ name }) => name);
	expect(entries).toContain('Create');
	expect(entries).not.toContain('Custom API Call');
});

test('no search alias of our nodes is the name of another node', () => {
	const isOwn = ({ name }: INodeTypeDescription) => name.startsWith('n8n-nodes-linkplatform.');
	const toTerms = (name: string) => name.toLowerCase().replace(/ (trigger|tool)$/, '');
	const others = new Set(
		served.filter((node) => !isOwn(node)).map(({ displayName }) => toTerms(displayName)),
	);
	expect(others).toContain('bitly');
	const aliases = served.filter(isOwn).flatMap(({ codex }) => codex?.alias ?? []);
	expect(aliases).toContain('Short links');
	expect(aliases.filter((alias) => others.has(toTerms(alias)))).toEqual([]);
});

test("the AI builder's definition gives each operation the description of its resource", () => {
	const [resource] = getDescription('linkPlatform').properties;
	const options = resource.options as INodePropertyOptions[];
	const operations = getOperations(getDefinition('linkPlatform'));
	expect(operations.length).toBeGreaterThan(20);
	for (const { title, text } of operations) {
		const own = options.find(({ value }) => title.startsWith(`${String(value)}.`));
		expect([title, text.split('\n')[0]]).toEqual([title, `/** ${own?.description} */`]);
	}
});

test("the node definition for AI builders shows an operation's hint only for that operation", () => {
	const operations = getOperations(getDefinition('linkPlatform'));
	const textOf = (wanted: string) => operations.find(({ title }) => title === wanted)?.text;
	expect(textOf('link.create')).toContain('unless ifUrlExists is reuse');
	expect(textOf('qrCode.createMany')).toContain('never in a loop');
	expect(textOf('qrCode.get')).not.toContain('createMany');
});
