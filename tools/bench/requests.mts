/** One request for each item, without a limit and under one, beside what people build instead. */
import { type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { CONCURRENCY, baselines } from './baselines.mts';
import { byTurns, clock, compare, sum } from './figures.mts';
import type { Flags } from './main.mts';
import { print, printHead, printRow } from './output.mts';
import { type Service, startService } from './service.mts';

const LIMIT = 30;
const WINDOW_SECONDS = 5;
const LATENCY = 50;

const ours = { name: 'Link Platform', node: 'linkPlatform' };
/** The others are compared with the first one. */
const candidates = [
	{ name: `bare loop, ${CONCURRENCY} at a time`, node: `bench.loop${CONCURRENCY}` },
	ours,
	{ name: 'bare loop, one at a time', node: 'bench.loop1' },
	{ name: 'declarative twin', node: 'bench.declarative' },
];
const link = { resource: 'link', operation: 'create', url: '=https://example.com/{{ $json.n }}' };
const qrCodes = {
	resource: 'qrCode',
	operation: 'createMany',
	name: '=Product {{ $json.n }}',
	url: '=https://example.com/{{ $json.n }}',
	format: 'svg',
	imageSize: 300,
	includeInputFields: false,
};

interface Work {
	settings: SettingsPatch;
	items: number;
	parameters: Record<string, unknown>;
}

export async function requests({ rounds, links }: Flags): Promise<void> {
	const service = await startService();
	const engine = await openEngine({ extraNodeTypes: baselines });
	const measure = async (node: string, work: Work) => await run(engine, service, node, work);
	try {
		// The first run includes compilation.
		for (const { node } of candidates) {
			await measure(node, { settings: {}, items: 200, parameters: link });
		}
		await withoutLimit(measure, rounds, links);
		await underLimit(measure, rounds);
	} finally {
		await engine.close();
		await service.stop();
	}
}

type Measure = (node: string, work: Work) => ReturnType<typeof run>;

async function withoutLimit(measure: Measure, rounds: number, items: number): Promise<void> {
	print(`### ${items.toLocaleString('en')} links without a limit`);
	print();
	printHead('latency, node', 'succeeded', 'time, s', 'ratio', 'CPU ms per link', 'ratio');
	for (const latencyMs of [0, LATENCY]) {
		const work = { settings: { latencyMs }, items, parameters: link };
		const all = await byTurns(candidates, rounds, async ({ node }) => await measure(node, work));
		const [baseline] = all;
		for (const { candidate, runs } of all) {
			printRow(
				`${latencyMs} ms, ${candidate.name}`,
				`${Math.min(...runs.map(({ done }) => done))} of ${items}`,
				...compare(runs, baseline.runs, ({ seconds }) => seconds),
				...compare(runs, baseline.runs, ({ cpuSeconds }) => (cpuSeconds * 1000) / items),
			);
		}
	}
	print();
}

async function underLimit(measure: Measure, rounds: number): Promise<void> {
	print(`### Under a limit of ${LIMIT} requests per ${WINDOW_SECONDS} s`);
	print();
	printHead('work, node', 'succeeded', 'time, s', 'time / least possible', 'refused (429)');
	const settings = {
		latencyMs: LATENCY,
		rateLimit: { limit: LIMIT, windowSeconds: WINDOW_SECONDS },
	};
	const works = [
		{ title: 'links', items: 100, calls: 100, all: candidates, parameters: link },
		{
			title: 'QR codes with images',
			items: 120,
			calls: 123,
			parameters: qrCodes,
			all: [{ name: 'bare batches', node: 'bench.images' }, ours],
		},
	];
	for (const { title, items, calls, all, parameters } of works) {
		const least = (Math.ceil(calls / LIMIT) - 1) * WINDOW_SECONDS + LATENCY / 1000;
		const work = { settings, items, parameters };
		const measured = await byTurns(all, rounds, async ({ node }) => await measure(node, work));
		for (const { candidate, runs } of measured) {
			const done = Math.min(...runs.map((one) => one.done));
			const seconds = runs.map((one) => one.seconds);
			printRow(
				`${items} ${title}, ${candidate.name}`,
				`${done} of ${items}`,
				seconds,
				// A run with failures took no time worth comparing.
				done === items ? seconds.map((one) => one / least) : '–',
				runs.map(({ refused }) => refused),
			);
		}
	}
}

async function run(
	engine: Engine,
	service: Service,
	node: string,
	{ settings, items, parameters }: Work,
) {
	const credentials = await service.prepare(settings);
	const run = {
		node,
		parameters,
		credentials,
		onError: 'continueErrorOutput' as const,
		items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
	};
	const { result, ...figures } = await clock(async () => await engine.runNode(run));
	const done = result.items.filter(({ json, error }) => !error && json.id !== undefined).length;
	return { ...figures, done, refused: sum(await service.refusals()) };
}
