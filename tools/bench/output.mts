/** Prints a benchmark's results as Markdown, for the documentation page about performance. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { quantile, toSpread } from './figures.mts';

/** A table cell. An array holds the values of all rounds. */
export type Cell = string | number | number[];

const lines: string[] = [];

export function print(line = '') {
	lines.push(line);
	process.stdout.write(`${line}\n`);
}

/** Returns what was printed since the last call. */
export const takePrinted = () => lines.splice(0).join('\n').trim();

/** Prints the head of a table. Its first column holds names, the others hold figures. */
export function printHead(...columns: string[]) {
	printRow(...columns);
	printRow(...columns.map((_, index) => (index === 0 ? '---' : '--:')));
}

export function printRow(...cells: Cell[]) {
	print(`| ${cells.map(toText).join(' | ')} |`);
}

function toText(cell: Cell) {
	if (typeof cell === 'number') return cell.toLocaleString('en');
	if (typeof cell === 'string') return cell;
	const middle = quantile(cell, 0.5);
	const digits = middle < 10 ? 2 : middle < 100 ? 1 : 0;
	return toSpread(cell, cell.every(Number.isInteger) ? 0 : digits);
}

export function describeMachine() {
	const { version } = JSON.parse(readFileSync('node_modules/n8n-core/package.json', 'utf8')) as {
		version: string;
	};
	const memory = Math.round(totalmem() / 1024 ** 3);
	const model = cpus()[0].model.replace(/\s+/g, ' ').trim();
	return `n8n core ${version} · ${cpus().length} cores (${model}), ${memory} GB, Node ${process.versions.node}`;
}
