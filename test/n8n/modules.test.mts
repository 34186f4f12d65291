/** What n8n's own modules say of the package without n8n being started: its searches, and its rules for n8n 3. */
import { execFileSync } from 'node:child_process';

import type { Evaluation } from '../../tools/search/evaluate.mts';

/** In a process of its own: n8n loads no nodes in jest's. */
function runTool<T>(file: string, ...words: string[]): T {
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	const all = ['--no-warnings', file, ...words];
	return JSON.parse(execFileSync(process.execPath, all, { env, encoding: 'utf8' })) as T;
}

/** Figures and rules are those of the pinned release. */
const describePinned = process.env.TEST_N8N_VERSION ? describe.skip : describe;

describePinned('among all nodes of n8n (npm run search:eval shows more)', () => {
	let evaluation: Evaluation;
	beforeAll(() => {
		evaluation = runTool<Evaluation>('tools/search/main.mts', '--json');
	});

	test('AI finds the node for what people say, also in the half that chose no alias', () => {
		const { tuned, 'held out': heldOut } = evaluation.halves;
		expect(tuned.ai.found).toBeGreaterThanOrEqual(39);
		expect(heldOut.ai.found).toBeGreaterThanOrEqual(35);
		// Of the rest, nearly all is beyond any alias: names of other nodes weigh more.
		const missed = heldOut.ai.missed.filter((text) => !heldOut.ai.beyondReach.includes(text));
		expect(missed.length).toBeLessThanOrEqual(1);
	});

	test('node panel shows the node for what people type', () => {
		const { tuned, 'held out': heldOut } = evaluation.halves;
		expect(tuned.panel.found).toBeGreaterThanOrEqual(22);
		expect(heldOut.panel.found).toBeGreaterThanOrEqual(17);
	});

	test('package does not come up ahead of the node that was meant', () => {
		expect(evaluation.intrusions).toEqual([]);
	});
});

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
