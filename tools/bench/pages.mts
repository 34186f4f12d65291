/** The pages that hold measured figures, made of the results that are kept: an old figure cannot stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fillLargeVolumes } from './largeVolumes.mts';
import { fillReadme } from './readme.mts';
import { type Results, type Table, readResults, toMarkdown } from './results.mts';

const PERFORMANCE = 'docs/maintainers/performance.md';

/** Each page with its present text, by its path, as the results make it. */
export function createPages(): Record<string, string> {
	const results = readResults();
	const [readme, volumes] = ['README.md', 'docs/guides/large-volumes.md'];
	return {
		[PERFORMANCE]: renderPerformance(Object.values(results)),
		[readme]: fillReadme(readFileSync(readme, 'utf8'), results['7-instead']),
		[volumes]: fillLargeVolumes(readFileSync(volumes, 'utf8'), results),
	};
}

/** Brings them up to date. */
export function writePages(): void {
	for (const [path, text] of Object.entries(createPages())) writeFileSync(path, text);
}

/** The whole page. */
export function renderPerformance(all: Results[]): string {
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
	const lines = columns.length === 0 ? [] : [toMarkdown(columns, rows), caption];
	return [...heading, ...(list === '' ? [] : [list]), ...lines];
}
