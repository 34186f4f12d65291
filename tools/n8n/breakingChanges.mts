/**
 * Checks the workflow templates with n8n's own rules for breaking changes in its next major version, and prints the
 * issues as JSON.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openN8nModules } from './modules.mts';

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

const { load, get, folder } = await openN8nModules();
const [version = 'v3'] = process.argv.slice(2);
const rulesFolder = join(folder, 'dist/modules/breaking-changes/rules', version);
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
		const found = await get<Rule>(rule).detectWorkflow(settled, nodesByType);
		if (found.isAffected) issues.push({ rule: rule.name, file, issues: found.issues });
	}
}
console.log(JSON.stringify({ rules: rules.length, workflows: workflows.length, issues }));
process.exit();
