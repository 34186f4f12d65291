/** Checks the templates with n8n's own rules for its next major version, without starting n8n. */
import { execFileSync } from 'node:child_process';

interface Outcome {
	rules: number;
	workflows: number;
	issues: Array<{ rule: string }>;
}

/** `test`, but skipped if TEST_N8N_VERSION selects another n8n release, because its rules may differ. */
const testPinned = process.env.TEST_N8N_VERSION ? test.skip : test;

testPinned("n8n's breaking-change rules for version 3 report no issue in the templates", () => {
	// Use a separate process, because n8n loads no nodes under jest.
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	const command = ['--no-warnings', 'tools/n8n/breakingChanges.mts'];
	const output = execFileSync(process.execPath, command, { env, encoding: 'utf8' });
	const { rules, workflows, issues } = JSON.parse(output) as Outcome;
	expect(issues).toEqual([]);
	expect(rules).toBeGreaterThan(20);
	expect(workflows).toBeGreaterThan(10);
});
