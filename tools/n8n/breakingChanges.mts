/**
 * Checks the workflow templates with n8n's own rules for breaking changes in its next major version, and prints the
 * issues as JSON. Loads n8n's modules in this process without starting n8n. That doesn't work under jest, where n8n
 * loads no nodes.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getN8nFolder, installN8n } from './install.mts';

interface Workflow {
	nodes?: Array<{ type: string }>;
	settings?: object;
}

interface Rule {
	detectWorkflow(
		workflow: Workflow,
		nodesByType: Map<string, object[]>,
	): Promise<{ isAffected: boolean; issues: unknown[] }>;
}

type RuleClass = (new () => Rule) & { name: string; prototype?: Partial<Rule> };

await installN8n();
const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-modules-'));
process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'error';
const load = createRequire(join(getN8nFolder(), 'package.json'));
load('reflect-metadata');
const { Container } = load('@n8n/di') as { Container: { get(rule: RuleClass): Rule } };
const rulesFolder = join(getN8nFolder(), 'dist/modules/breaking-changes/rules/v3');
const rules = globSync('*.rule.js', { cwd: rulesFolder })
	.flatMap((file) => Object.values(load(join(rulesFolder, file)) as Record<string, RuleClass>))
	.filter((exported) => typeof exported?.prototype?.detectWorkflow === 'function')
	// Some modules export a rule class for each removed node. Skip the base class that other modules export for these.
	.filter(({ name }) => name.endsWith('Rule'));

const workflows = globSync('examples/**/*.json')
	.map((file) => ({ file, workflow: JSON.parse(readFileSync(file, 'utf8')) as Workflow }))
	.filter(({ workflow }) => Array.isArray(workflow.nodes));

const issues = [];
for (const rule of rules) {
	for (const { file, workflow } of workflows) {
		const nodes = workflow.nodes ?? [];
		const nodesByType = new Map(
			nodes.map(({ type }) => [type, nodes.filter((other) => other.type === type)]),
		);
		const settled = { ...workflow, settings: workflow.settings ?? {} };
		const found = await Container.get(rule).detectWorkflow(settled, nodesByType);
		if (found.isAffected) issues.push({ rule: rule.name, file, issues: found.issues });
	}
}
console.log(JSON.stringify({ rules: rules.length, workflows: workflows.length, issues }));
process.exit();
