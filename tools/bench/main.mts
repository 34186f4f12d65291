/**
 * `npm run bench`: compares our nodes with nodes that people could build instead, on the same machine in the same run,
 * and writes the tables into the documentation page about performance. `npm run bench -- <name>` only prints the table
 * of one benchmark. `--rounds` changes how often everything is measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceBetween } from '../docs/replaceBetween.mts';
import { bulk } from './bulk.mts';
import { describeMachine, print, takePrinted } from './output.mts';
import { pacing } from './pacing.mts';
import { requests } from './requests.mts';

const PAGE = 'docs/maintainers/measurements/performance.md';
const BENCHMARKS = new Map(Object.entries({ requests, bulk, pacing }));

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { rounds: { type: 'string', default: '3' } },
});
for (const name of positionals.length > 0 ? positionals : BENCHMARKS.keys()) {
	const measure = BENCHMARKS.get(name);
	if (!measure) throw new Error(`Name a benchmark: ${[...BENCHMARKS.keys()].join(', ')}`);
	const day = new Date().toISOString().slice(0, 10);
	const command = `npm run bench -- ${name} --rounds ${values.rounds}`;
	print(`${day} · ${describeMachine()} · \`${command}\``);
	print();
	await measure(Number(values.rounds));
	const table = takePrinted();
	if (positionals.length > 0) continue;
	writeFileSync(PAGE, replaceBetween(readFileSync(PAGE, 'utf8'), name, table));
}
