/** The finished descriptions under the official rules, whatever built them. */
import { join } from 'node:path';
import { lintText } from '../../tools/scan/officialRules.mts';
import { lintBuiltDescriptions, renderClass } from '../../tools/scan/renderedDescription.mts';

test('built nodes have no finding', async () => {
	expect(await lintBuiltDescriptions(process.cwd())).toEqual([]);
});

test('rules read what is rendered', async () => {
	const findings = await lintBuiltDescriptions(
		join(process.cwd(), 'test/tools/n8n-engine/fixture'),
	);
	const rules = findings.map(({ rule }) => rule);
	expect(rules).toEqual(
		expect.arrayContaining([
			'@n8n/community-nodes/require-node-description-fields',
			'n8n-nodes-base/node-param-display-name-miscased',
		]),
	);
});

test('rules are the newest ones, which the scanner does not bring along', async () => {
	const text = [
		"import type { INodeType } from 'n8n-workflow';",
		'export class Sample implements INodeType {',
		"\tdescription = { inputs: ['main'] as never };",
		'}',
	].join('\n');
	const findings = await lintText(process.cwd(), 'nodes/Sample/Sample.node.ts', text);
	const rules = findings.map(({ rule }) => rule);
	expect(rules).toContain('@n8n/community-nodes/no-unsafe-connection-type-cast');
});

test('description is rendered as a literal, its methods as stubs', () => {
	class Sample {
		description = {
			name: 'sample',
			inputs: ['main'],
			'odd-key': 'it\'s "so"\n',
			properties: [{ default: undefined, required: true }, {}],
		};

		methods = { loadOptions: { async getAll() {} } };

		async execute() {}
	}
	const { text, stubLines } = renderClass('Sample', new Sample());
	expect(text.split('\n').slice(3)).toEqual([
		'export class Sample implements INodeType {',
		'\tdescription: INodeTypeDescription = {',
		"\t\tname: 'sample',",
		'\t\tinputs: [',
		'\t\t\tNodeConnectionTypes.Main,',
		'\t\t],',
		String.raw`		"odd-key": 'it\'s "so"\n',`,
		'\t\tproperties: [',
		'\t\t\t{',
		'\t\t\t\trequired: true,',
		'\t\t\t},',
		'\t\t\t{},',
		'\t\t],',
		'\t};',
		'\tmethods = {',
		'\t\tloadOptions: {',
		'\t\t\tgetAll: async () => [],',
		'\t\t},',
		'\t};',
		'\tasync execute() {',
		'\t\treturn [];',
		'\t}',
		'}',
		'',
	]);
	expect([...stubLines]).toEqual([17, 18, 19, 20, 21, 22, 23, 24].map((line) => line + 1));
});
