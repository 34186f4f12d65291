/**
 * Measures how the package behaves under rate limits, compared with the shortest time that each limit allows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { CONCURRENCY } from './baselines.mts';
import { clock, sum } from './figures.mts';
import { printHead, printRow } from './output.mts';
import { type Service, startService } from './service.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

/**
 * How many cases run at the same time, each with its own service. They mostly wait, so they hardly slow each other
 * down.
 */
const AT_ONCE = 6;
/** Latency of each response in ms. Without latency, no requests would be in flight when the limit is reached. */
const LATENCY = 40;
/** The length of a rate limit window in seconds, in place of a minute. */
const WINDOW = 5;
const LIMIT = 30;

/** Executions that start at the same time under one key, and the rate limit that applies to them. */
interface Case {
	name: string;
	rateLimit: RateLimit;
	/** The fields of each execution. */
	executions: object[];
	/** The number of items of each execution. */
	items: number;
	/** The requests of all executions that count toward the limit that takes longest, and the size of that limit. */
	counted: number;
	limit: number;
	concurrency?: number;
}

const byId = { __rl: true, mode: 'id', value: '1' };
const LINKS = { resource: 'link', operation: 'create', url: '=https://example.com/{{ $json.n }}' };
const READ_LINK = { resource: 'link', operation: 'get', linkId: byId };
const QR_IMAGES = { resource: 'qrCode', operation: 'download', qrCodeId: byId };
const QR_CODES = {
	resource: 'qrCode',
	operation: 'create',
	// Without this, the images would use the limit of QR_IMAGES.
	downloadImage: false,
	name: '=Product {{ $json.n }}',
	url: '=https://example.com/{{ $json.n }}',
};

/** Returns a case in which one execution creates links. */
const one = (name: string, items: number, rateLimit: RateLimit, concurrency?: number): Case => ({
	name,
	rateLimit,
	executions: [LINKS],
	items,
	counted: items,
	limit: LIMIT,
	concurrency,
});

const SILENT = { headers: 'none', retryAfter: 'none' } as const;

/** S2 and S5 are observations listed in docs/maintainers/deployments.md. */
const CASES: Case[] = [
	one('announced in seconds (S5)', 200, { resetFormat: 'epoch' }),
	one('announced in seconds (S5), windows by the clock', 200, { windows: 'clock' }),
	one('announced in milliseconds', 200, { resetFormat: 'epochMs' }),
	one("Link Platform's clock is off by 90 s", 90, { clockSkewSeconds: 90 }),
	one('Limit, Remaining, Retry-After (S2)', 120, { resetFormat: 'none' }),
	one('Retry-After in the body, HTTP 200 (S5)', 120, { headers: 'none', on429: 'body200' }),
	one('Retry-After, 20 at a time', 100, { headers: 'none' }, 20),
	one('nothing announced', 120, SILENT),
	one('nothing announced, windows by the clock', 120, { ...SILENT, windows: 'clock' }),
	one('nothing announced, 20 at a time', 100, SILENT, 20),
	...[{}, SILENT].map((rateLimit) => ({
		...one(`two executions, ${'headers' in rateLimit ? 'nothing ' : ''}announced`, 60, rateLimit),
		executions: [LINKS, LINKS],
		counted: 120,
	})),
	{
		...one('two executions on two routes that share a limit, announced', 60, {}),
		executions: [LINKS, READ_LINK],
		counted: 120,
	},
	{
		...one('four executions on four routes, limits as in S2', 60, { preset: 'seen' }),
		executions: [LINKS, QR_IMAGES, QR_CODES, READ_LINK],
		limit: 20,
	},
];

async function measure(engine: Engine, service: Service, test: Case) {
	const { rateLimit, items, limit, counted, concurrency = CONCURRENCY } = test;
	const { linkPlatformApi } = await service.prepare({
		latencyMs: LATENCY,
		rateLimit: { limit, windowSeconds: WINDOW, ...rateLimit },
	});
	// Windows by the clock begin at multiples of their length. Start two fifths into one.
	const begun = rateLimit.windows === 'clock' ? WINDOW * 0.4 : 0;
	const length = WINDOW * 1000;
	if (begun > 0) await pause((begun * 1000 - (Date.now() % length) + length) % length);
	const run = (parameters: object) =>
		engine.runNode({
			node: 'linkPlatform',
			parameters: { ...parameters },
			onError: 'continueErrorOutput',
			items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
			credentials: { linkPlatformApi: { ...linkPlatformApi, concurrency, maxWait: 90 } },
			signal: AbortSignal.timeout(150_000),
		});
	const { result, seconds } = await clock(() => Promise.all(test.executions.map(run)));
	const waits = (Math.ceil(counted / limit) - 1) * WINDOW - begun;
	const last = Math.ceil((((counted - 1) % limit) + 1) / concurrency);
	return {
		done: sum(result.map((execution) => execution.items.length)),
		refusals: await service.refusals(),
		mostInFlight: await service.mostInFlight(),
		seconds,
		/** The shortest time in seconds: the waits that the limit requires, and the requests in the last window. */
		least: waits + (last * LATENCY) / 1000,
	};
}

type Figures = Awaited<ReturnType<typeof measure>>;

export async function pacing(rounds: number) {
	const engine = await openEngine();
	const services = await Promise.all(Array.from({ length: AT_ONCE }, startService));
	const measured = new Map(CASES.map((test) => [test, [] as Figures[]]));
	try {
		// Run each node once without measuring, because the first run includes compilation.
		await measure(engine, services[0], { ...CASES.at(-1)!, rateLimit: {}, limit: 10_000 });
		for (let round = 0; round < rounds; round += 1) {
			const rest = [...CASES];
			const work = async (own: Service) => {
				for (let test = rest.shift(); test; test = rest.shift())
					measured.get(test)!.push(await measure(engine, own, test));
			};
			await Promise.all(services.map(work));
		}
	} finally {
		await Promise.all(services.map((service) => service.stop()));
		await engine.close();
	}
	printHead(
		'case',
		'succeeded',
		'refused (429)',
		'most in a window',
		'most at a time',
		'time, s',
		'time / least possible',
	);
	for (const [{ name, items, executions }, runs] of measured) {
		const expected = items * executions.length;
		const done = Math.min(...runs.map((run) => run.done));
		printRow(
			name,
			`${done} of ${expected}`,
			runs.map(({ refusals }) => sum(refusals)),
			Math.max(0, ...runs.flatMap(({ refusals }) => refusals)),
			runs.map(({ mostInFlight }) => mostInFlight),
			runs.map(({ seconds }) => seconds),
			// If a run has failures, its time isn't comparable.
			done === expected ? runs.map(({ seconds, least }) => seconds / least) : '–',
		);
	}
}
