/**
 * `npm run bench`: our node beside what people build instead, in one run on n8n's execution engine, and the
 * figures that docs/maintainers/performance.md shows. Prints only; `-- --write` also writes its part of that page, `-- --long` adds
 * what takes minutes (1,000 items one at a time, 10,000 items, 1,000 items under a limit).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEngine } from '../n8n-engine/index.mts';
import type { SettingsPatch } from '../sandbox/settings.mts';
import { createBareLoop, createDeclarativeTwin } from './baselines.mts';
import { head, describeMachine, toRatio, row, save, say } from './page.mts';
import { startService } from './service.mts';

const { values: flags } = parseArgs({
	options: {
		write: { type: 'boolean', default: false },
		long: { type: 'boolean', default: false },
	},
});

const CONCURRENCY = 5;
const LIMIT = 30;
const WINDOW_SECONDS = 5;
/** Of one measurement, in seconds; what is expected to take longer needs `--long`. */
const PATIENCE = flags.long ? Infinity : 16;

const service = await startService();
const engine = await openEngine({
	extraNodeTypes: {
		'bench.loop1': createBareLoop(1),
		[`bench.loop${CONCURRENCY}`]: createBareLoop(CONCURRENCY),
		'bench.declarative': createDeclarativeTwin(),
	},
});

interface Candidate {
	name: string;
	node: string;
	/** How many requests it has under way at the same time. */
	concurrency: number;
	isPaced?: boolean;
}
const ours: Candidate = {
	name: 'Link Platform',
	node: 'linkPlatform',
	concurrency: CONCURRENCY,
	isPaced: true,
};
const sameLoop = {
	name: `bare loop, ${CONCURRENCY} at a time`,
	node: `bench.loop${CONCURRENCY}`,
	concurrency: CONCURRENCY,
};
const candidates: Candidate[] = [
	ours,
	{ name: 'bare loop, one at a time', node: 'bench.loop1', concurrency: 1 },
	sameLoop,
	{ name: 'declarative twin', node: 'bench.declarative', concurrency: Infinity },
];

interface Measured {
	succeeded: number;
	seconds: number;
	cpuSeconds: number;
	memory: number;
	refusals: number[];
}

async function measure(
	{ node }: Candidate,
	items: number,
	settings: SettingsPatch,
	parameters: object = {
		resource: 'link',
		operation: 'create',
		url: '=https://example.com/{{ $json.n }}',
	},
): Promise<Measured> {
	const credentials = await service.prepare(settings);
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	let peak = before;
	const clock = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
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
	clearInterval(clock);
	peak = Math.max(peak, process.memoryUsage.rss());
	const succeeded = result.items.filter(
		({ json, error }) => !error && json.id !== undefined,
	).length;
	return {
		succeeded,
		seconds,
		cpuSeconds: (user + system) / 1e6,
		memory: Math.max(0, peak - before) / 1024 ** 2,
		refusals: await service.refusals(),
	};
}

/** The least time that the latency and the limit allow, in seconds. */
function getLeast(items: number, latency: number, concurrency: number, isLimited: boolean): number {
	const sending = (Math.ceil(items / Math.min(items, concurrency)) * latency) / 1000;
	const waiting = isLimited ? (Math.ceil(items / LIMIT) - 1) * WINDOW_SECONDS : 0;
	return Math.max(sending, waiting + (isLimited ? latency / 1000 : 0));
}

async function table(items: number, isLimited: boolean): Promise<void> {
	say(
		`#### ${items.toLocaleString('en')} links${isLimited ? `, ${LIMIT} requests per ${WINDOW_SECONDS} s` : ''}`,
	);
	say();
	head('latency, node', 'succeeded', 'time', 'least possible', 'ratio', 'CPU', 'memory', '429s');
	for (const latencyMs of [0, 50, 200]) {
		for (const candidate of candidates) {
			const { name, concurrency, isPaced } = candidate;
			const least = getLeast(items, latencyMs, concurrency, isLimited);
			const expected = isLimited && !isPaced ? ((items / concurrency) * latencyMs) / 1000 : least;
			if (expected > PATIENCE) continue;
			const rateLimit = isLimited ? { limit: LIMIT, windowSeconds: WINDOW_SECONDS } : {};
			const result = await measure(candidate, items, { latencyMs, rateLimit });
			const { succeeded, seconds, cpuSeconds, memory, refusals } = result;
			row(
				`${latencyMs} ms, ${name}`,
				`${succeeded} of ${items}`,
				`${seconds.toFixed(2)} s`,
				least > 0 ? `${least.toFixed(2)} s` : '–',
				// What failed took no time worth comparing.
				succeeded === items ? toRatio(seconds / (least || Infinity * 0)) : '–',
				`${((cpuSeconds / items) * 1000).toFixed(2)} ms/item`,
				`${memory.toFixed(0)} MB`,
				isLimited ? refusals.reduce((sum, count) => sum + count, 0) : '–',
			);
		}
	}
	say();
}

/** Our CPU time per item over that of a bare loop: taken by turns, the best of several, since others use the machine too. */
async function cpuRatio(): Promise<void> {
	const items = 500;
	const turns = 12;
	const best = { ours: Infinity, loop: Infinity };
	for (let turn = 0; turn < turns; turn += 1) {
		best.ours = Math.min(best.ours, (await measure(ours, items, {})).cpuSeconds / items);
		best.loop = Math.min(best.loop, (await measure(sameLoop, items, {})).cpuSeconds / items);
	}
	say('#### CPU per item');
	say();
	head(
		`${items.toLocaleString('en')} links, no latency, the best of ${turns} turns`,
		'CPU per item',
		'ratio',
	);
	row(sameLoop.name, `${(best.loop * 1000).toFixed(2)} ms`, '1.00');
	row(ours.name, `${(best.ours * 1000).toFixed(2)} ms`, toRatio(best.ours / best.loop));
	say();
}

async function qrCodes(): Promise<void> {
	const count = 120;
	const rateLimit = { limit: LIMIT, windowSeconds: WINDOW_SECONDS };
	const parameters = {
		resource: 'qrCode',
		operation: 'createMany',
		name: '=Product {{ $json.n }}',
		url: '=https://example.com/{{ $json.n }}',
		format: 'png',
		imageSize: 300,
		includeInputFields: false,
	};
	const { succeeded, seconds, refusals, memory } = await measure(
		ours,
		count,
		{ rateLimit },
		parameters,
	);
	const calls = Math.ceil(count / 50) + count;
	const least = (Math.ceil(calls / LIMIT) - 1) * WINDOW_SECONDS;
	say(`#### ${count} QR codes with images, ${LIMIT} requests per ${WINDOW_SECONDS} s`);
	say();
	head('', '');
	row('Succeeded', `${succeeded} of ${count}`);
	row('Calls needed', `${calls} (${Math.ceil(count / 50)} batches, ${count} images)`);
	row('Time', `${seconds.toFixed(2)} s`);
	row('Least possible', `${least.toFixed(2)} s (ratio ${toRatio(seconds / least)})`);
	row('Bound: 1.05 × least + one window', `${(1.05 * least + WINDOW_SECONDS).toFixed(2)} s`);
	row('429s per window', refusals.join(', '));
	row('Memory', `${memory.toFixed(0)} MB`);
	say();
}

function size(): void {
	say('#### Size');
	say();
	head('', '');
	let total = 0;
	for (const [name, type] of Object.entries(engine.nodePackage.nodes)) {
		const bytes = Buffer.byteLength(JSON.stringify(type.description));
		total += bytes;
		row(`Description of ${name} as JSON`, `${(bytes / 1024).toFixed(1)} KB`);
	}
	row('Both', `${(total / 1024).toFixed(1)} KB`);
	// n8n has loaded n8n-workflow long before it loads a community package.
	const script = `require('n8n-workflow'); const start = performance.now();
		const { n8n } = require('./package.json');
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const [Type] = Object.values(require('./' + file)); new Type();
		}
		process.stdout.write(String(performance.now() - start));`;
	const times = Array.from({ length: 5 }, () =>
		Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })),
	);
	row(
		'Time to load both nodes and the credential',
		`${times.sort((a, b) => a - b)[2].toFixed(0)} ms`,
	);
	say();
}

const getVersion = (name: string): string =>
	(JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string })
		.version;

say("## In n8n's engine");
say();
say(
	`Measured by \`npm run bench -- --write${flags.long ? ' --long' : ''}\` on ${describeMachine()}, n8n-core ${getVersion('n8n-core')}.`,
);
say(
	"Every node runs in n8n's own execution engine against the sandbox, which runs in another process on the same machine;",
);
say(
	"CPU and memory are those of the engine's process. The figures move with the machine: the ratios are what counts.",
);
say();
say(
	"- **bare loop**: a node of a few lines that sends one request per item through n8n's HTTP helper.",
);
say(
	"- **declarative twin**: the same operation written declaratively, run by n8n's RoutingNode, which sends everything at once.",
);
say('- **least possible**: what latency, concurrency and limit allow. **ratio**: time over that.');
say('- **memory**: growth of the process at its peak.');
say();
say(
	'To repeat: `npm run bench` prints this part in about four minutes, `npm run bench -- --write` also saves it, and',
);
say(
	'`npm run bench -- --long` adds what takes longer (one at a time over a slow line, 10,000 links, 1,000 under a limit).',
);
say();

// Whatever runs first pays for compilation.
for (const candidate of candidates) await measure(candidate, 200, {});
await measure(ours, 200, {});

say('### Without a limit');
say();
for (const items of flags.long ? [10, 100, 1_000, 10_000] : [10, 100, 1_000])
	await table(items, false);
await cpuRatio();
say('### Under a rate limit');
say();
for (const items of flags.long ? [100, 1_000] : [100]) await table(items, true);
await qrCodes();
say('### The package');
say();
size();

if (flags.write) save('engine');
await engine.close();
await service.stop();
