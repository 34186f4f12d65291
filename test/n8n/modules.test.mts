/** The templates under n8n's own rules for its next major version, without starting n8n. */
import { execFileSync } from 'node:child_process';

interface Outcome {
	rules: number;
	workflows: number;
	issues: Array<{ rule: string; file: string }>;
}

/** Runs n8n's rules in a separate process, because n8n loads no nodes under jest. */
function check(version: string): Outcome {
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	const command = ['--no-warnings', 'tools/n8n/breakingChanges.mts', version];
	return JSON.parse(execFileSync(process.execPath, command, { env, encoding: 'utf8' })) as Outcome;
}

/** The rules are those of the pinned release. */
const describePinned = process.env.TEST_N8N_VERSION ? describe.skip : describe;

describePinned('breaking changes of a major version of n8n', () => {
	test("n8n's breaking-change rules for version 3 report only one harmless issue in the templates", () => {
		const { rules, workflows, issues } = check('v3');
		// Changed, not removed: n8n 2 adds an empty item to the first output of such a node even if it fails,
		// n8n 3 only if nothing was found, which is all that these templates need.
		expect([...new Set(issues.map(({ rule }) => rule))]).toEqual([
			'AlwaysOutputDataMultiOutputRule',
		]);
		expect(rules).toBeGreaterThan(20);
		expect(workflows).toBeGreaterThan(10);
	});

	test("n8n's breaking-change rules for version 2 report only the file access in bulk-qr-from-csv", () => {
		const { issues } = check('v2');
		expect(issues.map(({ rule, file }) => [rule, file])).toEqual([
			['FileAccessRule', 'examples/bulk-qr-from-csv.json'],
		]);
	});
});
