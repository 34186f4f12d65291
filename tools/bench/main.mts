/**
 * `npm run bench -- <name>`: compares our nodes with nodes that people could build instead, on the same machine in the
 * same run. Prints Markdown; `--write` also inserts it into the documentation page about performance. The other flags
 * change the numbers of rounds and items.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceBetween } from '../docs/replaceBetween.mts';
import { bulk } from './bulk.mts';
import { describeMachine, getPrinted, print } from './output.mts';
import { pacing } from './pacing.mts';
import { requests } from './requests.mts';

const PAGE = 'docs/maintainers/measurements/performance.md';
const BENCHMARKS = { bulk, pacing, requests };

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		write: { type: 'boolean', default: false },
		rounds: { type: 'string', default: '5' },
		/** The number of links to create in the benchmark `requests`. */
		links: { type: 'string', default: '200' },
		/**
		 * The numbers of rows to measure in the benchmark `bulk`. `images` lists the numbers of rows with images.
		 */
		rows: { type: 'string', default: '1000,10000,100000' },
		images: { type: 'string', default: '1000,10000' },
	},
});
const [name] = positionals;
if (!(name in BENCHMARKS)) {
	throw new Error(
		`Name a benchmark (${Object.keys(BENCHMARKS).join(', ')}), e.g. npm run bench -- requests`,
	);
}
const toCounts = (text: string) => text.split(',').map(Number);
const flags = {
	rounds: Number(values.rounds),
	links: Number(values.links),
	rows: toCounts(values.rows),
	images: toCounts(values.images),
};
export type Flags = typeof flags;

const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
print(`${new Date().toISOString().slice(0, 10)} · ${describeMachine()} · \`${command}\``);
print();
await BENCHMARKS[name as keyof typeof BENCHMARKS](flags);
if (values.write) {
	writeFileSync(PAGE, replaceBetween(readFileSync(PAGE, 'utf8'), name, getPrinted()));
}
