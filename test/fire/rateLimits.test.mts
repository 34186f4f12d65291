import { ROW_URL, type Service, closeEngine, openService, print, rows, together } from './fire.mts';
import type { SettingsPatch } from '../../sandbox/settings.mts';

type RateLimit = NonNullable<SettingsPatch['rateLimit']>;

let services: Service[];

beforeAll(async () => {
	services = await Promise.all(Array.from({ length: 24 }, async () => await openService()));
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
	...(['X-RateLimit', 'RateLimit', 'X-Rate-Limit'] as const).flatMap((headers) =>
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
		await together(services, announced, async (service, rateLimit) => {
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

	test('one 429 per window after the first few, where nothing says when it ends', async () => {
		const broken: unknown[] = [];
		await together(services, silent, async (service, rateLimit) => {
			const { result, refused, made } = await paced(service, rateLimit, 19);
			const isFine =
				result.items.length === 19 &&
				result.errorItems.length === 0 &&
				made.length === 19 + 4 &&
				refused.slice(3).every((count) => count <= 1);
			if (!isFine) broken.push({ rateLimit, refused, items: result.items.length });
		});
		expect(broken).toEqual([]);
	}, 120_000);
});
