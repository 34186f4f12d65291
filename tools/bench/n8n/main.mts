/**
 * `npm run bench:n8n`: our nodes beside what n8n brings for the same purpose, in a real n8n against the sandbox.
 * Prints only; `-- --write` also keeps the results, and makes docs/maintainers/performance.md of them.
 */
import { parseArgs } from 'node:util';
import { getN8nRelease } from '../../n8n/install.mts';
import { prepareN8n } from '../../n8n/prepare.mts';
import { type N8nWorld, openN8nWorld } from '../../n8n/world.mts';
import { askAll, options } from '../questions.mts';
import { definition } from './definition.mts';
import { installed } from './installed.mts';
import { instead } from './instead.mts';

const { values: flags } = parseArgs({
	options: {
		...options,
		rows: { type: 'string', default: '200' },
		/** How many of n8n's nodes are loaded. */
		nodes: { type: 'string', default: '100' },
	},
});
const rounds = Number(flags.rounds);
const n8n = getN8nRelease();

await prepareN8n();
let opened: Promise<N8nWorld> | undefined;
const open = async () => await (opened ??= openN8nWorld());
const questions = [
	{
		...{ name: 'instead', place: 7, title: 'What people would use instead' },
		ask: async () => await instead(await open(), rounds, Number(flags.rows)),
	},
	{
		...{ name: 'installed', place: 8, title: 'What it costs to have it installed' },
		ask: async () => await installed(rounds, Number(flags.nodes)),
	},
	{ name: 'definition', place: 9, title: 'What an AI reads', ask: definition },
];
try {
	await askAll(questions, flags, { command: 'npm run bench:n8n', n8n });
} finally {
	if (opened) await (await opened).close();
}
