import {
	ROW_URL,
	type Service,
	closeEngine,
	openService,
	print,
	rows,
	inParallel,
} from './scenarios.mts';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

let services: Service[];

beforeAll(async () => {
	services = await Promise.all(Array.from({ length: 30 }, async () => await openService()));
});
afterAll(async () => {
	for (const service of services) await service.close();
	await closeEngine();
});

const LIMIT = 4;
const WINDOW = 2;
const ITEMS = 11;

/** Every way to announce a limit, and every way to keep silent, with the clocks of both sides apart or not. */
const announced: RateLimit[] = [
	...(['X-RateLimit', 'RateLimit'] as const).flatMap((headers) =>
		(['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'] as const).flatMap((resetFormat) => [
			{ headers, resetFormat },
			{
				headers,
				resetFormat,
				windows: 'clock' as const,
				retryAfter: resetFormat === 'none' ? ('seconds' as const) : ('none' as const),
			},
		]),
	),
	...(['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'] as const).flatMap((resetFormat) =>
		[-240, 180].flatMap((clockSkewSeconds) => [
			{ resetFormat, clockSkewSeconds },
			{ resetFormat, clockSkewSeconds, retryAfter: 'date' as const, headers: 'RateLimit' as const },
		]),
	),
	...(['epoch', 'delta', 'httpDate'] as const).flatMap((resetFormat) => [
		{ resetFormat, rounding: 'down' as const },
		{ resetFormat, on429: 'body200' as const },
		{ resetFormat, on429: 'body200' as const, windows: 'clock' as const },
	]),
	{ headers: 'X-Rate-Limit' },
	{ headers: 'structured' },
	{ headers: 'structured', retryAfter: 'date' },
];
const silent: RateLimit[] = [
	{ headers: 'none' },
	{ headers: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'date', clockSkewSeconds: 200 },
	{ headers: 'none', on429: 'body200' },
	{ resetFormat: 'none', retryAfter: 'none' },
	{ resetFormat: 'none', retryAfter: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'none' },
	{ headers: 'none', retryAfter: 'none', windows: 'clock' },
	{ headers: 'none', retryAfter: 'none', on429: 'body200' },
];

async function paced(service: Service, rateLimit: RateLimit, items = ITEMS) {
	await service.reset();
	const credentials = { linkPlatformApi: await service.freshCredential() };
	await service.set({ rateLimit: { limit: LIMIT, windowSeconds: WINDOW, ...rateLimit } });
	const start = performance.now();
	const result = await service.run(
		'link',
		'create',
		{ url: ROW_URL },
		{ items: rows(items), credentials },
	);
	const seconds = (performance.now() - start) / 1000;
	const windows = await service.windows();
	await service.set({ rateLimit: { limit: null } });
	const made = await service.all('/api/urls', 'urls');
	const least = (Math.ceil(items / LIMIT) - 1) * WINDOW;
	const bound = 1.05 * least + WINDOW;
	const refused = windows.map((window) => window.refused);
	print(
		`${seconds > bound ? 'LATE' : '    '} ${seconds.toFixed(1)} s (least ${least} s, bound ${bound.toFixed(1)} s)  429s per window ${refused.join(' ')}  ${JSON.stringify(rateLimit)}`,
	);
	return { result, refused, made };
}

describe('every item succeeds', () => {
	test('at most one 429 per window, however the limit is announced', async () => {
		const broken: unknown[] = [];
		await inParallel(services, announced, async (service, rateLimit) => {
			const { result, refused, made } = await paced(service, rateLimit);
			const isFine =
				result.items.length === ITEMS &&
				result.errorItems.length === 0 &&
				result.items.every(({ pairedItem }, n) => (pairedItem as { item: number }).item === n) &&
				made.length === ITEMS + 4 &&
				// A service that cuts off fractions asks for too early a return; that is found out once.
				refused.slice(rateLimit.rounding === 'down' ? 1 : 0).every((count) => count <= 1);
			if (!isFine) broken.push({ rateLimit, refused, items: result.items.length });
		});
		expect(broken).toEqual([]);
	}, 120_000);

	test('at most eight 429s per window, where nothing says when it ends', async () => {
		const broken: unknown[] = [];
		await inParallel(services, silent, async (service, rateLimit) => {
			const { result, refused, made } = await paced(service, rateLimit, 19);
			const isFine =
				result.items.length === 19 &&
				result.errorItems.length === 0 &&
				made.length === 19 + 4 &&
				refused.every((count) => count <= 8);
			if (!isFine) broken.push({ rateLimit, refused, items: result.items.length });
		});
		expect(broken).toEqual([]);
	}, 120_000);
});

describe('who shares a limit', () => {
	test('an exhausted endpoint holds up no other, whether limits are announced or not', async () => {
		const endpoints = [{ method: 'POST', path: '/api/url/add', limit: 2, windowSeconds: 8 }];
		const styles: RateLimit[] = [
			{ limit: 20 },
			{ limit: 20, resetFormat: 'none' },
			{ limit: 2, windowSeconds: 8 },
			{ limit: null },
			{ limit: null, headers: 'none' },
			{ limit: null, headers: 'none', retryAfter: 'none' },
		];
		const broken: unknown[] = [];
		await inParallel(services.slice(0, 6), styles, async (service, style) => {
			await service.reset();
			const credentials = { linkPlatformApi: await service.freshCredential() };
			await service.set({ rateLimit: { ...style, endpoints } });
			// Both endpoints are known and fit one budget, before one of them runs dry.
			await service.run('domain', 'getAll', { returnAll: true }, { credentials });
			const writing = service.run(
				'link',
				'create',
				{ url: ROW_URL, options: { maxWait: 4 } },
				{ items: rows(8), credentials },
			);
			const started = performance.now();
			await new Promise((resolve) => setTimeout(resolve, 300));
			const reading = await service.run('domain', 'getAll', { returnAll: true }, { credentials });
			const readIn = performance.now() - started;
			const written = await writing;
			print(
				`     the other endpoint answered after ${Math.round(readIn)} ms: ${JSON.stringify(style)}`,
			);
			const isFine =
				reading.items.length === 2 &&
				reading.hints.length === 0 &&
				written.items.length === 2 &&
				written.errorItems.length === 6;
			if (!isFine) broken.push({ style, reading: reading.items.length, hints: reading.hints });
		});
		expect(broken).toEqual([]);
	}, 60_000);

	test('two executions with one key share the budget, and neither starves', async () => {
		const [service] = services;
		await service.reset({ rateLimit: { limit: 6, windowSeconds: 1, resetFormat: 'epochMs' } });
		const finished: string[] = [];
		const execution = async (name: string, count: number) => {
			const { items } = await service.run(
				'link',
				'create',
				{ url: `=https://example.com/${name}/{{ $json.n }}` },
				{ items: rows(count) },
			);
			finished.push(name);
			return items.length;
		};
		const done = await Promise.all([execution('long', 40), execution('short', 6)]);
		expect(done).toEqual([40, 6]);
		expect(finished).toEqual(['short', 'long']);
		const refused = (await service.windows()).map((window) => window.refused);
		expect(Math.max(...refused)).toBeLessThanOrEqual(1);
	}, 40_000);

	test('a process that others outrun goes by the word of the service', async () => {
		const [service] = services;
		await service.reset();
		const credentials = { linkPlatformApi: await service.freshCredential() };
		await service.set({ rateLimit: { limit: 8, windowSeconds: 1, resetFormat: 'epochMs' } });
		// The same key is used past the node, as another process would.
		let isOver = false;
		const other = (async () => {
			while (!isOver) {
				const headers = { authorization: `Bearer ${credentials.linkPlatformApi.apiKey}` };
				await fetch(`${service.url}/api/url/1`, { headers });
				await new Promise((resolve) => setTimeout(resolve, 200));
			}
		})();
		const { items } = await service.run(
			'link',
			'create',
			{ url: ROW_URL },
			{ items: rows(20), credentials },
		);
		isOver = true;
		await other;
		expect(items).toHaveLength(20);
	}, 40_000);
});

describe('waiting ends', () => {
	const slow = { rateLimit: { limit: 3, windowSeconds: 60 } };

	test.each([0, 2])(
		'Max Wait %d: says how long, how far and what to set; the finished stay',
		async (maxWait) => {
			const [service] = services;
			await service.reset(slow);
			const credentials = { linkPlatformApi: await service.freshCredential() };
			await service.set({ rateLimit: { ...slow.rateLimit } });
			const parameters = { url: ROW_URL, options: { maxWait } };
			const { items, errorItems } = await service.run('link', 'create', parameters, {
				items: rows(8),
				credentials,
			});
			expect(items.length).toBeGreaterThanOrEqual(2);
			expect(items.length + errorItems.length).toBe(8);
			expect(errorItems[0].json).toMatchObject({
				error: expect.stringMatching(
					new RegExp(
						`^Stopped after \\d s of waiting for the rate limit.*; ${items.length} of 8 items are done$`,
					),
				),
				message: expect.stringContaining(`Raise 'Max Wait' in 'Options' (now ${maxWait} s)`),
				details: { httpCode: '429' },
			});
			const stopped = await service.run('link', 'create', parameters, {
				items: rows(8),
				credentials,
				onError: 'stopWorkflow',
			});
			expect(stopped.error?.message).toMatch(/^Stopped after \d s of waiting/);
		},
	);

	test('cancelling ends a wait at once', async () => {
		const [service] = services;
		await service.reset();
		const credentials = { linkPlatformApi: await service.freshCredential() };
		await service.set(slow);
		const stop = new AbortController();
		const running = service.run(
			'link',
			'create',
			{ url: ROW_URL },
			{ items: rows(8), credentials, signal: stop.signal },
		);
		await new Promise((resolve) => setTimeout(resolve, 700));
		const cancelled = performance.now();
		stop.abort();
		const { status } = await running;
		print(`     cancelled in ${Math.round(performance.now() - cancelled)} ms`);
		expect(status).toBe('canceled');
		const before = (await service.requests()).length;
		await new Promise((resolve) => setTimeout(resolve, 500));
		expect(await service.requests()).toHaveLength(before);
	});

	test('the pause is told, and a slow service is no pause', async () => {
		const [service] = services;
		await service.reset({ rateLimit: { limit: 2, windowSeconds: 4 } });
		const paused = await service.run('link', 'create', { url: ROW_URL }, { items: rows(3) });
		expect(paused.hints).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(
					/^Paused \d s for the rate limit of 2 requests per window of the service$/,
				),
			}),
		]);
		await service.reset();
		const credentials = { linkPlatformApi: await service.freshCredential() };
		await service.set({ latencyMs: 3_300 });
		const slowly = await service.run(
			'link',
			'create',
			{ url: ROW_URL },
			{ items: rows(2), credentials },
		);
		expect(slowly.items).toHaveLength(2);
		expect(slowly.hints).toEqual([]);
	}, 30_000);
});
