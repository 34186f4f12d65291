/** One request for each item, without a limit and under one, beside what people build instead. */
import { type Engine, openEngine } from '../n8n-engine/index.mts';
import type { SettingsPatch } from '../sandbox/settings.mts';
import { CONCURRENCY, baselines } from './baselines.mts';
import { byTurns, sum, toRatios } from './figures.mts';
import { head, row, say } from './results.mts';
import type { Service } from './service.mts';

const LIMIT = 30;
const WINDOW_SECONDS = 5;
const LATENCY = 50;

interface Candidate {
	name: string;
	node: string;
}
interface Measured {
	done: number;
	seconds: number;
	cpuSeconds: number;
	refused: number;
}

const ours = { name: 'Link Platform', node: 'linkPlatform' };
const sameLoop = { name: `bare loop, ${CONCURRENCY} at a time`, node: `bench.loop${CONCURRENCY}` };
const loop = { name: 'bare loop, one at a time', node: 'bench.loop1' };
const twin = { name: 'declarative twin', node: 'bench.declarative' };
/** The first one is what the others are compared with. */
const candidates: Candidate[] = [sameLoop, ours, loop, twin];

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

export async function requests(service: Service, rounds: number, count: number): Promise<void> {
	const engine = await openEngine({ extraNodeTypes: baselines });
	const measure = async (
		one: Candidate,
		settings: SettingsPatch,
		items = count,
		parameters: object = link,
	) => await run(engine, service, one, { settings, items, parameters });
	// Whatever runs first pays for compilation.
	for (const one of candidates) await measure(one, {}, 200);

	say(`### ${count.toLocaleString('en')} links without a limit`);
	say("All run in n8n's own execution engine; the sandbox is another process.");
	say(
		"- **bare loop**: a node of a few lines that sends one request per item through n8n's HTTP helper. Ratios are over the one with as many requests at a time as ours.",
	);
	say(
		"- **declarative twin**: the same operation written declaratively. n8n's RoutingNode sends everything at once.",
	);
	head('latency, node', 'succeeded', 'time, s', 'ratio', 'CPU ms per link', 'ratio');
	for (const latencyMs of [0, LATENCY]) {
		const all = await byTurns(candidates, rounds, async (one) => await measure(one, { latencyMs }));
		for (const { candidate, runs } of all) {
			const ratio = (get: (run: Measured) => number) =>
				toRatios(runs.map(get), all[0].runs.map(get));
			row(
				`${latencyMs} ms, ${candidate.name}`,
				`${Math.min(...runs.map(({ done }) => done))} of ${count}`,
				runs.map(({ seconds }) => seconds),
				ratio(({ seconds }) => seconds),
				runs.map(({ cpuSeconds }) => (cpuSeconds * 1000) / count),
				ratio(({ cpuSeconds }) => cpuSeconds),
			);
		}
	}
	say();

	const rateLimit = { limit: LIMIT, windowSeconds: WINDOW_SECONDS };
	const limited = Math.min(count, 100);
	const codes = Math.min(count, 120);
	const lines = [
		{
			title: `${limited} links`,
			items: limited,
			calls: limited,
			all: candidates,
			parameters: link,
		},
		{
			title: `${codes} QR codes with images`,
			items: codes,
			calls: Math.ceil(codes / 50) + codes,
			all: [{ name: 'bare batches', node: 'bench.images' }, ours],
			parameters: qrCodes,
		},
	];
	say(`### Under a limit of ${LIMIT} requests per ${WINDOW_SECONDS} s`);
	say(
		`With ${LATENCY} ms latency. **least possible**: the windows that so many requests need, and no more.`,
	);
	head('work, node', 'succeeded', 'time, s', 'time / least possible', 'refused (429)');
	for (const { title, items, calls, all, parameters } of lines) {
		const least = (Math.ceil(calls / LIMIT) - 1) * WINDOW_SECONDS + LATENCY / 1000;
		const settings = { latencyMs: LATENCY, rateLimit };
		const measured = await byTurns(
			all,
			rounds,
			async (one) => await measure(one, settings, items, parameters),
		);
		for (const { candidate, runs } of measured) {
			const done = Math.min(...runs.map((one) => one.done));
			const overLeast = runs.map(({ seconds }) => seconds / least);
			row(
				`${title}, ${candidate.name}`,
				`${done} of ${items}`,
				runs.map(({ seconds }) => seconds),
				// What failed took no time worth comparing.
				done === items ? overLeast : '–',
				runs.map(({ refused }) => refused),
			);
		}
	}
	say();
	await engine.close();
}

async function run(
	engine: Engine,
	service: Service,
	{ node }: Candidate,
	{ settings, items, parameters }: { settings: SettingsPatch; items: number; parameters: object },
): Promise<Measured> {
	const credentials = await service.prepare(settings);
	const cpu = process.cpuUsage();
	const started = performance.now();
	const result = await engine.runNode({
		node,
		parameters: { ...parameters },
		items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
		credentials,
		onError: 'continueErrorOutput',
	});
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	return {
		done: result.items.filter(({ json, error }) => !error && json.id !== undefined).length,
		seconds,
		cpuSeconds: (user + system) / 1e6,
		refused: sum(await service.refusals()),
	};
}
