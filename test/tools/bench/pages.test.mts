import { byTurns, quantile, toRatios, toSpread } from '../../../tools/bench/figures.mts';
import { renderPerformance } from '../../../tools/bench/pages.mts';
import type { Results } from '../../../tools/bench/results.mts';

describe('performance page', () => {
	it('begins with the conclusions, and shows each table with date, n8n and machine', () => {
		const table = (title: string) => ({
			title,
			note: ['Said.'],
			columns: ['', 's'],
			rows: [['a', 1]],
		});
		const results: Results = {
			...{ title: 'Question', conclusion: 'It holds.', command: 'npm run it', date: '2026-11-22' },
			...{ machine: '2 cores', n8n: '2.40.7', tables: [table('One'), table('')] },
		};
		const page = renderPerformance([results, { ...results, conclusion: undefined }]);
		const lines = page.split('\n').filter((line) => line !== '');
		expect(lines.slice(0, 2)).toEqual(['# Performance', '- It holds.']);
		expect(page.match(/It holds/g)).toHaveLength(1);
		expect(page.match(/^2026-11-22 · n8n 2\.40\.7 · 2 cores · `npm run it`$/gm)).toHaveLength(4);
		expect(page.match(/^### One$/gm)).toHaveLength(2);
	});

	it.each([
		[[1, 3, 2], '2 (1–3)'],
		[[0.5, 0.25], '0.25 (0.25–0.50)'],
		[[12.34, 12.34], '12.3'],
		[[NaN], '–'],
	])('shows the rounds %j as %s', (rounds, shown) => {
		const tables = [{ title: '', note: [], columns: ['a'], rows: [[rounds]] }];
		const about = { title: '', command: '', date: '', machine: '', n8n: '', tables };
		expect(renderPerformance([about])).toContain(`\n| ${shown} |\n`);
	});
});

test('candidates take turns, each first in some rounds', async () => {
	const order: string[] = [];
	const all = await byTurns(['a', 'b'], 3, (one) => Promise.resolve(order.push(one)));
	expect(order.join('')).toBe('abbaab');
	expect(all.map(({ runs }) => runs)).toEqual([
		[1, 4, 5],
		[2, 3, 6],
	]);
});

test('ratios compare runs of the same round', () => {
	expect(toRatios([2, 9], [1, 3])).toEqual([2, 3]);
});

test('quantiles are values that were measured', () => {
	expect([0, 0.5, 0.9, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([1, 2, 4, 4]);
	expect(quantile([], 0.5)).toBeNaN();
	expect(toSpread([], 1)).toBe('–');
});
