/** What a benchmark prints, and the same as JSON, of which pages.mts makes what people read. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { quantile, toSpread } from './figures.mts';

const RESULTS = 'tools/bench/results';

/** A list of figures holds those of all rounds. */
export type Cell = string | number | number[];

export interface Table {
	title: string;
	note: string[];
	columns: string[];
	rows: Cell[][];
}

/** What came of one question. */
export interface Results {
	title: string;
	/** What the figures come to, in one line that the measuring program makes of them. */
	conclusion?: string;
	command: string;
	date: string;
	machine: string;
	n8n: string;
	tables: Table[];
}

/** What was said since the last `save`. */
let tables: Table[] = [];

function begin(title = ''): Table {
	const table = { title, note: [], columns: [], rows: [] };
	tables.push(table);
	return table;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** A line above the next table; one that begins with `#` is its title. */
export function say(line = ''): void {
	const [, title] = /^#+ (.*)/.exec(line) ?? [];
	const last = tables.at(-1);
	if (title !== undefined) begin(title);
	else if (line !== '') (last && last.columns.length === 0 ? last : begin()).note.push(line);
	print(line);
}

/** The head of a table: the first column holds names, the others figures. */
export function head(...columns: string[]): void {
	const last = tables.at(-1);
	(last && last.columns.length === 0 ? last : begin()).columns = columns;
	toHead(columns).forEach(print);
}

export function row(...cells: Cell[]): void {
	tables.at(-1)!.rows.push(cells);
	print(toLine(cells));
}

/** A table as a page shows it. */
export const toMarkdown = (columns: string[], rows: Cell[][]): string =>
	[...toHead(columns), ...rows.map(toLine)].join('\n');

const toHead = (columns: string[]): string[] => [
	toLine(columns),
	toLine(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
];

const toLine = (cells: Cell[]): string => `| ${cells.map(toText).join(' | ')} |`;

function toText(cell: Cell): string {
	if (typeof cell === 'number') return cell.toLocaleString('en');
	if (typeof cell === 'string') return cell;
	const middle = quantile(cell, 0.5);
	const digits = middle < 10 ? 2 : middle < 100 ? 1 : 0;
	return toSpread(cell, cell.every(Number.isInteger) ? 0 : digits);
}

export const toRatio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

/** Where it is measured, in words. */
export function describeMachine(): string {
	const memory = Math.round(totalmem() / 1024 ** 3);
	const model = cpus()[0].model.replace(/\s+/g, ' ').trim();
	return `${cpus().length} cores (${model}), ${memory} GB, Node ${process.versions.node}`;
}

type About = Pick<Results, 'title' | 'conclusion' | 'command' | 'n8n'>;

/** Ends a question: keeps all that was said as its results, if wanted. */
export function save(name: string, about: About, isKept: boolean): void {
	const date = new Date().toISOString().slice(0, 10);
	const results: Results = { ...about, date, machine: describeMachine(), tables };
	tables = [];
	if (about.conclusion) print(`\n${about.conclusion}\n`);
	if (!isKept) return;
	mkdirSync(RESULTS, { recursive: true });
	writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(results, null, '\t')}\n`);
}

/** The results that are kept, by the names of their files and in their order. */
export function readResults(): Record<string, Results> {
	const names = readdirSync(RESULTS).map((file) => basename(file, '.json'));
	const read = (name: string) =>
		JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8')) as Results;
	return Object.fromEntries(names.sort().map((name) => [name, read(name)]));
}
