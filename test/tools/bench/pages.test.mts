import { byTurns, quantile, toRatios, toSpread } from '../../../tools/bench/figures.mts';
import { fillLargeVolumes } from '../../../tools/bench/largeVolumes.mts';
import { fillPerformance } from '../../../tools/bench/pages.mts';
import { fillReadme } from '../../../tools/bench/readme.mts';
import type { Cell, Results } from '../../../tools/bench/results.mts';

const EMPTY = ['conclusions', 'results']
	.map((name) => `<!-- ${name}:start -->\n<!-- ${name}:end -->`)
	.join('\n\n');
const about = { title: '', command: '', date: '', machine: '', n8n: '' };

describe('performance page', () => {
	it('begins with the conclusions, and heads each question with date, n8n and machine', () => {
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
		const page = fillPerformance(EMPTY, [results, { ...results, conclusion: undefined }]);
		const lines = page.split('\n').filter((line) => line !== '');
		expect(lines.slice(0, 3)).toEqual([
			'<!-- conclusions:start -->',
			'- It holds.',
			'<!-- conclusions:end -->',
		]);
		expect(page.match(/It holds/g)).toHaveLength(1);
		expect(page.match(/^2026-11-22 · n8n 2\.40\.7 · 2 cores · `npm run it`$/gm)).toHaveLength(2);
		expect(page.match(/^### One$/gm)).toHaveLength(2);
	});

	it.each([
		[[1, 3, 2], '2 (1–3)'],
		[[0.5, 0.25], '0.25 (0.25–0.50)'],
		[[12.34, 12.34], '12.3'],
		[[NaN], '–'],
		[[1001, 12_000], '1,001 (1,001–12,000)'],
	])('shows the rounds %j as %s', (rounds, shown) => {
		const tables = [{ title: '', note: [], columns: ['a'], rows: [[rounds]] }];
		expect(fillPerformance(EMPTY, [{ ...about, tables }])).toContain(`\n| ${shown} |\n`);
	});
});

describe('figures in the README', () => {
	const table = (title: string, rows: Cell[][]) => ({
		...{ title, note: [], rows },
		columns: ['on the canvas', 'succeeded', 'time, s'],
	});
	const toInstead = (ours: string): Results => ({
		...about,
		tables: [
			table('9 links, no limit', [
				['Link Platform', '9 of 9', [0.5, 0.61, 0.7]],
				['HTTP Request', '9 of 9', [0.2]],
			]),
			table('9 links, 30 requests per 5 s', [
				['Link Platform', ours, [2]],
				['HTTP Request', '4 of 9', [1]],
			]),
		],
	});
	const readme = [
		'HTTP Request created 1 of 2 links, and this package all 2 of them',
		'| 2 links, 30 requests allowed per 5 s | 2 of 2 created | 1 of 2, unless |',
		'| 2 links without any limit | 0.0 s | 0.0 s: |',
	].join('\n');

	it('are those measured', () => {
		expect(fillReadme(readme, toInstead('9 of 9')).split('\n')).toEqual([
			'HTTP Request created 4 of 9 links, and this package all 9 of them',
			'| 9 links, 30 requests allowed per 5 s | 9 of 9 created | 4 of 9, unless |',
			'| 9 links without any limit | 0.6 s | 0.2 s: |',
		]);
	});

	it('are refused where a sentence is gone, or does not hold any more', () => {
		expect(() => fillReadme('Nothing', toInstead('9 of 9'))).toThrow(/says nothing like/);
		expect(() => fillReadme(readme, toInstead('8 of 9'))).toThrow(/made 8 of 9 links/);
	});
});

test('the page on large volumes carries the measured costs on', () => {
	const load = (accepted: number, filtered: number): Results => ({
		...about,
		tables: [
			{
				...{ title: 'Cost of a filtered delivery', note: [] },
				columns: ['CPU ms', 'all', 'ratio', 'webhook processor', 'worker'],
				rows: [
					['accepted delivery', [accepted], '1', [accepted / 2], [accepted / 2]],
					['filtered delivery', [filtered], '1', [filtered], [0]],
				],
			},
		],
	});
	const bulk: Results = {
		...about,
		tables: ['Create Many', 'Create Many with images'].map((title) => ({
			...{ title, note: [], columns: ['rows, node', 'CPU ms per row'] },
			rows: [['10, Link Platform', [0.5]]],
		})),
	};
	const list: Results = {
		...about,
		tables: [
			{
				...{ title: 'By length', note: [], columns: ['CPU ms', 'all', 'ratio', 'KB logged'] },
				rows: [
					['off', [20, 21, 22], [1], [4]],
					['a short list', [22], [1.1], [100]],
					['a full one', [40], [2], [600, 700, 512]],
				],
			},
		],
	};
	const results = {
		...{
			'2-list-1-set': list,
			'1-load-0': load(60, 60),
			'1-load-0-set': load(30, 6),
			'4-bulk': bulk,
		},
		...{ '2-load-1': load(120, 60), '2-load-1-set': load(30, 6) },
	};
	const blocks = ['costs', 'events', 'processes', 'single', 'copies', 'list', 'rows'];
	const empty = blocks.map((name) => `<!-- ${name}:start -->\n<!-- ${name}:end -->`).join('\n');
	const lines = fillLargeVolumes(empty, results).split('\n');
	expect(lines).toContain('| a delivery, accepted | 60 ms | 30 ms | 120 ms | 30 ms |');
	// 11.6 a second on average, 46.3 at the peak; 30 ms of each are 1.4 cores, that is 2.3 at 60 %.
	expect(lines).toContain('| 1,000,000 | 12 | 46 | 2.3 | 0.48 | 0.023 |');
	expect(lines).toContain('| 100,000,000 | 116 | 116 | 47 | 2 |');
	// A core at 60 % takes ten of 60 ms a second, a quarter of it on average over the day.
	expect(lines).toContain('| all run | 10 | 216,000 |');
	expect(lines).toContain('| **Skip Duplicates** on | 40 ms | 600 KB | 570 GB |');
	expect(lines).toContain('| **Skip Duplicates** off | 21 ms | 4 KB | 3.8 GB |');
	expect(lines).toContain('| 30 | 43,200 | 2,160,000 | 42,000 | 24 |');
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
