/** The definition of the action node that n8n makes for an AI that builds workflows: what it reads at each look. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { createBuiltInstance } from '../../built.mts';
import { head, row, say } from '../results.mts';

/** The definition, and each operation (`link.create`) with its part of it. */
export function readDefinition() {
	const load = createRequire(resolve('.n8n/install/node_modules/n8n/package.json'));
	const { synthesizeNodeTypeDef } = load('./dist/modules/mcp-registry/synthesize-type-def.js') as {
		synthesizeNodeTypeDef: (description: INodeTypeDescription) => string;
	};
	const { description } = createBuiltInstance<INodeType>('nodes/LinkPlatform/LinkPlatform.node');
	const definition = synthesizeNodeTypeDef(description);
	const operations = definition.split(/\n\n(?=\/\*\*)/).flatMap((text) => {
		const found = /resource: '(\w+)';\s+operation: '(\w+)'/.exec(text);
		return found ? [{ title: `${found[1]}.${found[2]}`, text }] : [];
	});
	/** What n8n writes of a part of it. */
	const measure = (change: (key: string, value: unknown) => unknown) =>
		synthesizeNodeTypeDef(JSON.parse(JSON.stringify(description, change)) as INodeTypeDescription)
			.length;
	return { description, definition, operations, measure };
}

const EXPLAINING = ['description', 'builderHint', 'hint', 'placeholder'];

export function definition(): void {
	const { definition: text, operations, measure } = readDefinition();
	const share = (length: number) => (length / text.length).toFixed(2);
	const isExplaining = (key: string, value: unknown) =>
		EXPLAINING.includes(key) && typeof value !== 'object' ? '' : value;
	const isField = ({ name }: { name?: string }) => name !== 'resource' && name !== 'operation';
	const withoutFields = measure((key, value) =>
		key === 'properties' ? (value as object[]).filter((one) => !isField(one)) : value,
	);
	say('### The whole, and its largest operations');
	say(
		'An AI that builds workflows in n8n reads this in one piece at each look; `test/n8n/definition.test.mts` holds the limit.',
	);
	head('', 'characters', 'ratio');
	row(`all ${operations.length} operations`, text.length, '1.00');
	const plain = measure(isExplaining);
	row('the same without descriptions, hints and placeholders', plain, share(plain));
	row('the same without any field', withoutFields, share(withoutFields));
	const largest = operations.toSorted((one, other) => other.text.length - one.text.length);
	for (const one of largest.slice(0, 10)) row(one.title, one.text.length, share(one.text.length));
	say();
}
