/** n8n's own searches over all its nodes, with this package among them; more: `npm run search:eval`. */
import { execFileSync } from 'node:child_process';

import type { Evaluation } from '../../tools/search/evaluate.mts';

/** In a process of its own: n8n does not load its nodes in jest's. */
function evaluate(): Evaluation {
	const { NODE_ENV, JEST_WORKER_ID, ...env } = process.env;
	const words = ['--no-warnings', 'tools/search/main.mts', '--json'];
	return JSON.parse(execFileSync(process.execPath, words, { env, encoding: 'utf8' })) as Evaluation;
}

const evaluation = evaluate();

test('AI finds the node for what people say, also in the half that no alias was chosen by', () => {
	const { tuned, 'held out': heldOut } = evaluation.halves;
	expect(tuned.ai.found).toBeGreaterThanOrEqual(39);
	expect(heldOut.ai.found).toBeGreaterThanOrEqual(35);
	// What is missed beyond that, no alias could change: names of other nodes weigh more.
	expect(heldOut.ai.of - heldOut.ai.found - heldOut.ai.beyondReach.length).toBeLessThanOrEqual(1);
});

test('node panel shows the node for what people type', () => {
	const { tuned, 'held out': heldOut } = evaluation.halves;
	expect(tuned.panel.found).toBeGreaterThanOrEqual(22);
	expect(heldOut.panel.found).toBeGreaterThanOrEqual(17);
});

test('package does not come up ahead of the node that was meant', () => {
	expect(evaluation.intrusions).toEqual([]);
});
