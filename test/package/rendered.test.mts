/** Checks the built descriptions with n8n's official lint rules. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintText } from '../../tools/scan/officialRules.mts';
import { lintBuiltDescriptions } from '../../tools/scan/renderedDescription.mts';

test("n8n's lint rules report nothing for the built nodes", async () => {
	expect(await lintBuiltDescriptions(process.cwd())).toEqual([]);
});

test("n8n's lint rules report a fault in a built description", async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bad-node-'));
	const field = "{ displayName: 'lower case', name: 'text', type: 'string', default: '' }";
	mkdirSync(join(folder, 'nodes'));
	writeFileSync(join(folder, 'package.json'), '{ "n8n": { "nodes": ["nodes/Bad.node.js"] } }');
	writeFileSync(
		join(folder, 'nodes/Bad.node.js'),
		`exports.Bad = class { description = { displayName: 'Bad', properties: [${field}] }; execute() {} };`,
	);
	const findings = await lintBuiltDescriptions(folder);
	rmSync(folder, { recursive: true });
	const rules = findings.map(({ rule }) => rule);
	expect(rules).toEqual(
		expect.arrayContaining([
			'@n8n/community-nodes/require-node-description-fields',
			'n8n-nodes-base/node-param-display-name-miscased',
		]),
	);
});

test("the lint rules include a rule that n8n's package scanner doesn't have yet", async () => {
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
