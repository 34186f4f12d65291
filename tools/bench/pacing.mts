/**
 * Measures how the package behaves under rate limits, compared with the shortest time that each limit allows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CredentialData, type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { CONCURRENCY } from './baselines.mts';
import { clock, sum } from './figures.mts';
import type { Flags } from './main.mts';
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

interface World {
	engine: Engine;
	service: Service;
}

/** The measurements of one run of a case. */
interface Figures {
	done: number;
	/** The number of refused requests in each rate limit window. */
	refusals: number[];
	mostInFlight: number;
	seconds: number;
	/** The shortest time in seconds that the rate limit allows for all requests. */
	least: number;
}

interface Case {
	name: string;
	items: number;
	run: (world: World) => Promise<Figures>;
}

const LINKS = { resource: 'link', operation: 'create', url: '=https://example.com/{{ $json.n }}' };
const byId = { __rl: true, mode: 'id', value: '1' };
const READ_LINK = { resource: 'link', operation: 'get', linkId: byId };
const QR_CODES = {
	resource: 'qrCode',
	operation: 'create',
	// Without this, the images would use the limit of QR_IMAGES.
	downloadImage: false,
	name: '=Product {{ $json.n }}',
	url: '=https://example.com/{{ $json.n }}',
};
const QR_IMAGES = { resource: 'qrCode', operation: 'download', qrCodeId: byId };

/** Runs the node in one execution with `items` input items. */
async function execute(
	{ engine }: World,
	credentials: CredentialData,
	parameters: Record<string, unknown>,
	items: number,
	concurrency = CONCURRENCY,
) {
	const { linkPlatformApi } = credentials;
	const run = {
		node: 'linkPlatform',
		parameters,
		onError: 'continueErrorOutput' as const,
		items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
		credentials: { linkPlatformApi: { ...linkPlatformApi, concurrency, maxWait: 90 } },
		signal: AbortSignal.timeout(150_000),
	};
	const { result, seconds } = await clock(() => engine.runNode(run));
	return { done: result.items.length, seconds };
}

/**
 * Returns the shortest possible time in seconds: the waits that the rate limit requires, plus the requests in the last
 * window.
 */
function getLeast(items: number, limit: number, windowSeconds: number, concurrency = CONCURRENCY) {
	const last = ((items - 1) % limit) + 1;
	const waits = (Math.ceil(items / limit) - 1) * windowSeconds;
	return waits + (Math.ceil(last / concurrency) * LATENCY) / 1000;
}

/** Resolves `seconds` after the start of a rate limit window. Windows begin at multiples of their length. */
async function untilWindowIsAt(windowSeconds: number, seconds: number) {
	const length = windowSeconds * 1000;
	await pause((seconds * 1000 - (Date.now() % length) + length) % length);
}

/** Waits for parallel executions, and returns their measurements. */
const toFigures = async (
	executions: Array<ReturnType<typeof execute>>,
	service: Service,
	least: number,
) => {
	const runs = await Promise.all(executions);
	return {
		done: sum(runs.map(({ done }) => done)),
		seconds: Math.max(...runs.map(({ seconds }) => seconds)),
		refusals: await service.refusals(),
		mostInFlight: await service.mostInFlight(),
		least,
	};
};

/** Returns a case in which one execution creates links under one rate limit with windows of 5 seconds. */
function limited(
	name: string,
	items: number,
	limit: number,
	rateLimit: RateLimit,
	concurrency?: number,
): Case {
	const windowSeconds = 5;
	// With `clock` windows, start 2 seconds into a window. That window ends sooner than one that begins with the
	// first request.
	const begun = rateLimit.windows === 'clock' ? 2 : 0;
	return {
		name: `${name}, ${limit} per ${windowSeconds} s`,
		items,
		run: async (world) => {
			const { service } = world;
			const settings = { latencyMs: LATENCY, rateLimit: { limit, windowSeconds, ...rateLimit } };
			const credentials = await service.prepare(settings);
			if (begun > 0) await untilWindowIsAt(windowSeconds, begun);
			const run = execute(world, credentials, LINKS, items, concurrency);
			const least = getLeast(items, limit, windowSeconds, concurrency) - begun;
			return await toFigures([run], service, least);
		},
	};
}

const announced = (['epoch', 'epochMs', 'delta', 'iso', 'httpDate'] as const).flatMap(
	(resetFormat) =>
		(['firstRequest', 'clock'] as const).map((windows) => {
			const name = `announced: ${resetFormat}, windows: ${windows}`;
			return limited(name, 200, 30, { resetFormat, windows });
		}),
);

const silences: Array<[string, RateLimit]> = [
	['nothing announced', { headers: 'none', retryAfter: 'none' }],
	['nothing announced, clock', { headers: 'none', retryAfter: 'none', windows: 'clock' }],
	['nothing announced, HTTP 200', { headers: 'none', retryAfter: 'none', on429: 'body200' }],
	['Limit and Remaining', { resetFormat: 'none', retryAfter: 'none' }],
	['Limit, Remaining, Retry-After', { resetFormat: 'none' }],
	['Retry-After', { headers: 'none' }],
	['Retry-After in the body, HTTP 200', { headers: 'none', on429: 'body200' }],
];
const silent = silences.map(([name, rateLimit]) => limited(name, 120, 30, rateLimit));

const bursts = (['none', 'seconds'] as const).map((retryAfter) => {
	const rateLimit = { headers: 'none' as const, retryAfter };
	return limited(`20 at a time, Retry-After: ${retryAfter}`, 100, 25, rateLimit, 20);
});

const skewed = [-90, 90].map((clockSkewSeconds) => {
	const rateLimit = { resetFormat: 'epoch' as const, clockSkewSeconds };
	return limited(`Link Platform's clock is off by ${clockSkewSeconds} s`, 90, 30, rateLimit);
});

const twoExecutions = (['X-RateLimit', 'none'] as const).map(
	(headers): Case => ({
		name: `two executions with one key, 30 per 3 s, ${headers === 'none' ? 'nothing announced' : 'announced'}`,
		items: 120,
		run: async (world) => {
			const { service } = world;
			const silence = headers === 'none' ? { retryAfter: 'none' as const } : {};
			const credentials = await service.prepare({
				latencyMs: LATENCY,
				rateLimit: { limit: 30, windowSeconds: 3, headers, ...silence },
			});
			const both = Array.from({ length: 2 }, () => execute(world, credentials, LINKS, 60));
			return await toFigures(both, service, getLeast(120, 30, 3, 2 * CONCURRENCY));
		},
	}),
);

/**
 * Rate limits like those of real deployments, with a minute shortened to 5 seconds. The last two routes share the
 * general limit.
 */
const ROUTES = [
	{ parameters: LINKS, limit: 20, path: '/api/url/add' },
	{ parameters: QR_IMAGES, limit: 20, path: '/api/qr/:id/download' },
	{ parameters: QR_CODES, limit: 30 },
	{ parameters: READ_LINK, limit: 30 },
];
const perRoute: Case = {
	name: 'two limits per route (20 per 5 s) beside a shared one (60), four executions',
	items: ROUTES.length * 60,
	run: async (world) => {
		const { service } = world;
		const endpoints = ROUTES.flatMap(({ path, limit }) =>
			path === undefined ? [] : [{ path, limit, windowSeconds: 5 }],
		);
		const rateLimit = { limit: 60, windowSeconds: 5, endpoints };
		const credentials = await service.prepare({ latencyMs: LATENCY, rateLimit });
		const all = ROUTES.map(({ parameters }) => execute(world, credentials, parameters, 60));
		return await toFigures(all, service, getLeast(60, 20, 5));
	},
};

const waiting = [...announced, ...silent, ...bursts, ...skewed, ...twoExecutions, perRoute];

export async function pacing({ rounds }: Flags) {
	const engine = await openEngine();
	const services = await Promise.all(Array.from({ length: AT_ONCE }, startService));
	const measured = new Map(waiting.map((one) => [one, [] as Figures[]]));
	const measure = async (one: Case, service: Service) =>
		measured.get(one)!.push(await one.run({ engine, service }));
	try {
		const [service] = services;
		// Run the node once without measuring, because the first run includes compilation.
		await execute({ engine, service }, await service.prepare({}), LINKS, 200);
		for (let round = 0; round < rounds; round += 1) {
			const rest = [...waiting];
			const work = async (own: Service) => {
				for (let one = rest.shift(); one; one = rest.shift()) await measure(one, own);
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
	for (const [{ name, items }, runs] of measured) {
		const done = Math.min(...runs.map((run) => run.done));
		printRow(
			name,
			`${done} of ${items}`,
			runs.map(({ refusals }) => sum(refusals)),
			Math.max(0, ...runs.flatMap(({ refusals }) => refusals)),
			runs.map(({ mostInFlight }) => mostInFlight),
			runs.map(({ seconds }) => seconds),
			// If a run has failures, its time isn't comparable.
			done === items ? runs.map(({ seconds, least }) => seconds / least) : '–',
		);
	}
}
