/**
 * What `npm run bench:pacing` measures. Each case runs the built package on n8n's engine against a service
 * with one kind of rate limit, and says what came of it: counts first, since times move with the machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CredentialData, Engine } from '../n8n-engine/index.mts';
import type { SettingsPatch } from '../sandbox/settings.mts';
import { CONCURRENCY } from './baselines.mts';
import { sum } from './figures.mts';
import type { CountedWindow, Service } from './service.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

export interface Figures {
	/** What of the case these figures are about. */
	name: string;
	/** Items that succeeded, of how many. */
	done: number;
	of: number;
	seconds: number;
	/** Refusals of each window, where there is a limit. */
	refusals?: number[];
	mostInFlight?: number;
	/** What limit, latency and concurrency allow, in seconds. */
	least?: number;
	/** The time in which it should be done, see `getBound`. */
	bound?: number;
	/** The same work one at a time, in seconds. */
	oneAtATime?: number;
	/** Whatever else there is to say. */
	remark?: string;
	aims?: Aims;
}

interface Aims {
	/** At most so many refusals in a window. */
	perWindow?: number;
	/** At least so many requests under way at once. */
	inFlight?: number;
	/** Whatever else went wrong. */
	failed?: string;
}

interface World {
	engine: Engine;
	service: Service;
}

export interface Case {
	/** What `--only` knows it by. */
	key: string;
	title: string;
	name: string;
	/** Measures time rather than counts, so nothing else runs meanwhile. */
	isAlone?: boolean;
	/** How long it is likely to take, in seconds: the longest begin first. */
	estimate: number;
	run(world: World): Promise<Figures[]>;
}

/** Of each answer under a limit, in ms: without it nothing would be under way when the limit is hit. */
const LATENCY = 40;
/** Announced limits cost at most one refused request per window; silent ones a few. */
const ANNOUNCED: Aims = { perWindow: 1 };
const SILENT: Aims = { perWindow: 8 };

interface Work {
	resource: string;
	operation: string;
	parameters: Record<string, unknown>;
}

const link = (path: string): Work => ({
	resource: 'link',
	operation: 'create',
	parameters: { url: `=https://example.com/${path}/{{ $json.n }}` },
});
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const LINKS = link('bench');
const READ_LINK: Work = { resource: 'link', operation: 'get', parameters: { linkId: byId(1) } };
const LIST_DOMAINS: Work = {
	resource: 'domain',
	operation: 'getAll',
	parameters: { returnAll: true },
};
const QR_CODES: Work = {
	resource: 'qrCode',
	operation: 'create',
	parameters: { name: '=Product {{ $json.n }}', url: '=https://example.com/{{ $json.n }}' },
};
const QR_IMAGES: Work = {
	resource: 'qrCode',
	operation: 'download',
	parameters: { qrCodeId: byId(1) },
};
const EXPORTS: Work = {
	resource: 'subscriber',
	operation: 'export',
	parameters: { bioPageId: byId(1) },
};

interface RunOptions {
	credentials: CredentialData;
	concurrency?: number;
	/** Seconds; the default lets a run end that waits without end. */
	maxWait?: number;
	node?: string;
}

/** Runs the work once per item in an execution of its own. */
async function execute({ engine }: World, work: Work, items: number, options: RunOptions) {
	const { credentials, concurrency = CONCURRENCY, maxWait = 90, node = 'linkPlatform' } = options;
	const started = performance.now();
	const { resource, operation, parameters } = work;
	const linkPlatformApi = { ...credentials.linkPlatformApi, concurrency, maxWait };
	const result = await engine.runNode({
		node,
		parameters: { resource, operation, ...parameters },
		items: Array.from({ length: items }, (_, n) => ({ json: { n } })),
		credentials: { linkPlatformApi },
		onError: 'continueErrorOutput',
		signal: AbortSignal.timeout(150_000),
	});
	const [failed] = result.errorItems;
	// What ends a run instead of an item: canceled after all that time.
	const ended = result.status === 'success' ? undefined : (result.error?.message ?? result.status);
	return {
		done: result.items.length,
		seconds: (performance.now() - started) / 1000,
		/** The first failure's message. */
		error: (failed ? (failed.json.error as string) : ended)?.split(/[.;] /)[0],
	};
}

const refusedIn = (windows: CountedWindow[], bucket = ''): number[] =>
	windows.filter((window) => window.bucket.endsWith(bucket)).map(({ refused }) => refused);

/** Time that the waits take which the limit makes necessary, in seconds. */
const getWaits = (items: number, limit: number, window: number): number =>
	(Math.ceil(items / limit) - 1) * window;
/** The same, and what is left for the last window. */
function getLeast(items: number, limit: number, window: number, concurrency = CONCURRENCY): number {
	const last = ((items - 1) % limit) + 1;
	return getWaits(items, limit, window) + (Math.ceil(last / concurrency) * LATENCY) / 1000;
}
/** The figure to reach: nearly no time lost between windows, and one window to spare. */
const getBound = (least: number, window: number): number => 1.05 * least + window;

/** Resolves when Link Platform's window by the clock has been open for so many seconds. */
async function untilWindowIsAt(windowSeconds: number, seconds: number): Promise<void> {
	const length = windowSeconds * 1000;
	const wanted = seconds * 1000;
	await pause((wanted - (Date.now() % length) + length) % length);
}

interface Limited {
	key: string;
	title: string;
	name: string;
	items: number;
	limit: number;
	windowSeconds: number;
	rateLimit: RateLimit;
	aims: Aims;
	concurrency?: number;
	/** Announced limits lose the same time whatever the length of their windows, silent ones do not. */
	isScalable?: boolean;
}

/** One execution creates links under one limit. */
function limited(specification: Limited): Case {
	const { key, title, name, items, limit, windowSeconds, rateLimit, aims } = specification;
	const { concurrency, isScalable } = specification;
	const byClock = rateLimit.windows === 'clock';
	// Begun within a window, which ends sooner than one that begins with the first request.
	const begun = byClock ? 0.4 * windowSeconds : 0;
	const waits = getWaits(items, limit, windowSeconds);
	const least = getLeast(items, limit, windowSeconds, concurrency) - begun;
	return {
		key,
		title,
		name,
		estimate: waits + 3,
		run: async (world) => {
			const { service } = world;
			const credentials = await service.prepare({
				latencyMs: LATENCY,
				rateLimit: { limit, windowSeconds, ...rateLimit },
			});
			if (byClock) await untilWindowIsAt(windowSeconds, begun);
			const { done, seconds, error } = await execute(world, LINKS, items, {
				credentials,
				concurrency,
			});
			const isDone = done === items;
			const inMinutes = (waits / windowSeconds) * 60;
			const lost = Math.max(0, seconds - least);
			return [
				{
					name,
					done,
					of: items,
					seconds,
					refusals: await service.refusals(),
					mostInFlight: await service.mostInFlight(),
					least,
					bound: getBound(least, windowSeconds),
					remark: isDone
						? isScalable
							? `60-s windows: ${((inMinutes + lost) / inMinutes).toFixed(3)}`
							: undefined
						: error,
					aims,
				},
			];
		},
	};
}

const RESETS = ['epoch', 'epochMs', 'delta', 'iso', 'httpDate'] as const;
const RESET_NAMES = {
	epoch: 'epoch seconds',
	epochMs: 'epoch ms',
	delta: 'seconds to go',
	iso: 'ISO date',
	httpDate: 'HTTP date',
};
const WINDOW_NAMES = { firstRequest: 'from the first request', clock: 'by the clock' };

/** Each format with each kind of window; the names of the headers take turns, so that each format meets both. */
const announced: Case[] = RESETS.flatMap((resetFormat, n) =>
	(['firstRequest', 'clock'] as const).map((windows, m) => {
		const headers = (n + m) % 2 === 0 ? ('X-RateLimit' as const) : ('RateLimit' as const);
		return limited({
			key: '1',
			title: '200 links, an announced limit of 30 per 5 s',
			name: `${headers}, ${RESET_NAMES[resetFormat]}, windows ${WINDOW_NAMES[windows]}`,
			items: 200,
			limit: 30,
			windowSeconds: 5,
			rateLimit: { headers, resetFormat, windows },
			aims: ANNOUNCED,
			isScalable: true,
		});
	}),
);

const silences: Array<[string, RateLimit]> = [
	['nothing said', { headers: 'none', retryAfter: 'none' }],
	['nothing said, windows by the clock', { headers: 'none', retryAfter: 'none', windows: 'clock' }],
	['nothing said, HTTP 200', { headers: 'none', retryAfter: 'none', on429: 'body200' }],
	['Limit and Remaining', { resetFormat: 'none', retryAfter: 'none' }],
	['Limit and Remaining, Retry-After', { resetFormat: 'none' }],
	['Retry-After', { headers: 'none' }],
	['Retry-After as a date', { headers: 'none', retryAfter: 'date' }],
	['Retry-After in the body, HTTP 200', { headers: 'none', on429: 'body200' }],
];
const silent: Case[] = silences.map(([name, rateLimit]) =>
	limited({
		key: '2',
		title: '120 links, 30 per 5 s, no word on when a window ends',
		name,
		items: 120,
		limit: 30,
		windowSeconds: 5,
		rateLimit,
		aims: SILENT,
	}),
);

const bursts: Case[] = [CONCURRENCY, 20].flatMap((concurrency) =>
	(['none', 'seconds'] as const).map((retryAfter) =>
		limited({
			key: 'd',
			title: '100 links, 25 per 5 s, refused in bursts',
			name: `concurrency ${concurrency}, ${retryAfter === 'none' ? 'nothing said' : 'Retry-After'}`,
			items: 100,
			limit: 25,
			windowSeconds: 5,
			rateLimit: { headers: 'none', retryAfter },
			aims: SILENT,
			concurrency,
		}),
	),
);

const skewed: Case[] = (['epoch', 'httpDate'] as const).flatMap((resetFormat) =>
	[-90, 90].map((clockSkewSeconds) =>
		limited({
			key: 'e',
			title: "90 links, 30 per 5 s, the service's clock is wrong",
			name: `${RESET_NAMES[resetFormat]}, ${Math.abs(clockSkewSeconds)} s ${clockSkewSeconds < 0 ? 'behind' : 'ahead'}`,
			items: 90,
			limit: 30,
			windowSeconds: 5,
			rateLimit: {
				resetFormat,
				clockSkewSeconds,
				retryAfter: resetFormat === 'httpDate' ? 'date' : 'seconds',
			},
			aims: ANNOUNCED,
			isScalable: true,
		}),
	),
);

const UNLIMITED = { headers: 'none' as const };

/** Links at full speed, beside a bare loop that creates them one at a time. */
async function fullSpeed(
	world: World,
	name: string,
	items: number,
	latencyMs: number,
	credentials: CredentialData,
): Promise<Figures> {
	const { service } = world;
	await service.mostInFlight();
	const { done, seconds, error } = await execute(world, LINKS, items, { credentials });
	const mostInFlight = await service.mostInFlight();
	const single = await execute(world, LINKS, items, { credentials, node: 'bench.loop1' });
	return {
		name,
		done,
		of: items,
		seconds,
		mostInFlight,
		least: (Math.ceil(items / CONCURRENCY) * latencyMs) / 1000,
		oneAtATime: single.seconds,
		remark: error,
		aims: { inFlight: CONCURRENCY },
	};
}

const unlimited: Case[] = [
	[100, 20],
	[200, 50],
].map(([items, latencyMs]) => {
	const name = `${items} links, ${latencyMs} ms`;
	return {
		key: '3',
		title: 'no limit, nothing announced',
		name,
		isAlone: true,
		estimate: 10,
		run: async (world) => {
			const credentials = await world.service.prepare({ latencyMs, rateLimit: UNLIMITED });
			return [await fullSpeed(world, name, items, latencyMs, credentials)];
		},
	};
});

const someAnnounce: Case[] = [0, 3].map((seconds) => {
	const name = seconds === 0 ? 'within the window' : "past the window's end";
	return {
		key: 'a',
		title: '100 links at 20 ms where only other routes announce a limit',
		name,
		isAlone: true,
		estimate: 10,
		run: async (world) => {
			const latencyMs = 20;
			const credentials = await world.service.prepare({
				latencyMs,
				rateLimit: {
					...UNLIMITED,
					endpoints: [
						{ path: '/api/domains', limit: 60, windowSeconds: 2, headers: 'X-RateLimit' },
						{ path: '/api/url/:id', limit: 60, windowSeconds: 2, headers: 'X-RateLimit' },
					],
				},
			});
			await execute(world, LIST_DOMAINS, 3, { credentials });
			await execute(world, READ_LINK, 3, { credentials });
			await pause(seconds * 1000);
			return [await fullSpeed(world, name, 100, latencyMs, credentials)];
		},
	};
});

/** Which routes were used before, and so may be believed to share one limit. */
const stuckRoute: Case[] = [
	{ other: 'both used before', earlier: [READ_LINK, LINKS] },
	{ other: 'the other used before', earlier: [READ_LINK] },
	{ other: 'neither used before', earlier: [] },
].map(({ other, earlier }) => {
	return {
		key: 'b',
		title:
			'link creates answer 429 with Retry-After: 3600 and 40 of 60 left, meanwhile in other executions',
		name: other,
		estimate: 5,
		run: async (world) => {
			const { service } = world;
			const rateLimit = { limit: 60, windowSeconds: 60 };
			const credentials = await service.prepare({ rateLimit });
			for (const work of earlier) await execute(world, work, 2, { credentials });
			const reset = Math.ceil(Date.now() / 1000) + 30;
			await service.call('/_sandbox/faults', {
				method: 'POST',
				path: '/api/url/add',
				action: {
					type: 'status',
					status: 429,
					headers: {
						'Retry-After': '3600',
						'X-RateLimit-Limit': '60',
						'X-RateLimit-Remaining': '40',
						'X-RateLimit-Reset': String(reset),
					},
				},
			});
			const stuck = execute(world, LINKS, 1, { credentials, maxWait: 3 });
			await pause(300);
			const [reading, writing] = await Promise.all([
				execute(world, READ_LINK, 20, { credentials, maxWait: 5 }),
				execute(world, QR_CODES, 5, { credentials, maxWait: 5 }),
			]);
			const end = await stuck;
			const figures = (what: string, of: number, run: typeof reading): Figures => ({
				name: `${what}, ${other}`,
				done: run.done,
				of,
				seconds: run.seconds,
				remark: run.error,
			});
			return [
				figures('20 reads', 20, reading),
				figures('5 QR creates', 5, writing),
				{
					name: `the stuck item, Max Wait 3, ${other}`,
					done: end.done,
					of: 0,
					seconds: end.seconds,
					remark: end.error,
				},
			];
		},
	};
});

/** Tries until it works, as n8n and people do, and says how often that took. */
async function tries(action: () => Promise<void>, until: number) {
	const started = performance.now();
	let error: string | undefined;
	let attempts = 0;
	let done = 0;
	do {
		if (attempts > 0) await pause(2_000);
		attempts += 1;
		try {
			await action();
			done = 1;
		} catch (thrown) {
			error ??= (thrown as Error).message.split('. ')[0];
		}
	} while (done === 0 && Date.now() < until);
	return { done, attempts, seconds: (performance.now() - started) / 1000, error };
}

/** Of publishing (event types, list, subscribe) and unpublishing (list, delete) together. */
const HOOK_REQUESTS = 5;

/** Hooks wait 20 s at most, so a window shorter and one longer than that. */
const publishing: Case[] = [
	{ items: 100, windowSeconds: 5 },
	{ items: 50, windowSeconds: 24 },
].map(({ items, windowSeconds }) => {
	const limit = 20;
	const name = `${limit} per ${windowSeconds} s`;
	const least = getLeast(items + HOOK_REQUESTS, limit, windowSeconds);
	return {
		key: 'c',
		title: 'a trigger is published while a run uses up every window',
		name,
		estimate: least + 10,
		run: async (world) => {
			const { service, engine } = world;
			const credentials = await service.prepare({
				latencyMs: LATENCY,
				rateLimit: { limit, windowSeconds },
			});
			const host = await engine.startTriggerHost({ credentials });
			try {
				const bulk = execute(world, LINKS, items, { credentials });
				await pause(1_000);
				const until = Date.now() + 60_000;
				const workflow = { parameters: { events: ['all'] }, webhookId: 'bench' };
				let publication: Awaited<ReturnType<typeof host.publish>> | undefined;
				const published = await tries(async () => {
					publication = await host.publish(workflow);
				}, until);
				const unpublished = await tries(async () => {
					await publication?.unpublish();
				}, until);
				const { done, seconds, error } = await bulk;
				const hook = (what: string, run: typeof published): Figures => ({
					name: `${what}, ${name}`,
					done: run.done,
					of: 1,
					seconds: run.seconds,
					remark: `${run.attempts} attempt${run.attempts === 1 ? '' : 's'}${run.error ? `: ${run.error}` : ''}`,
					aims: run.attempts > 1 ? { failed: 'failed at first' } : {},
				});
				return [
					hook('publish', published),
					hook('unpublish', unpublished),
					{
						name: `the run of ${items} links, ${name}`,
						done,
						of: items,
						seconds,
						refusals: await service.refusals(),
						least,
						bound: getBound(least, windowSeconds),
						remark: error,
						aims: ANNOUNCED,
					},
				];
			} finally {
				await host.close();
			}
		},
	};
});

const twoExecutions: Case[] = [
	{ name: 'announced', rateLimit: { resetFormat: 'epoch' as const }, aims: ANNOUNCED },
	{
		name: 'nothing said',
		rateLimit: { headers: 'none' as const, retryAfter: 'none' as const },
		aims: SILENT,
	},
].map(({ name, rateLimit, aims }) => ({
	key: 'f',
	title: 'two executions with one key, 60 links each, 30 per 3 s',
	name,
	estimate: 12,
	run: async (world) => {
		const { service } = world;
		const credentials = await service.prepare({
			recordRequests: true,
			latencyMs: LATENCY,
			rateLimit: { limit: 30, windowSeconds: 3, ...rateLimit },
		});
		const started = performance.now();
		const runs = await Promise.all(
			['one', 'two'].map(async (path) => await execute(world, link(path), 60, { credentials })),
		);
		const seconds = (performance.now() - started) / 1000;
		const { requests } = await service.call<{
			requests: Array<{ status: number; body: { url: string } }>;
		}>('/_sandbox/requests');
		const half = requests.filter(({ status }) => status < 300).slice(0, 60);
		const ofOne = half.filter(({ body }) => body.url.includes('/one/')).length;
		const least = getLeast(120, 30, 3, 2 * CONCURRENCY);
		const ends = runs.map((run) => `${run.seconds.toFixed(1)} s`).join(' and ');
		const error = runs.map((run) => run.error).find((one) => one !== undefined);
		return [
			{
				name,
				done: sum(runs.map((run) => run.done)),
				of: 120,
				seconds,
				refusals: await service.refusals(),
				mostInFlight: await service.mostInFlight(),
				least,
				bound: getBound(least, 3),
				remark: error ?? `first half ${ofOne} : ${half.length - ofOne}, ended after ${ends}`,
				aims,
			},
		];
	},
}));

/** The limits that were seen at real deployments, a minute being 5 s here. */
const WINDOW = 5;
interface LimitedRoute {
	name: string;
	work: Work;
	limit: number;
	items: number;
	/** Undefined where the general limit counts. */
	path?: string;
}
const ROUTES: LimitedRoute[] = [
	{ name: 'link creates', work: LINKS, limit: 20, items: 60, path: 'POST /api/url/add' },
	{
		name: 'QR downloads',
		work: QR_IMAGES,
		limit: 20,
		items: 60,
		path: 'GET /api/qr/:id/download',
	},
	{
		name: 'exports',
		work: EXPORTS,
		limit: 5,
		items: 15,
		path: 'GET /api/bio/:id/subscribers/export',
	},
	// These two share the general limit, so that each has half of it.
	{ name: 'QR creates', work: QR_CODES, limit: 30, items: 60 },
	{ name: 'link reads', work: READ_LINK, limit: 30, items: 60 },
];

const perRoute: Case[] = [
	{ name: 'epoch resets', resetFormat: 'epoch' as const, aims: ANNOUNCED },
	{ name: 'no resets, Retry-After', resetFormat: 'none' as const, aims: SILENT },
].map(({ name, resetFormat, aims }) => ({
	key: 'g',
	title: 'limits per route (20, 20, 5 per 5 s) beside a shared one (60), five executions at once',
	name,
	estimate: 15,
	run: async (world) => {
		const { service } = world;
		const credentials = await service.prepare({
			latencyMs: LATENCY,
			rateLimit: {
				limit: 60,
				windowSeconds: WINDOW,
				resetFormat,
				endpoints: ROUTES.flatMap(({ path, limit }) => {
					if (path === undefined) return [];
					const [method, pattern] = path.split(' ');
					return [{ method, path: pattern, limit, windowSeconds: WINDOW }];
				}),
			},
		});
		const runs = await Promise.all(
			ROUTES.map(async ({ work, items }) => await execute(world, work, items, { credentials })),
		);
		const windows = await service.windows();
		const each = ROUTES.map((route, n): Figures => {
			const least = getLeast(route.items, route.limit, WINDOW);
			return {
				name: `${route.name}, ${route.path ? route.limit : 'shared limit'}, ${name}`,
				done: runs[n].done,
				of: route.items,
				seconds: runs[n].seconds,
				// What two routes share is counted once, below.
				refusals: route.path ? refusedIn(windows, route.path) : undefined,
				least,
				bound: getBound(least, WINDOW),
				remark: runs[n].error,
				aims,
			};
		});
		const sharing = each.filter((_, n) => ROUTES[n].path === undefined);
		const shared: Figures = {
			name: `the shared limit, 60, ${name}`,
			done: sum(sharing.map(({ done }) => done)),
			of: sum(sharing.map(({ of }) => of)),
			seconds: Math.max(...sharing.map(({ seconds }) => seconds)),
			refusals: refusedIn(windows, 'general'),
			// Each route may find out for itself that nothing is left.
			aims: { perWindow: (aims.perWindow ?? 1) * sharing.length },
		};
		return [...each, shared];
	},
}));

export const cases: Case[] = [
	...announced,
	...silent,
	...unlimited,
	...someAnnounce,
	...stuckRoute,
	...publishing,
	...bursts,
	...skewed,
	...twoExecutions,
	...perRoute,
];
