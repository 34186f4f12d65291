import { type Engine, openEngine } from './index.mts';

/** The engine as JavaScript sees it: without the types that would refuse these options. */
type Untyped = Record<Exclude<keyof Engine, symbol>, (...given: unknown[]) => Promise<unknown>>;

let engine: Untyped;
beforeAll(async () => (engine = (await openEngine()) as unknown as Untyped));

const node = 'linkPlatform';
const publish = async (source: object, delivery?: object) => {
	const host = (await engine.startTriggerHost()) as Awaited<ReturnType<Engine['startTriggerHost']>>;
	try {
		await host.create(source).deliver(delivery);
	} finally {
		await host.close();
	}
};

test.each<[string, () => Promise<unknown>]>([
	[
		'openEngine has no option "packagesFolder". Did you mean "packageFolder"?',
		() => openEngine({ packagesFolder: '.' } as object),
	],
	['runNode has no option "item". Did you mean "items"?', () => engine.runNode({ node, item: [] })],
	[
		'runNode has no option "continueOnFail". It has: node, parameters, items, ',
		() => engine.runNode({ node, continueOnFail: true }),
	],
	[
		'An input item has no field "first". It has: json, binary',
		() => engine.runNode({ node, items: [{ first: 'Ada' }] }),
	],
	[
		'runWorkflow has no option "inputs". Did you mean "input"?',
		() => engine.runWorkflow({ nodes: [], connections: {} }, { inputs: [] }),
	],
	[
		'have no option "nodes". Did you mean "node"?',
		() => engine.loadOptions('any', { nodes: node }),
	],
	['have no option "nodes". Did', () => engine.resourceMapping('any', { nodes: node })],
	['has no option "filters". Did', () => engine.listSearch('any', { filters: 'a' })],
	['connectTool has no option "parameter". Did', () => engine.connectTool({ node, parameter: {} })],
	[
		'startTriggerHost has no option "credential". Did',
		() => engine.startTriggerHost({ credential: {} }),
	],
	['publish has no option "params". It has: node, parameters, ', () => publish({ params: {} })],
	['deliver has no option "header". Did you mean "headers"?', () => publish({}, { header: {} })],
	[
		'n8n-nodes-linkplatform has no credential type "linkPlatformAPI". Did you mean "linkPlatformApi"?',
		() => engine.testCredential('linkPlatformAPI', {}),
	],
	[
		'has no credential type "apiKey". It has: linkPlatformApi',
		() => engine.runNode({ node, credentials: { apiKey: {} } }),
	],
])('a misspelled name is refused with the right one: %s', async (message, call) => {
	await expect(call()).rejects.toThrow(message);
});
