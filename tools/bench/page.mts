/** What a benchmark prints, the same as JSON, and docs/maintainers/performance.md, which is made of that JSON. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { quantile, toSpread } from './figures.mts';

const RESULTS = 'tools/bench/results';
const PAGE = 'docs/maintainers/performance.md';

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

/** Ends a question: keeps all that was said as its results, if wanted, and makes the page anew. */
export function save(name: string, about: About, isKept: boolean): void {
	const date = new Date().toISOString().slice(0, 10);
	const results: Results = { ...about, date, machine: describeMachine(), tables };
	tables = [];
	if (about.conclusion) print(`\n${about.conclusion}\n`);
	if (!isKept) return;
	mkdirSync(RESULTS, { recursive: true });
	writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(results, null, '\t')}\n`);
	writePage();
}

/** Makes the page of the results that are kept. */
export function writePage(): void {
	writeFileSync(PAGE, renderPage(readResults()));
}

/** The results that are kept, in the order of their file names. */
export function readResults(): Results[] {
	return readdirSync(RESULTS)
		.sort()
		.map((file) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Results);
}

/** The whole page. */
export function renderPage(all: Results[]): string {
	const conclusions = all.flatMap(({ conclusion }) => (conclusion ? [`- ${conclusion}`] : []));
	const parts = all.flatMap((results) => [
		`## ${results.title}`,
		...results.tables.flatMap((table) => renderTable(table, results)),
	]);
	const page = ['# Performance', conclusions.join('\n'), LEGEND, ...parts];
	return `${page.filter((part) => part !== '').join('\n\n')}\n`;
}

const LEGEND = `Made by script from what the benchmarks have measured, so no figure is typed by hand. A figure is the median of all rounds, with the lowest and the highest in brackets. In each round the candidates take turns on the same machine, and a ratio compares two of the same round: ratios are what counts, times move with the machine.`;

function renderTable({ title, note, columns, rows }: Table, results: Results): string[] {
	const { date, n8n, machine, command } = results;
	const heading = title === '' ? [] : [`### ${title}`];
	const list = note.join('\n').replace(/([^\n])\n- /, '$1\n\n- ');
	const caption = `${date} · n8n ${n8n} · ${machine} · \`${command}\``;
	const lines =
		columns.length === 0 ? [] : [[...toHead(columns), ...rows.map(toLine)].join('\n'), caption];
	return [...heading, ...(list === '' ? [] : [list]), ...lines];
}
