/** The definition of the action node that n8n makes for an AI that builds workflows: what it reads at each look. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { createBuiltInstance } from '../../tools/built.mts';

/**
 * In characters. Without a single description it would be 52,000: n8n writes about 110 for each of 90 operations,
 * and each field once for each operation that has it, with type, default and condition.
 */
const LIMIT = 63_000;

const load = createRequire(resolve('.n8n/install/node_modules/n8n/package.json'));
const { synthesizeNodeTypeDef } = load('./dist/modules/mcp-registry/synthesize-type-def.js') as {
	synthesizeNodeTypeDef: (description: INodeTypeDescription) => string;
};
const { description } = createBuiltInstance<INodeType>('nodes/LinkPlatform/LinkPlatform.node');
const definition = synthesizeNodeTypeDef(description);
/** Each operation (`link.create`) with its part of the definition. */
const operations = definition.split(/\n\n(?=\/\*\*)/).flatMap((text) => {
	const found = /resource: '(\w+)';\s+operation: '(\w+)'/.exec(text);
	return found ? [{ title: `${found[1]}.${found[2]}`, text }] : [];
});

test('definition is short enough to be read whole', () => {
	const largest = operations
		.map(({ title, text }) => `${String(text.length).padStart(6)} ${title}`)
		.sort()
		.toReversed()
		.slice(0, 10);
	console.info(`${definition.length} characters\n${largest.join('\n')}`);
	expect(definition.length).toBeLessThanOrEqual(LIMIT);
});

test('definition explains each operation by its own resource', () => {
	const [resource] = description.properties;
	const options = resource.options as Array<{ value: string; description: string }>;
	for (const { title, text } of operations) {
		const own = options.find(({ value }) => title.startsWith(`${value}.`));
		expect([title, text.split('\n')[0]]).toEqual([title, `/** ${own?.description} */`]);
	}
});

test('definition holds the hint of each operation that has one', () => {
	const told = (wanted: string) => operations.find(({ title }) => title === wanted)?.text;
	expect(told('link.create')).toContain('createOnce and upsert do not');
	expect(told('qrCode.createMany')).toContain('never in a loop');
	expect(told('qrCode.get')).not.toContain('createMany');
});
