/**
 * Measures the time and memory that Create Many needs per row, for various numbers of rows. Compares both with a
 * minimal node.
 */
import { byTurns, quantile, toRatios } from './figures.mts';
import type { Cost } from './oneRun.mts';
import { print, printHead, printRow } from './output.mts';
import { runAlone } from './runAlone.mts';
import { startService } from './service.mts';

/** A rate limit that is too high to slow the node down. The node still reads the rate limit headers. */
const WIDE = { rateLimit: { limit: 10_000_000, windowSeconds: 600 } };
const WARM_UP = 200;
/** The numbers of rows to measure, without and with images. */
const ROWS = [1_000, 10_000, 100_000];
const ROWS_WITH_IMAGES = [1_000, 10_000];
const KB = 1024;

const createMany = {
	resource: 'qrCode',
	operation: 'createMany',
	name: '={{ $json.name }}',
	url: '=https://example.com/{{ $json.n }}',
	downloadImage: false,
	// The sandbox draws SVG images faster than PNG images.
	format: 'svg',
	imageSize: 300,
	includeInputFields: false,
};

/**
 * Prints the costs per row, their ratios to the minimal node's costs, and the growth: the time per row, divided by
 * the time per row of the smallest run (`atFirst`).
 */
function printCosts(title: string, items: number, runs: Cost[], bare: Cost[], atFirst: number) {
	const perRow = (get: (cost: Cost) => number) => runs.map((run) => get(run) / items);
	const ratios = (get: (cost: Cost) => number) => toRatios(runs.map(get), bare.map(get));
	const seconds = perRow((cost) => cost.seconds);
	printRow(
		title,
		Math.min(...runs.map(({ done }) => done)),
		seconds.map((one) => one * 1000),
		ratios((cost) => cost.seconds),
		seconds.map((one) => one / atFirst),
		perRow(({ cpuSeconds }) => cpuSeconds * 1000),
		ratios(({ cpuSeconds }) => cpuSeconds),
		perRow(({ output }) => output / KB),
		perRow(({ peak }) => peak / KB),
		ratios(({ peak }) => peak),
	);
}

export async function bulk(rounds: number) {
	const service = await startService();
	const works = [
		{ title: 'Create Many', bare: 'batches', sizes: ROWS, more: {} },
		{
			title: 'Create Many with images',
			bare: 'images',
			sizes: ROWS_WITH_IMAGES,
			more: { downloadImage: true },
		},
	];
	try {
		for (const { title, bare, sizes, more } of works) {
			const parameters = { ...createMany, ...more };
			const candidates = [
				{ name: 'bare node', node: `bench.${bare}` },
				{ name: 'Link Platform', node: 'linkPlatform' },
			];
			print(`### ${title}`);
			print();
			printHead(
				'rows, node',
				'succeeded',
				'ms per row',
				'ratio',
				'growth',
				'CPU ms per row',
				'ratio',
				'output, KB per row',
				'peak, KB per row',
				'ratio',
			);
			const perRowAtFirst: number[] = [];
			for (const items of sizes) {
				const all = await byTurns(candidates, rounds, async ({ node }) => {
					const credentials = await service.prepare(WIDE);
					return (await runAlone({ node, parameters, credentials, items, warmUp: WARM_UP }))!;
				});
				for (const [at, { candidate, runs }] of all.entries()) {
					perRowAtFirst[at] ??= quantile(
						runs.map(({ seconds }) => seconds / items),
						0.5,
					);
					const title = `${items.toLocaleString('en')}, ${candidate.name}`;
					printCosts(title, items, runs, all[0].runs, perRowAtFirst[at]);
				}
			}
			print();
		}
	} finally {
		await service.stop();
	}
}
