/** What n8n's rules for its next major version say of the templates, without n8n being started. */
import { execFileSync } from 'node:child_process';

/** In a process of its own: n8n loads no nodes in jest's. */
function runTool<T>(file: string, ...words: string[]): T {
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	const all = ['--no-warnings', file, ...words];
	return JSON.parse(execFileSync(process.execPath, all, { env, encoding: 'utf8' })) as T;
}

/** The rules are those of the pinned release. */
const describePinned = process.env.TEST_N8N_VERSION ? describe.skip : describe;

describePinned('under the rules of what a major version of n8n breaks in workflows', () => {
	interface Outcome {
		rules: number;
		workflows: number;
		issues: Array<{ rule: string; file: string }>;
	}

	test('templates use nothing that n8n 3 takes away, and three what it mends', () => {
		const { rules, workflows, issues } = runTool<Outcome>('tools/n8n/breakingChanges.mts', 'v3');
		// Changed, not taken away: n8n 2 adds an empty item to the first output of such a node also when it fails,
		// n8n 3 only when nothing was found, which is all that these templates need it for.
		expect(issues.map(({ rule, file }) => [rule, file])).toEqual(
			['event-tickets', 'purchase-delivery', 'subscriber-sync'].map((name) => [
				'AlwaysOutputDataMultiOutputRule',
				`examples/${name}.json`,
			]),
		);
		expect(rules).toBeGreaterThan(20);
		expect(workflows).toBeGreaterThan(10);
	});

	test('rules do find what they are about: n8n 2 restricted the access to files', () => {
		const { issues } = runTool<Outcome>('tools/n8n/breakingChanges.mts', 'v2');
		expect(issues.map(({ rule, file }) => [rule, file])).toEqual([
			['FileAccessRule', 'examples/bulk-qr-from-csv.json'],
		]);
	});
});
