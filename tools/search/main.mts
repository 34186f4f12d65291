/**
 * `npm run search:eval`: how often n8n's searches find this package among the first five for what people look
 * for (intents.mts), and where it comes up ahead of what was meant. `--json` prints the same for programs.
 */
import Table from 'cli-table3';

import { type Evaluation, evaluate } from './evaluate.mts';
import { openCatalog } from './catalog.mts';

function show(evaluation: Evaluation): string {
	const halves = Object.entries(evaluation.halves);
	const head = ['Half', 'AI search', 'of those in reach', 'Node panel'];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const [name, { ai, panel }] of halves) {
		const within = ai.of - ai.beyondReach.length;
		table.push([
			name,
			`${ai.found} of ${ai.of}`,
			`${ai.found} of ${within}`,
			`${panel.found} of ${panel.of}`,
		]);
	}
	const misses = halves.flatMap(([name, { ai, panel }]) => [
		...ai.missed.map((text) => {
			const why = ai.beyondReach.includes(text) ? ' (out of reach of any alias)' : '';
			return `${name.padEnd(9)} AI search   ${text}${why}`;
		}),
		...panel.missed.map((text) => `${name.padEnd(9)} node panel  ${text}`),
	]);
	return [
		table.toString(),
		`\nNot among the first five:\n  ${misses.join('\n  ')}`,
		`\nAhead of the node that was meant:\n  ${evaluation.intrusions.join('\n  ') || 'nowhere'}`,
		`\n${evaluation.nodes} nodes searched`,
	].join('\n');
}

const catalog = await openCatalog(process.cwd());
const evaluation = evaluate(catalog);
console.log(process.argv.includes('--json') ? JSON.stringify(evaluation) : show(evaluation));
// n8n's modules keep timers and watchers.
process.exit();
