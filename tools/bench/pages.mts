/** The pages that hold measured figures, made of the results that are kept: an old figure cannot stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { replaceBetween } from '../docs/replaceBetween.mts';
import { fillLargeVolumes } from './largeVolumes.mts';
import { fillReadme } from './readme.mts';
import { type Results, type Table, readResults, toMarkdown } from './results.mts';

/** Each page with its present text, by its path, as the results make it. */
export function createPages(): Record<string, string> {
	const results = readResults();
	const pages: Record<string, (page: string) => string> = {
		'README.md': (page) => fillReadme(page, results['7-instead']),
		'docs/guides/large-volumes.md': (page) => fillLargeVolumes(page, results),
		'docs/maintainers/performance.md': (page) => fillPerformance(page, Object.values(results)),
	};
	const filled = Object.entries(pages).map(([path, fill]) => [
		path,
		fill(readFileSync(path, 'utf8')),
	]);
	return Object.fromEntries(filled) as Record<string, string>;
}

/** Brings them up to date. */
export function writePages(): void {
	for (const [path, text] of Object.entries(createPages())) writeFileSync(path, text);
}

/** The page on performance with its conclusions and tables made of all results. */
export function fillPerformance(page: string, all: Results[]): string {
	const conclusions = all.flatMap(({ conclusion }) => (conclusion ? [`- ${conclusion}`] : []));
	const parts = all.flatMap(({ title, date, n8n, machine, command, tables }) => [
		`## ${title}`,
		`${date} · n8n ${n8n} · ${machine} · \`${command}\``,
		...tables.flatMap(renderTable),
	]);
	const concluded = replaceBetween(page, 'conclusions', conclusions.join('\n'));
	return replaceBetween(concluded, 'results', `\n${parts.join('\n\n')}\n`);
}

function renderTable({ title, note, columns, rows }: Table): string[] {
	const heading = title === '' ? [] : [`### ${title}`];
	const list = note.join('\n').replace(/([^\n])\n- /, '$1\n\n- ');
	const lines = columns.length === 0 ? [] : [toMarkdown(columns, rows)];
	return [...heading, ...(list === '' ? [] : [list]), ...lines];
}
