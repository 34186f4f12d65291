/** Checks the templates with n8n's own rules for its next major version, without starting n8n. */
import { execFileSync } from 'node:child_process';

interface Outcome {
	rules: number;
	workflows: number;
	issues: Array<{ rule: string }>;
}

/** `test`, but skipped if TEST_N8N_VERSION selects another n8n release, because its rules may differ. */
const testPinned = process.env.TEST_N8N_VERSION ? test.skip : test;

testPinned(
	"n8n's breaking-change rules for version 3 report only one harmless issue in the templates",
	() => {
		// Use a separate process, because n8n loads no nodes under jest.
		const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
		const command = ['--no-warnings', 'tools/n8n/breakingChanges.mts'];
		const output = execFileSync(process.execPath, command, { env, encoding: 'utf8' });
		const { rules, workflows, issues } = JSON.parse(output) as Outcome;
		// n8n 3 doesn't remove Always Output Data, but changes it. n8n 2 adds an empty item to the node's first output
		// even if the node fails; n8n 3 adds it only if the node finds nothing, which is enough for these templates.
		expect([...new Set(issues.map(({ rule }) => rule))]).toEqual([
			'AlwaysOutputDataMultiOutputRule',
		]);
		expect(rules).toBeGreaterThan(20);
		expect(workflows).toBeGreaterThan(10);
	},
);
