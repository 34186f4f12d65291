/** Many rows through Create Many, long lists through Get Many, and a run that is killed and started again. */
import { setTimeout as pause } from 'node:timers/promises';
import { CONCURRENCY } from './baselines.mts';
import { byTurns, quantile, toRatios } from './figures.mts';
import type { Cost } from './oneRun.mts';
import { head, row, say, toRatio } from './results.mts';
import { runAlone } from './runAlone.mts';
import type { Service } from './service.mts';

/** Far more than is asked, so that no limit is what holds it up; its figures are read all the same. */
const WIDE = { rateLimit: { limit: 10_000_000, windowSeconds: 600 } };
const WARM_UP = 200;
const KB = 1024;

const createMany = (downloadImage: boolean) => ({
	resource: 'qrCode',
	operation: 'createMany',
	name: '={{ $json.name }}',
	url: '=https://example.com/{{ $json.n }}',
	downloadImage,
	// Drawn faster by the sandbox.
	format: 'svg',
	imageSize: 300,
	includeInputFields: false,
});

const NOTES = [
	'Each run is a process of its own; the sandbox is another one, with a limit that nobody reaches.',
	`- **bare node**: a few lines that send the same requests through n8n's HTTP helper, ${CONCURRENCY} at a time, without checks.`,
	'- **growth**: time per row over that of the smallest count; 1 is flat.',
	'- **input**, **output**: held by the items once all is done. **peak**: what the process took at most, garbage included. Images are files, as n8n keeps them by default.',
];

const median = (runs: Cost[], get: (run: Cost) => number): number => quantile(runs.map(get), 0.5);

/** Time and memory for each row, by how many there are, beside a bare node. */
export async function bulk(
	service: Service,
	rounds: number,
	counts: number[],
	withImages: number[],
) {
	const growths: number[] = [];
	const design = { additionalFields: { foreground: '#112233' } };
	for (const { title, bare, parameters, sizes } of [
		{ title: 'Create Many', bare: 'batches', parameters: createMany(false), sizes: counts },
		{
			...{ title: 'Create Many with images', bare: 'images', sizes: withImages },
			parameters: createMany(true),
		},
		{
			// A request for each row.
			...{ title: 'Create Many with a design', bare: `loop${CONCURRENCY}`, sizes: withImages },
			parameters: { ...createMany(false), ...design },
		},
	]) {
		say(`### ${title}`);
		if (title === 'Create Many') NOTES.forEach(say);
		head(
			'rows, node',
			'succeeded',
			...['ms per row', 'ratio', 'growth', 'CPU ms per row', 'ratio'],
			...['input, KB per row', 'output, KB per row', 'peak, KB per row', 'ratio'],
		);
		let smallest: Array<{ candidate: { name: string }; runs: Cost[] }> | undefined;
		for (const items of sizes) {
			const candidates = [
				{ name: 'bare node', node: `bench.${bare}` },
				{ name: 'Link Platform', node: 'linkPlatform' },
			];
			const all = await byTurns(candidates, rounds, async ({ node }) => {
				const credentials = await service.prepare(WIDE);
				const run = {
					node,
					parameters,
					credentials,
					items,
					warmUp: WARM_UP,
				};
				return (await runAlone(run))!;
			});
			smallest ??= all;
			for (const [at, { candidate, runs }] of all.entries()) {
				const each = (get: (cost: Cost) => number) => runs.map((run) => get(run) / items);
				const first = median(smallest[at].runs, ({ seconds }) => seconds) / sizes[0];
				const ratio = (get: (cost: Cost) => number) =>
					toRatios(runs.map(get), all[0].runs.map(get));
				const growth = each(({ seconds }) => seconds / first);
				row(
					`${items.toLocaleString('en')}, ${candidate.name}`,
					`${Math.min(...runs.map(({ done }) => done)).toLocaleString('en')}`,
					each(({ seconds }) => seconds * 1000),
					ratio(({ seconds }) => seconds),
					growth,
					each(({ cpuSeconds }) => cpuSeconds * 1000),
					ratio(({ cpuSeconds }) => cpuSeconds),
					each(({ input }) => input / KB),
					each(({ output }) => output / KB),
					each(({ peak }) => peak / KB),
					ratio(({ peak }) => peak),
				);
				if (at === 1 && items === sizes.at(-1)) growths.push(quantile(growth, 0.5));
			}
		}
		say();
	}
	const most = Math.max(...counts).toLocaleString('en');
	const [plain, pictured] = growths.map(toRatio);
	return `${most} rows through one Create Many take ${plain} times as long for each row as ${counts[0].toLocaleString('en')} do (with images, ${Math.max(...withImages).toLocaleString('en')} rows: ${pictured}).`;
}

/** A long list with and without filters, beside a bare loop over pages. */
export async function reading(service: Service, rounds: number, count: number) {
	say(`### Get Many of ${count.toLocaleString('en')} links`);
	say(
		'**bare paging** reads the list page by page and filters nothing. Memory is held by what comes out, so by few links if few pass.',
	);
	head(
		'node, filter',
		'links',
		...['requests', 'time, s', 'ratio', 'held, KB per link read', 'peak, MB', 'ratio'],
	);
	const all = { resource: 'link', operation: 'getAll', returnAll: true };
	const candidates = [
		{ name: 'bare paging', node: 'bench.paging', parameters: {} },
		{ name: 'Link Platform', node: 'linkPlatform', parameters: all },
		...Object.entries({
			'Min Clicks': { minClicks: 1_000_000 },
			'Alias Prefix': { aliasPrefix: 'no-such-' },
			Search: { search: `/${count - 1}` },
			'Created After': { createdAfter: '2020-01-01T00:00:00.000Z' },
		}).map(([name, filters]) => ({
			name: `Link Platform, ${name}`,
			node: 'linkPlatform',
			parameters: { ...all, filters },
		})),
	];
	const read = await byTurns(candidates, rounds, async ({ node, parameters }) => {
		const credentials = await service.prepare(WIDE);
		await service.fill('links', count);
		const cost = (await runAlone({ node, parameters, credentials, items: 1, warmUp: 0 }))!;
		const { 'GET /api/urls': requests } = await service.counts();
		return { ...cost, requests };
	});
	for (const { candidate, runs } of read) {
		const ratio = (get: (cost: Cost) => number) => toRatios(runs.map(get), read[0].runs.map(get));
		row(
			candidate.name,
			runs[0].done,
			runs.map(({ requests }) => requests),
			runs.map(({ seconds }) => seconds),
			ratio(({ seconds }) => seconds),
			runs.map(({ output }) => output / KB / count),
			runs.map(({ peak }) => peak / KB ** 2),
			ratio(({ peak }) => peak),
		);
	}
	say();
}

/**
 * A run with 'Skip Existing' that is killed once the account has a part of its QR codes, and started again: how many
 * there were then, and at the end how many names are there, and how many of them twice.
 */
export async function killAndRepeat(
	service: { all: Service['all']; prepare: () => ReturnType<Service['prepare']> },
	items: number,
	part: number,
	hasImages = true,
) {
	const credentials = await service.prepare();
	const parameters = {
		...createMany(hasImages),
		skipExisting: true,
		additionalFields: { batchSize: 10 },
	};
	const run = { node: 'linkPlatform', parameters, credentials, items, warmUp: 0 };
	const readNames = async () =>
		(await service.all('/api/qrs', 'qrs'))
			.map(({ name }) => String(name))
			.filter((name) => name.startsWith('SKU-'));
	const crash = new AbortController();
	let isRunning = true;
	const killed = runAlone(run, crash.signal).finally(() => (isRunning = false));
	const watch = async () => {
		while (isRunning) {
			if ((await readNames()).length >= items * part) crash.abort();
			await pause(20);
		}
	};
	const [first] = await Promise.all([killed, watch()]);
	const atCrash = (await readNames()).length;
	const second = (await runAlone(run))!;
	const names = await readNames();
	const distinct = new Set(names).size;
	return {
		wasKilled: first === undefined,
		atCrash,
		done: second.done,
		distinct,
		twice: names.length - distinct,
	};
}

export async function restart(service: Service, rounds: number, items: number) {
	say('### A run that is killed and started again');
	say(
		`${items.toLocaleString('en')} rows with images and Skip Existing. The process is killed, and the same run started again in a new one.`,
	);
	head(
		'killed after',
		'QR codes then',
		'rows done by the second run',
		'names in the account',
		'names twice',
	);
	for (const part of [0.1, 0.5, 0.9]) {
		const prepare = async () => await service.prepare({ ...WIDE, latencyMs: 20 });
		const [{ runs }] = await byTurns(
			[part],
			rounds,
			async () => await killAndRepeat({ ...service, prepare }, items, part),
		);
		row(
			`${part * 100} % of the rows`,
			runs.map(({ atCrash }) => atCrash),
			runs.map(({ done }) => done),
			runs.map(({ distinct }) => distinct),
			runs.map(({ twice }) => twice),
		);
	}
	say();
}
