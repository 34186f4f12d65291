/** What a benchmark prints, and the same as its part of docs/maintainers/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { replaceBetween } from '../docs/operationsTable.mts';

const FILE = 'docs/maintainers/performance.md';

const lines: string[] = [];

export function say(line = ''): void {
	lines.push(line);
	process.stdout.write(`${line}\n`);
}

/** A line of a Markdown table. */
export function row(...cells: Array<string | number>): void {
	say(`| ${cells.join(' | ')} |`);
}

/** The head of a Markdown table: the first column holds names, the others figures. */
export function head(...cells: string[]): void {
	row(...cells);
	row(...cells.map((_, n) => (n === 0 ? '---' : '--:')));
}

export const toRatio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

/** Where it is measured, in words. */
export function describeMachine(): string {
	const memory = Math.round(totalmem() / 1024 ** 3);
	return `${cpus().length} cores (${cpus()[0].model.trim()}), ${memory} GB, Node ${process.versions.node}`;
}

/** Puts all that was said between the page's markers of that name. */
export function save(name: string): void {
	const text = readFileSync(FILE, 'utf8');
	writeFileSync(FILE, replaceBetween(text, name, `\n${lines.join('\n').trim()}\n`));
}
