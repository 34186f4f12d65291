/** The templates under n8n's own rules for its next major version, without starting n8n. */
import { execFileSync } from 'node:child_process';

interface Outcome {
	rules: number;
	workflows: number;
	issues: Array<{ rule: string }>;
}

/** The rules are those of the pinned release. */
const testPinned = process.env.TEST_N8N_VERSION ? test.skip : test;

testPinned(
	"n8n's breaking-change rules for version 3 report only one harmless issue in the templates",
	() => {
		// A separate process, because n8n loads no nodes under jest.
		const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
		const command = ['--no-warnings', 'tools/n8n/breakingChanges.mts'];
		const output = execFileSync(process.execPath, command, { env, encoding: 'utf8' });
		const { rules, workflows, issues } = JSON.parse(output) as Outcome;
		// Changed, not removed: n8n 2 adds an empty item to the first output of such a node even if it fails,
		// n8n 3 only if nothing was found, which is all that these templates need.
		expect([...new Set(issues.map(({ rule }) => rule))]).toEqual([
			'AlwaysOutputDataMultiOutputRule',
		]);
		expect(rules).toBeGreaterThan(20);
		expect(workflows).toBeGreaterThan(10);
	},
);
